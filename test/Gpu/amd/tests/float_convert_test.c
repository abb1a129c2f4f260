// Conversions, operations that mix types, and those on scalar registers.
#include "float_lanes.h"

#include <math.h>

static uint64_t bits_of(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

// ---- Conversions -------------------------------------------------------------------------------

static const struct format *float_of(char type) {
    return type == 'h'   ? &half_format
           : type == 'f' ? &single_format
           : type == 'd' ? &double_format
                         : NULL;
}

// 'h', 'f', 'd': floating-point; 's', 'i': signed integers of 16 and 32 bits; 'v', 'u': unsigned
// ones.
static unsigned width_of_type(char type) {
    return type == 'd' ? 64 : type == 'h' || type == 's' || type == 'v' ? 16 : 32;
}

static i128 integer_from(char type, uint64_t bits) {
    switch (type) {
    case 's':
        return (int16_t)bits;
    case 'v':
        return (uint16_t)bits;
    case 'i':
        return (int32_t)bits;
    default:
        return (uint32_t)bits;
    }
}

// Cut off, and limited to the type.
static uint64_t integer_to(char type, quad value) {
    unsigned width = width_of_type(type);
    bool is_signed = type == 's' || type == 'i';
    i128 least = is_signed ? -((i128)1 << (width - 1)) : 0;
    i128 most = ((i128)1 << (width - is_signed)) - 1;
    i128 result = value != value         ? 0
                  : value >= (quad)most  ? most
                  : value <= (quad)least ? least
                                         : (i128)value;
    return (uint64_t)result & (width == 32 ? UINT32_MAX : UINT16_MAX);
}

// A NaN keeps its sign and the upper bits of its mantissa.
static uint64_t nan_to(struct format to, struct format from, uint64_t bits) {
    uint64_t mantissa = bits & ((1ull << from.mantissa) - 1);
    mantissa = to.mantissa > from.mantissa ? mantissa << (to.mantissa - from.mantissa)
                                           : mantissa >> (from.mantissa - to.mantissa);
    return (bits & sign_of(from) ? sign_of(to) : 0) | quiet_of(to) | mantissa;
}

static uint64_t converted(char to, char from, uint64_t bits, unsigned rounding) {
    const struct format *a = float_of(from), *b = float_of(to);
    if (!a)
        return b ? rounded_to(*b, (quad)integer_from(from, bits), rounding)
                 : integer_to(to, (quad)integer_from(from, bits));
    if (nan_in(*a, bits))
        return b ? nan_to(*b, *a, bits) : 0;
    quad value = value_of(*a, bits);
    return b ? rounded_to(*b, value, rounding) : integer_to(to, value);
}

static void conversions(void **state) {
    static const struct {
        const char *name;
        char to, from;
    } rows[] = {
        {"v_cvt_i32_f32_e32", 'i', 'f'}, {"v_cvt_u32_f32_e32", 'u', 'f'},
        {"v_cvt_i32_f64_e32", 'i', 'd'}, {"v_cvt_u32_f64_e32", 'u', 'd'},
        {"v_cvt_i16_f16_e32", 's', 'h'}, {"v_cvt_u16_f16_e32", 'v', 'h'},
        {"v_cvt_f32_i32_e32", 'f', 'i'}, {"v_cvt_f32_u32_e32", 'f', 'u'},
        {"v_cvt_f64_i32_e32", 'd', 'i'}, {"v_cvt_f64_u32_e32", 'd', 'u'},
        {"v_cvt_f16_i16_e32", 'h', 's'}, {"v_cvt_f16_u16_e32", 'h', 'v'},
        {"v_cvt_f32_f64_e32", 'f', 'd'}, {"v_cvt_f64_f32_e32", 'd', 'f'},
        {"v_cvt_f16_f32_e32", 'h', 'f'}, {"v_cvt_f32_f16_e32", 'f', 'h'},
        {"v_cvt_i32_i16_e32", 'i', 's'}, {"v_cvt_u32_u16_e32", 'u', 'v'},
    };
    (void)state;
    test_wave_begin(&t, 11, 64);
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 16 * 8; i++) {
        char to = rows[i / 128].to, from = rows[i / 128].from;
        const char *name = rows[i / 128].name;
        const struct format *a = float_of(from), *b = float_of(to);
        // f32 from integers has the rounding of f32, all others have that of f64.
        unsigned rounding = i & 3, flushing = i >> 2 & 3;
        t.wave.mode = (to == 'f' && !a ? rounding : rounding << 2) | flushing << 6 | flushing << 4;
        for (unsigned l = 0; l < 64; l++) {
            given[0][l] = a ? number_from(*a, test_random(), test_random()) : test_number();
            given[0][l] &=
                width_of_type(from) == 64 ? UINT64_MAX : (1ull << width_of_type(from)) - 1;
            write_lane(2, width_of_type(from), l, given[0][l]);
        }
        run_on(name, width_of_type(to), width_of_type(from), 1);
        for (unsigned l = 0; l < 64; l++) {
            uint64_t bits = given[0][l];
            if (a && b && !(flushing & 1))
                bits = flushed_in(*a, bits);
            uint64_t wanted = converted(to, from, bits, rounding);
            if (a && b && !(flushing & 2))
                wanted = flushed_in(*b, wanted);
            expect(name, l, width_of_type(to), wanted);
        }
    }
}

