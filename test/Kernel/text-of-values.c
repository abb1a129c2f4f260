// snprintf and its like in kernels write what the host's write: numbers of each type and form, text, characters, positions,
// widths that are arguments, counts; no more than fits; with lists of arguments of the program's own functions.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2 -D_FORTIFY_SOURCE=2
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <offload.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <wchar.h>

#include "Inputs/check.h"

enum { ROW = 400, REALS = 48, WHOLES = 20, FORMS = 36, N = REALS * FORMS };

struct input {
    double reals[REALS];
    long long wholes[WHOLES];
    char text[16];
};

static int write_list(char *to, size_t size, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int length = vsnprintf(to, size, format, list);
    va_end(list);
    if (length < 100)
        vsprintf(to + size, format, again);
    va_end(again);
    return length;
}

static int write_whole(char *to, int form, long long v) {
    int count = 0;
    switch (form) {
    case 0: return sprintf(to, "%d %i %u", (int)v, (int)v, (unsigned)v);
    case 1: return sprintf(to, "%ld %lld %lu %llu", (long)v, v, (unsigned long)v, (unsigned long long)v);
    case 2: return sprintf(to, "%hd %hhd %hu %hhu", (short)v, (signed char)v, (unsigned short)v, (unsigned char)v);
    case 3: return sprintf(to, "%x %X %#x %#X %o %#o", (int)v, (int)v, (int)v, (int)v, (int)v, (int)v);
    case 4: return sprintf(to, "%zd %zu %jd %ju %td", (ptrdiff_t)v, (size_t)v, (intmax_t)v, (uintmax_t)v, (ptrdiff_t)v);
    case 5: return sprintf(to, "%12d|%-12d|%012d|%+d|% d", (int)v, (int)v, (int)v, (int)v, (int)v);
    case 6: return sprintf(to, "%.5d|%12.5d|%-12.5lld|%.0d|%+.3lld", (int)v, (int)v, v, (int)v, v);
    case 7: return sprintf(to, "%*d|%-*d|%.*d", 9, (int)v, 8, (int)v, 7, (int)v);
    case 8: return sprintf(to, "%llx %#llo %016llX", v, v, v);
    case 9: return sprintf(to, "%p %p|%20p|", (void *)(uintptr_t)v, (void *)0, (void *)(uintptr_t)(v & 0xffff));
    case 10: return sprintf(to, "%2$lld %1$d %2$lld", (int)v, v);
    case 11: return sprintf(to, "%d%n%%", (int)v, &count) * 100 + count;
    case 12: return sprintf(to, "%*d|%.*d", -9, (int)v, -1, (int)v);
    default: return sprintf(to, "%c%c|%5c|%-5c|", 'a' + (int)(v & 15), '%', 'z', 'y');
    }
}

static int write_text(char *to, int form, const char *text) {
    switch (form) {
    case 0: return sprintf(to, "%s|%10s|%-10s|%.3s|%5.2s|", text, text, text, text, text);
    case 1: return sprintf(to, "%.*s|%*s", 4, text, 12, text);
    case 2: return sprintf(to, "%ls|%lc|%.2ls|", L"wide", (wint_t)L'w', L"wide");
    case 3: return snprintf(to, 8, "%s%s", text, text);
    case 4: return snprintf(to, 1, "%s", text);
    case 5: return snprintf(NULL, 0, "%s and %d", text, 12);
    case 6: return write_list(to, 40, "%s %d %g %c", text, 7, 1.25, 'q');
    case 7: return write_list(to, 5, "%d %s", 123456, text);
    default: return sprintf(to, "plain %% text");
    }
}

static int write_real(char *to, int form, double v) {
    switch (form) {
    case 0: return snprintf(to, ROW, "%f", v);
    case 1: return snprintf(to, ROW, "%e", v);
    case 2: return snprintf(to, ROW, "%g", v);
    case 3: return snprintf(to, ROW, "%a", v);
    case 4: return snprintf(to, ROW, "%F %E %G %A", v, v, v, v);
    case 5: return snprintf(to, ROW, "%.0f|%.0e|%.0g|%.0a", v, v, v, v);
    case 6: return snprintf(to, ROW, "%.17g", v);
    case 7: return snprintf(to, ROW, "%.3f|%.30e", v, v);
    case 8: return snprintf(to, ROW, "%20.5g|%-20.5g|%020.5g", v, v, v);
    case 9: return snprintf(to, ROW, "%+.2e|% .2e|%#.0f|%#g", v, v, v, v);
    case 10: return snprintf(to, ROW, "%.1a|%.5a|%30a|%-30.2a|", v, v, v, v);
    case 11: return snprintf(to, ROW, "%.60g", v);
    case 12: return snprintf(to, ROW, "%.*f", 9, v);
    default: return -1;
    }
}

static int write_one(char *to, const struct input *in, int i) {
    int form = i / REALS, which = i % REALS;
    if (form < 13)
        return write_real(to, form, in->reals[which]);
    if (form < 27)
        return write_whole(to, form - 13, in->wholes[which % WHOLES]);
    return write_text(to, form - 27, in->text + which % 4);
}

offload_kernel void all(int n, const struct input in[1], char to[n][ROW], int out[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = write_one(to[i], in, i);
}

// Not 999999.5, of which glibc 2.36 makes "1.e+06" for %#g.
static struct input in = {
    .reals = {0, -0.0, 1, -1, 0.5, 1.5, 2.5, 0.1, 1.0 / 3, 123456789, 1e15, 1e16, 1e17, 9.5, 99.5, 999999.25, 9999995, 0.00001,
              0.0001, 0.00099999995, 1e100, 1e-100, DBL_MAX, -DBL_MAX, DBL_MIN, 4.9e-324, 1e-310, 2.2250738585072011e-308, INFINITY,
              -INFINITY, NAN, 3.14159265358979, 6.02214076e23, 0.3, 123.456, 1e22, 1e23, 8.5, 0.125, 1.0000000000000002, 5e-5},
    .wholes = {0, 1, -1, 7, 255, 256, -128, 32767, 65535, 2147483647, -2147483648, 4294967296, INT64_MAX, INT64_MIN, 1000000007},
    .text = "some text",
};
static char to[N][ROW];
static int out[N];

int main(void) {
    unsigned long state = 9;
    for (int i = 41; i < REALS; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        memcpy(&in.reals[i], &state, sizeof state);
    }
    for (int i = 15; i < WHOLES; i++)
        in.wholes[i] = (long long)(state * (unsigned)i * 977);
    offload(all, .threads = {N})(N, &in, to, out);
    for (int i = 0; i < N; i++) {
        static char expected[ROW];
        memset(expected, 0, ROW);
        int length = write_one(expected, &in, i);
        CHECK(out[i] == length, "%d: %d characters, not %d", i, out[i], length);
        CHECK(memcmp(to[i], expected, ROW) == 0, "%d: '%s' is '%s'", i, to[i], expected);
    }
    return finish();
}
