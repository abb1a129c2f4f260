// Integers: 8 and 16 bits, 64 bits, 128 bits, _Bool, enums, bit-fields; conversions, shifts, wraps,
// divisions, overflow builtins, bit counting.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
// RUN: %run_kernel -O3
#include <offload.h>
#include <stdbool.h>
#include <stdint.h>

#include "Inputs/check.h"

enum { N = 512 };
enum colour { RED, GREEN = 5, BLUE = -2 };

struct fields {
    unsigned low : 3, middle : 11;
    int sign : 5;
    uint64_t wide : 40;
    _Bool flag : 1;
    enum colour colour : 8;
    unsigned char : 0;
    unsigned char byte : 4;
};

struct results {
    int8_t i8;
    uint8_t u8;
    int16_t i16;
    uint16_t u16;
    int64_t i64, quotient, rest;
    uint64_t u64, high, bits;
    unsigned __int128 u128;
    __int128 i128;
    bool both, any;
    enum colour colour;
    struct fields fields;
    int overflows, counts;
    float from_int;
    int from_float;
};

static struct results compute(int i, __int128 wide, struct fields fields) {
    struct results r = {0};
    uint64_t x = (uint64_t)i * 0x9e3779b97f4a7c15u;
    int64_t y = (int64_t)x;
    r.i8 = (int8_t)(i * 3), r.u8 = (uint8_t)(i * 5);
    r.i8 = (int8_t)(r.i8 >> 1), r.u8 = (uint8_t)(r.u8 << 3);
    r.i16 = (int16_t)(i * 321 - r.i8), r.u16 = (uint16_t)(r.i16 + r.u8);
    r.i16 = (int16_t)(r.i16 / (i % 7 + 1)), r.u16 = (uint16_t)(r.u16 % 1000u);
    r.i64 = y >> 7, r.u64 = x << (i % 64) | x >> (63 - i % 63);
    r.quotient = y / (i - N / 2 ? i - N / 2 : 1), r.rest = y % (i + 3);
    r.u128 = (unsigned __int128)x * x, r.high = (uint64_t)(r.u128 >> 64);
    r.i128 = wide * i - r.i64;
    r.i128 ^= (__int128)1 << (i % 127);
    if (i % 5 == 0)
        r.i128 /= 1000000007;
    if (i % 5 == 1)
        r.u128 %= ((unsigned __int128)i << 70) + 12345;
    r.both = (i & 8) && (i & 1), r.any = i & 0x100;
    r.colour = i % 3 == 0 ? RED : i % 3 == 1 ? GREEN : BLUE;
    r.fields = fields;
    r.fields.low += (unsigned)i, r.fields.middle = (unsigned)i * 9;
    r.fields.sign = i % 16 - 8;
    r.fields.wide -= x, r.fields.flag ^= i & 1, r.fields.colour = r.colour;
    r.fields.byte = (unsigned char)(r.fields.byte + r.fields.low) & 15;
    int sum;
    int64_t product;
    r.overflows = __builtin_add_overflow(i * 4000000, 1000000000, &sum) +
                  2 * __builtin_mul_overflow(y, (int64_t)(i + 1), &product);
    r.bits = (uint64_t)sum + (uint64_t)product;
    r.counts = __builtin_popcountl(x) + 100 * (i ? __builtin_clz((unsigned)i) : 0) +
               10000 * (i ? __builtin_ctzl(x) : 0) + 1000000 * __builtin_parity((unsigned)i);
    r.bits ^= __builtin_bswap64(x) ^ __builtin_bitreverse32((unsigned)i);
    r.from_int = (float)y, r.from_float = (int)(-1.75f * (float)i);
    return r;
}

offload_kernel void run(int n, __int128 wide, struct fields fields, struct results out[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        out[i] = compute(i, wide, fields);
}

static struct results out[N];

int main(void) {
    __int128 wide = -((__int128)0x123456789abcdef << 50);
    struct fields fields = {6, 1500, -3, 0xabcdef0123, 1, GREEN, 11};
    offload(run, .threads = {N})(N, wide, fields, out);
    for (int i = 0; i < N; i++) {
        struct results r = compute(i, wide, fields), *o = &out[i];
        EQUAL(o->i8, r.i8);
        EQUAL(o->u8, r.u8);
        EQUAL(o->i16, r.i16);
        EQUAL(o->u16, r.u16);
        EQUAL(o->i64, r.i64);
        EQUAL(o->quotient, r.quotient);
        EQUAL(o->rest, r.rest);
        EQUAL(o->u64, r.u64);
        EQUAL(o->high, r.high);
        EQUAL(o->bits, r.bits);
        CHECK(o->u128 == r.u128, "%d", i);
        CHECK(o->i128 == r.i128, "%d", i);
        EQUAL(o->both + 2 * o->any, r.both + 2 * r.any);
        EQUAL(o->colour, r.colour);
        EQUAL(o->fields.low, r.fields.low);
        EQUAL(o->fields.middle, r.fields.middle);
        EQUAL(o->fields.sign, r.fields.sign);
        EQUAL(o->fields.wide, r.fields.wide);
        EQUAL(o->fields.flag, r.fields.flag);
        EQUAL(o->fields.colour, r.fields.colour);
        EQUAL(o->fields.byte, r.fields.byte);
        EQUAL(o->overflows, r.overflows);
        EQUAL(o->counts, r.counts);
        CHECK(o->from_int == r.from_int, "%g", o->from_int);
        EQUAL(o->from_float, r.from_float);
    }
    return finish();
}