static uint64_t norm(float value, float most) {
    return (uint64_t)(int64_t)rint(
               isnan(value) ? 0
                            : fmin(fmax((double)(value * most), most == 65535 ? 0 : -(double)most),
                                   (double)most)) &
           0xFFFF;
}

// Pairs, bytes, and integers that are rounded.
static void packing_conversions(void **state) {
    (void)state;
    test_wave_begin(&t, 11, 64);
    for (unsigned i = 0; i < ROUNDS; i++) {
        uint64_t a[MAX_LANES], b[MAX_LANES];
        fill(single_format, 2);
        for (unsigned l = 0; l < 64; l++) {
            if (i % 2) // in the range of 16 bits, or of 8
                for (unsigned k = 0; k < 2; k++)
                    write_lane(2 + 2 * k, 32, l,
                               given[k][l] = bits_of((float)(int16_t)test_random() /
                                                     (test_random() % 2 ? 4 : 32768)));
            a[l] = given[0][l];
            b[l] = given[1][l];
            t.vectors[6][l] = (uint32_t)test_random();
        }
        test_run(&t, "v_cvt_pk_rtz_f16_f32_e32 v0, v2, v4");
        for (unsigned l = 0; l < 64; l++)
            expect("v_cvt_pk_rtz", l, 32,
                   converted('h', 'f', a[l], TO_ZERO) | converted('h', 'f', b[l], TO_ZERO) << 16);
        test_run(&t, "v_cvt_pk_i16_f32 v0, v2, v4");
        for (unsigned l = 0; l < 64; l++)
            expect("v_cvt_pk_i16", l, 32,
                   converted('s', 'f', a[l], 0) | converted('s', 'f', b[l], 0) << 16);
        test_run(&t, "v_cvt_pk_u16_f32 v0, v2, v4");
        for (unsigned l = 0; l < 64; l++)
            expect("v_cvt_pk_u16", l, 32,
                   converted('v', 'f', a[l], 0) | converted('v', 'f', b[l], 0) << 16);
        test_run(&t, "v_cvt_pk_i16_i32 v0, v2, v4");
        for (unsigned l = 0; l < 64; l++)
            expect("v_cvt_pk_i16_i32", l, 32,
                   converted('s', 'i', a[l], 0) | converted('s', 'i', b[l], 0) << 16);
        test_run(&t, "v_cvt_pk_u16_u32 v0, v2, v4");
        for (unsigned l = 0; l < 64; l++)
            expect("v_cvt_pk_u16_u32", l, 32,
                   converted('v', 'u', a[l], 0) | converted('v', 'u', b[l], 0) << 16);
        test_run(&t, "v_cvt_floor_i32_f32_e32 v0, v2");
        for (unsigned l = 0; l < 64; l++) {
            float value;
            memcpy(&value, &t.vectors[2][l], sizeof value);
            expect("v_cvt_floor", l, 32,
                   integer_to('i', isnan(value) ? 0 : (quad)floor((double)value)));
        }
        test_run(&t, "v_cvt_pk_norm_i16_f32 v0, v2, v4");
        test_run(&t, "v_cvt_pk_norm_u16_f32 v1, v2, v4");
        test_run(&t, "v_cvt_pk_u8_f32 v3, v2, 2, v6");
        test_run(&t, "v_cvt_f32_ubyte2_e32 v5, v6");
        test_run(&t, "v_cvt_off_f32_i4_e32 v7, v6");
        for (unsigned l = 0; l < 64; l++) {
            float x, y;
            memcpy(&x, &t.vectors[2][l], sizeof x);
            memcpy(&y, &t.vectors[4][l], sizeof y);
            expect("v_cvt_pk_norm", l, 32, norm(x, 32767) | norm(y, 32767) << 16);
            assert_int_equal(t.vectors[1][l], norm(x, 65535) | norm(y, 65535) << 16);
            uint32_t byte = x >= 255 ? 255 : x > 0 ? (uint32_t)rint((double)x) : 0;
            assert_int_equal(t.vectors[3][l], (t.vectors[6][l] & 0xFF00FFFF) | byte << 16);
            assert_int_equal(t.vectors[5][l], bits_of((float)(t.vectors[6][l] >> 16 & 0xFF)));
            int sixteenths = (int)(t.vectors[6][l] & 15);
            assert_int_equal(t.vectors[7][l],
                             bits_of((float)(sixteenths > 7 ? sixteenths - 16 : sixteenths) / 16));
        }
    }
}

