// Numbers in text, in kernels: strtod and its like round correctly, take hexadecimal numbers, infinities and NaNs, and stop where
// the host's do; strtol and its like stop at the ends of their types.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -std=c2x
#include <inttypes.h>
#include <math.h>
#include <offload.h>
#include <stdlib.h>
#include <string.h>

#include "Inputs/check.h"

enum { ROW = 48, N = 1200, WHOLE = 10 };

struct read {
    double wide, plain;
    float narrow;
    int wide_end, narrow_end, ends[WHOLE];
    long long whole[WHOLE];
};

static void read(const char text[ROW], int base, struct read *out) {
    char *end;
    out->wide = strtod(text, &end);
    out->wide_end = (int)(end - text);
    out->narrow = strtof(text, &end);
    out->narrow_end = (int)(end - text);
    out->plain = atof(text);
    long long *whole = out->whole;
    whole[0] = strtol(text, &end, base), out->ends[0] = (int)(end - text);
    whole[1] = (long long)strtoul(text, &end, base), out->ends[1] = (int)(end - text);
    whole[2] = strtoll(text, &end, 0), out->ends[2] = (int)(end - text);
    whole[3] = (long long)strtoull(text, &end, 10), out->ends[3] = (int)(end - text);
    whole[4] = strtoimax(text, &end, 8), out->ends[4] = (int)(end - text);
    whole[5] = (long long)strtoumax(text, NULL, 16);
    whole[6] = atol(text);
    whole[7] = atoll(text);
    whole[8] = atoi(text);
}

offload_kernel void all(int n, const char rows[n][ROW], offload_out struct read out[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    struct read result;
    memset(&result, 0, sizeof result);
    read(rows[i], i % 35 + 2, &result);
    out[i] = result;
}

static const char *const known[] = {
    "", " ", "0", "-0", "+1", "- 1", "1.5", ".5", "5.", ".", "e5", "1e", "1e+", "1e5x", " \t\n12", "0x", "0x.", "0x1p", "0x1.8p3",
    "0X.8P-3", "0x1.fffffffffffff8p0", "0x1.fffffffffffff7ffffffffffffp0", "0x0.0000000000001p-1022", "0x1p-1075",
    "0x1.000001p-149", "0x1.8p-150", "0x1p99999", "inf", "-INF", "infinity", "infinit", "nan", "nan(12_x)", "nan(", "-nan",
    "1.7976931348623157e308", "1.7976931348623159e308", "2.2250738585072014e-308", "2.2250738585072011e-308", "4.9e-324",
    "2.4703282292062327e-324", "2.4703282292062328e-324", "1e400", "-1e400", "1e-400", "3.4028235e38", "3.4028236e38",
    "1.1754942e-38", "1.4e-45", "7e-46", "7.1e-46", "9007199254740993", "9007199254740992.99999999999999999999999999",
    "0.000000000000000000000000000000000000000000001", "123456789012345678901234567890", "1e23", "8.5e22", "16777217.0000000001",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809", "18446744073709551615",
    "18446744073709551616", "-18446744073709551615", "zz", "-ZZ", "0777", "0b11", "09", "0xffffffffffffffff", "2147483648",
    "1e2147483648", "1e-9999999999999999999", "0e99999999999",
};

static unsigned next(void) {
    static unsigned state = 7;
    state = state * 1103515245u + 12345u;
    return state >> 16;
}

static void make(char row[ROW]) {
    char *at = row;
    const char *digits = next() % 4 ? "0123456789" : "0123456789abcdefABCDEF";
    size_t of = strlen(digits);
    if (next() % 3 == 0)
        *at++ = '-';
    if (of > 10)
        *at++ = '0', *at++ = 'x';
    for (unsigned left = next() % 20; left > 0; left--)
        *at++ = digits[next() % of];
    if (next() % 2)
        *at++ = '.';
    for (unsigned left = next() % 12; left > 0; left--)
        *at++ = digits[next() % of];
    if (next() % 2)
        sprintf(at, "%c%d", of > 10 ? 'p' : 'e', (int)next() % 700 - 350);
}

static char rows[N][ROW];
static struct read out[N];

static int same(double a, double b) {
    return (isnan(a) && isnan(b)) || memcmp(&a, &b, sizeof a) == 0;
}

int main(void) {
    enum { KNOWN = sizeof known / sizeof *known };
    for (int i = 0; i < N; i++)
        if (i < KNOWN)
            strcpy(rows[i], known[i]);
        else
            make(rows[i]);
    offload(all, .threads = {N})(N, rows, out);
    for (int i = 0; i < N; i++) {
        struct read is = out[i], expected;
        memset(&expected, 0, sizeof expected);
        read(rows[i], i % 35 + 2, &expected);
        CHECK(same(is.wide, expected.wide), "strtod(\"%s\") is %a, not %a", rows[i], is.wide, expected.wide);
        CHECK(same(is.plain, expected.plain), "atof(\"%s\") is %a, not %a", rows[i], is.plain, expected.plain);
        CHECK(same(is.narrow, expected.narrow), "strtof(\"%s\") is %a, not %a", rows[i], is.narrow, expected.narrow);
        CHECK(is.wide_end == expected.wide_end && is.narrow_end == expected.narrow_end, "\"%s\" ends at %d, %d, not %d", rows[i],
              is.wide_end, is.narrow_end, expected.wide_end);
        for (int k = 0; k < WHOLE; k++)
            CHECK(is.whole[k] == expected.whole[k] && is.ends[k] == expected.ends[k], "\"%s\", %d: %lld to %d, not %lld to %d",
                  rows[i], k, is.whole[k], is.ends[k], expected.whole[k], expected.ends[k]);
    }
    return finish();
}