// ---- Types that are mixed ----------------------------------------------------------------------

// A source of v_fma_mix: f32, or half of the register.
static quad mixed(uint32_t bits, bool is_half, bool is_high, bool absolute, bool negate,
                  bool *is_nan) {
    struct format f = is_half ? half_format : single_format;
    uint64_t number = !is_half ? bits : is_high ? bits >> 16 : bits & 0xFFFF;
    number = (absolute ? number & ~sign_of(f) : number) ^ (negate ? sign_of(f) : 0);
    *is_nan |= nan_in(f, number);
    return nan_in(f, number) ? 0 : value_of(f, number);
}

static void mixes(void **state) {
    (void)state;
    test_wave_begin(&t, 11, 64);
    for (unsigned i = 0; i < 40 * ROUNDS; i++) {
        char text[3][20];
        uint64_t bits = test_random();
        unsigned high = bits & 7, half = bits >> 3 & 7, absolute = bits >> 6 & 7,
                 negate = bits >> 9 & 7;
        for (unsigned l = 0; l < 64; l++)
            for (unsigned k = 0; k < 3; k++) {
                uint64_t low = number_from(half_format, test_random(), test_random());
                t.vectors[1 + k][l] =
                    half >> k & 1
                        ? (uint32_t)(low | number_from(half_format, test_random(), test_random())
                                               << 16)
                        : (uint32_t)number_from(single_format, test_random(), test_random());
                t.vectors[8][l] = t.vectors[9][l] = (uint32_t)test_random();
                given[3][l] = t.vectors[8][l];
            }
        for (unsigned k = 0; k < 3; k++)
            snprintf(text[k], sizeof text[k], "%s%sv%u%s", negate >> k & 1 ? "-" : "",
                     absolute >> k & 1 ? "|" : "", 1 + k, absolute >> k & 1 ? "|" : "");
        const char *clamp = bits >> 12 & 1 ? " clamp" : "";
#define RUN(name, result)                                                                          \
    test_run(&t, name " " result ", %s, %s, %s op_sel:[%u,%u,%u] op_sel_hi:[%u,%u,%u]%s", text[0], \
             text[1], text[2], high & 1, high >> 1 & 1, high >> 2, half & 1, half >> 1 & 1,        \
             half >> 2, clamp)
        RUN("v_fma_mix_f32", "v0");
        RUN("v_fma_mixlo_f16", "v8");
        RUN("v_fma_mixhi_f16", "v9");
        for (unsigned l = 0; l < 64; l++) {
            bool is_nan = false;
            quad n[3];
            for (unsigned k = 0; k < 3; k++)
                n[k] = mixed(t.vectors[1 + k][l], half >> k & 1, high >> k & 1, absolute >> k & 1,
                             negate >> k & 1, &is_nan);
            quad exact = sum_to_odd(n[0] * n[1], n[2]);
            if (is_nan || exact != exact)
                continue;
            uint64_t single = rounded_to(single_format, exact, TO_NEAREST);
            uint64_t result = rounded_to(half_format, value_of(single_format, single), TO_NEAREST);
            if (*clamp) {
                single = single >> 31 ? 0 : single > 0x3F800000 ? 0x3F800000 : single;
                result = result >> 15 ? 0 : result > 0x3C00 ? 0x3C00 : result;
            }
            if (*clamp && (t.vectors[0][l] & 0x7FFFFFFF) == 0)
                single = t.vectors[0][l];
            if (*clamp && (t.vectors[8][l] & 0x7FFF) == 0)
                result = t.vectors[8][l] & 0xFFFF;
            expect("v_fma_mix_f32", l, 32, single);
            assert_int_equal(t.vectors[8][l], result | (given[3][l] & 0xFFFF0000));
            assert_int_equal(t.vectors[9][l], (given[3][l] & 0xFFFF) | result << 16);
        }
    }
    // Constants are numbers of the type that op_sel_hi says.
    t.vectors[1][0] = 0x3C004000; // 1, 2
    test_run(&t, "v_fma_mix_f32 v0, v1, -2.0, v1 op_sel:[1,0,0] op_sel_hi:[1,1,1]");
    assert_int_equal(t.vectors[0][0], 0);
    test_run(&t, "v_fma_mix_f32 v0, v1, 4.0, 1.0 op_sel_hi:[1,0,0]");
    assert_int_equal(t.vectors[0][0], 0x41100000);
    t.vectors[1][0] = 0x40000000;
    test_run(&t, "v_fma_mix_f32 v0, v1, 4.0, 1.0");
    assert_int_equal(t.vectors[0][0], 0x41100000);
}

static quad of_bf16(uint32_t bits) {
    return value_of(single_format, (uint64_t)bits << 16);
}

static quad of_f16(uint32_t bits) {
    return value_of(half_format, bits);
}

static uint64_t small(struct format f, uint64_t one) {
    return (one + ((test_random() % 8) << f.mantissa) - (4ull << f.mantissa)) |
           (test_random() % (1u << f.mantissa)) | (test_random() & sign_of(f));
}

static void dot_products(void **state) {
    (void)state;
    test_wave_begin(&t, 11, 64);
    struct format bf16 = {7, 8};
    for (unsigned i = 0; i < ROUNDS; i++) {
        for (unsigned l = 0; l < 64; l++)
            for (unsigned k = 0; k < 2; k++) {
                t.vectors[2 + k][l] =
                    (uint32_t)(small(half_format, 0x3C00) | small(half_format, 0x3C00) << 16);
                t.vectors[4 + k][l] = (uint32_t)(small(bf16, 0x3F80) | small(bf16, 0x3F80) << 16);
                t.vectors[6][l] = t.vectors[8][l] = (uint32_t)small(single_format, 0x3F800000);
                t.vectors[7][l] = (uint32_t)small(half_format, 0x3C00);
                t.vectors[9][l] = (uint32_t)small(bf16, 0x3F80);
            }
        test_run(&t, "v_dot2_f32_f16 v0, v2, v3, v6 neg_lo:[0,1,0] neg_hi:[1,0,0]");
        test_run(&t, "v_dot2acc_f32_f16 v8, v2, v3");
        test_run(&t, "v_dot2_f32_bf16 v1, v4, v5, v6");
        test_run(&t, "v_dot2_f16_f16 v7, v2, v3, v7");
        test_run(&t, "v_dot2_bf16_bf16 v9, v4, v5, v9");
        for (unsigned l = 0; l < 64; l++) {
            quad sum = value_of(single_format, t.vectors[6][l]);
            quad low = of_f16(t.vectors[2][l] & 0xFFFF) * of_f16(t.vectors[3][l] & 0xFFFF),
                 high = of_f16(t.vectors[2][l] >> 16) * of_f16(t.vectors[3][l] >> 16);
            uint64_t wanted = rounded_to(
                single_format,
                value_of(single_format, rounded_to(single_format, sum - low, TO_NEAREST)) - high,
                TO_NEAREST);
            assert_int_equal(t.vectors[0][l], wanted);
            wanted = rounded_to(
                single_format,
                value_of(single_format, rounded_to(single_format, sum + low, TO_NEAREST)) + high,
                TO_NEAREST);
            assert_int_equal(t.vectors[8][l], wanted);
            low = of_bf16(t.vectors[4][l] & 0xFFFF) * of_bf16(t.vectors[5][l] & 0xFFFF);
            high = of_bf16(t.vectors[4][l] >> 16) * of_bf16(t.vectors[5][l] >> 16);
            wanted = rounded_to(
                single_format,
                value_of(single_format, rounded_to(single_format, sum + low, TO_NEAREST)) + high,
                TO_NEAREST);
            assert_int_equal(t.vectors[1][l], wanted);
        }
    }
}

// ---- Scalar registers --------------------------------------------------------------------------

// Scalar operations compute what those of vectors do.
static void scalars(void **state) {
    static const struct {
        const char *scalar, *vector;
        unsigned sources;
        bool is_half;
    } rows[] = {
        {"s_add_f32", "v_add_f32", 2, false},
        {"s_sub_f16", "v_sub_f16", 2, true},
        {"s_mul_f32", "v_mul_f32", 2, false},
        {"s_min_num_f32", "v_min_num_f32", 2, false},
        {"s_max_num_f16", "v_max_num_f16", 2, true},
        {"s_minimum_f32", "v_minimum_f32", 2, false},
        {"s_maximum_f16", "v_maximum_f16", 2, true},
        {"s_ceil_f32", "v_ceil_f32", 1, false},
        {"s_floor_f16", "v_floor_f16", 1, true},
        {"s_trunc_f32", "v_trunc_f32", 1, false},
        {"s_rndne_f32", "v_rndne_f32", 1, false},
        {"v_s_rcp_f32", "v_rcp_f32", 1, false},
        {"v_s_sqrt_f32", "v_sqrt_f32", 1, false},
        {"v_s_rsq_f16", "v_rsq_f16", 1, true},
        {"v_s_exp_f32", "v_exp_f32", 1, false},
        {"v_s_log_f16", "v_log_f16", 1, true},
        {"s_cvt_i32_f32", "v_cvt_i32_f32", 1, false},
        {"s_cvt_u32_f32", "v_cvt_u32_f32", 1, false},
        {"s_cvt_f32_i32", "v_cvt_f32_i32", 1, false},
        {"s_cvt_f32_u32", "v_cvt_f32_u32", 1, false},
        {"s_cvt_f16_f32", "v_cvt_f16_f32", 1, false},
        {"s_cvt_f32_f16", "v_cvt_f32_f16", 1, true},
        {"s_cvt_pk_rtz_f16_f32", "v_cvt_pk_rtz_f16_f32", 2, false},
    };
    (void)state;
    test_wave_begin(&t, 12, 32);
    for (size_t i = 0; i < sizeof rows / sizeof *rows * 50; i++) {
        struct format f = rows[i / 50].is_half ? half_format : single_format;
        t.wave.mode = (uint32_t)(test_random() & 0xFF);
        t.wave.scc = i & 1;
        fill(f, 2);
        t.wave.scalars[2] = (uint32_t)given[0][0];
        t.wave.scalars[3] = (uint32_t)given[1][0];
        t.vectors[0][0] = 0;
        test_run(&t, rows[i / 50].sources == 2 ? "%s s1, s2, s3" : "%s s1, s2",
                 rows[i / 50].scalar);
        run_on(rows[i / 50].vector, 32, 32, rows[i / 50].sources);
        if (t.wave.scalars[1] != t.vectors[0][0])
            fail_msg("%s of %#x, %#x is %#x, not %#x", rows[i / 50].scalar, t.wave.scalars[2],
                     t.wave.scalars[3], t.wave.scalars[1], t.vectors[0][0]);
        assert_int_equal(t.wave.scc, i & 1);
    }
    t.wave.mode = 0xF0;
    t.wave.scalars[1] = 0x40400000;
    t.wave.scalars[2] = 0x40A03C00;
    test_run(&t, "s_fmac_f32 s1, 2.0, s1"); // 2 * 3 + 3
    assert_int_equal(t.wave.scalars[1], 0x41100000);
    test_run(&t, "s_fmaak_f32 s3, s1, 2.0, 0x40000000");
    assert_int_equal(t.wave.scalars[3], 0x41A00000);
    test_run(&t, "s_fmamk_f32 s3, s1, 0x40000000, 1.0");
    assert_int_equal(t.wave.scalars[3], 0x41980000);
    test_run(&t, "s_cvt_hi_f32_f16 s3, s2");
    assert_int_equal(t.wave.scalars[3], 0x40140000);
    test_run(&t, "v_s_rcp_f32 s3, -|s1| mul:2");
    assert_int_equal(t.wave.scalars[3] >> 20, 0xBE6);
}

static void scalar_comparisons(void **state) {
    static const struct {
        const char *name;
        bool less, equal, greater, unordered;
    } rows[] = {
        {"lt", 1, 0, 0, 0},  {"eq", 0, 1, 0, 0},  {"le", 1, 1, 0, 0},  {"gt", 0, 0, 1, 0},
        {"lg", 1, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"o", 1, 1, 1, 0},   {"u", 0, 0, 0, 1},
        {"nge", 1, 0, 0, 1}, {"nlg", 0, 1, 0, 1}, {"ngt", 1, 1, 0, 1}, {"nle", 0, 0, 1, 1},
        {"neq", 1, 0, 1, 1}, {"nlt", 0, 1, 1, 1},
    };
    (void)state;
    test_wave_begin(&t, 12, 32);
    for (unsigned i = 0; i < 14 * 2 * 100; i++) {
        struct format f = i & 1 ? half_format : single_format;
        uint64_t a = number_from(f, test_random(), test_random()),
                 b = test_random() % 4 ? number_from(f, test_random(), test_random()) : a;
        t.wave.mode = test_random() % 2 ? 0xF0 : 0;
        t.wave.scalars[2] = (uint32_t)a;
        t.wave.scalars[3] = (uint32_t)b;
        test_run(&t, "s_cmp_%s_%s s2, s3", rows[i / 200].name, i & 1 ? "f16" : "f32");
        if (!t.wave.mode)
            a = flushed_in(f, a), b = flushed_in(f, b);
        quad x = nan_in(f, a) ? 0 : value_of(f, a), y = nan_in(f, b) ? 0 : value_of(f, b);
        bool wanted = nan_in(f, a) || nan_in(f, b) ? rows[i / 200].unordered
                      : x < y                      ? rows[i / 200].less
                      : x > y                      ? rows[i / 200].greater
                                                   : rows[i / 200].equal;
        assert_int_equal(t.wave.scc, wanted);
    }
}

// On gfx9 some results of 16 bits leave the other half of the register.
static void halves_that_stay(void **state) {
    (void)state;
    for (unsigned generation = 9; generation <= 10; generation++) {
        test_wave_begin(&t, generation, 64);
        t.vectors[0][0] = t.vectors[1][0] = 0x12343C00;
        test_run(&t, "v_fma_f16 v0, 1.0, 1.0, 1.0");
        test_run(&t, "v_add_f16_e32 v1, 1.0, v1");
        assert_int_equal(t.vectors[0][0], 0x12344000);
        assert_int_equal(t.vectors[1][0], generation == 9 ? 0x4000 : 0x12344000);
    }
    t.vectors[1][0] = 0x44444000;
    t.vectors[2][0] = 0x42005555;
    test_run(&t, "v_pack_b32_f16 v0, -v1, v2 op_sel:[0,1,0]");
    assert_int_equal(t.vectors[0][0], 0x4200C000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conversions),
        cmocka_unit_test(packing_conversions),
        cmocka_unit_test(mixes),
        cmocka_unit_test(dot_products),
        cmocka_unit_test(scalars),
        cmocka_unit_test(scalar_comparisons),
        cmocka_unit_test(halves_that_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
