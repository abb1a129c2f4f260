// Floating-point operations, compared with what is computed with integers and with numbers of 113
// bits.
#include "float_lanes.h"

#include <math.h>

// ---- Sums and products -------------------------------------------------------------------------

enum kind { ADD, SUB, SUBREV, MUL, FMA, FMAC, MAD, LEGACY_MUL, LEGACY_FMA };

// The operation on numbers that were flushed already.
static uint64_t computed(struct format f, enum kind kind, const uint64_t *n, unsigned mode) {
    quad a = 0, b = 0, c = 0;
    unsigned sources = kind >= FMA && kind != LEGACY_MUL ? 3 : 2;
    bool is_legacy = kind == LEGACY_MUL || kind == LEGACY_FMA;
    bool is_zero = is_legacy && (!(n[0] & ~sign_of(f)) || !(n[1] & ~sign_of(f)));
    for (unsigned k = 0; k < sources; k++)
        if (nan_in(f, n[k]) && !(is_zero && k < 2))
            return n[k] | quiet_of(f);
    if (!is_zero)
        a = value_of(f, n[0]), b = value_of(f, n[1]);
    if (sources == 3)
        c = value_of(f, n[2]);
    quad exact = kind == ADD      ? sum_to_odd(a, b)
                 : kind == SUB    ? sum_to_odd(a, -b)
                 : kind == SUBREV ? sum_to_odd(b, -a)
                                  : a * b;
    if (kind == MAD && exact - exact == 0)
        exact = value_of(f, flushed_in(f, rounded_to(f, exact, mode)));
    if (sources == 3)
        exact = sum_to_odd(exact, c);
    if (exact != exact)
        return quiet_of(f);
    // Only a sum of numbers that cancel out has a sign that depends on the rounding.
    if (exact == 0 && kind != MUL && kind != LEGACY_MUL && mode == TO_MINUS) {
        quad x = kind >= FMA      ? a * b
                 : kind == SUBREV ? b
                                  : a,
             y = kind >= FMA   ? c
                 : kind == ADD ? b
                 : kind == SUB ? -b
                               : -a;
        bool both = bits_of_quad(x) >> 127 == bits_of_quad(y) >> 127;
        return both ? rounded_to(f, exact, mode) : sign_of(f);
    }
    return rounded_to(f, exact, mode);
}

static void check_arithmetic(const char *name, struct format f, enum kind kind) {
    bool is_single = f.mantissa == 23;
    unsigned sources = kind == FMA || kind == MAD || kind == LEGACY_FMA ? 3 : 2,
             width = width_of(f);
    for (unsigned mode = 0; mode < 16 * ROUNDS; mode++) {
        unsigned rounding = mode & 3, denormals = kind == MAD ? 0 : mode >> 2 & 3;
        t.wave.mode = rounding << (is_single ? 0 : 2) | (mode >> 2 & 3) << (is_single ? 4 : 6);
        fill(f, 3);
        for (unsigned l = 0; l < t.wave.lanes && kind == FMAC; l++)
            write_lane(0, width, l, given[2][l]);
        run_on(name, width, width, sources);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            uint64_t n[3];
            for (unsigned k = 0; k < 3; k++)
                n[k] = denormals & 1 ? given[k][l] : flushed_in(f, given[k][l]);
            uint64_t wanted = computed(f, kind, n, rounding);
            expect(name, l, width, denormals & 2 ? wanted : flushed_in(f, wanted));
        }
    }
}

static void sums_and_products(void **state) {
    static const struct {
        const char *name;
        const struct format *f;
        enum kind kind;
    } rows[] = {
        {"v_add_f32_e32", &single_format, ADD},
        {"v_sub_f32_e32", &single_format, SUB},
        {"v_subrev_f32_e32", &single_format, SUBREV},
        {"v_mul_f32_e32", &single_format, MUL},
        {"v_fma_f32", &single_format, FMA},
        {"v_fmac_f32_e32", &single_format, FMAC},
        {"v_mad_f32", &single_format, MAD},
        {"v_mul_legacy_f32", &single_format, LEGACY_MUL},
        {"v_mul_dx9_zero_f32_e32", &single_format, LEGACY_MUL},
        {"v_fma_dx9_zero_f32", &single_format, LEGACY_FMA},
        {"v_add_f64", &double_format, ADD},
        {"v_mul_f64", &double_format, MUL},
        {"v_fma_f64", &double_format, FMA},
        {"v_fmac_f64_e32", &double_format, FMAC},
        {"v_add_f16_e32", &half_format, ADD},
        {"v_sub_f16_e32", &half_format, SUB},
        {"v_subrev_f16_e32", &half_format, SUBREV},
        {"v_mul_f16_e32", &half_format, MUL},
        {"v_fma_f16", &half_format, FMA},
        {"v_fmac_f16_e32", &half_format, FMAC},
        {"v_mad_f16", &half_format, MAD},
    };
    (void)state;
    for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
        test_wave_begin(&t, 11, lanes);
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            check_arithmetic(rows[i].name, *rows[i].f, rows[i].kind);
    }
}

// ---- The least and the greatest number ---------------------------------------------------------

// least(a, b) of v_min (or greatest, v_max), v_min_num, v_minimum.
static uint64_t selected(struct format f, uint64_t a, uint64_t b, bool greatest, bool propagates,
                         bool ieee) {
    if ((propagates && nan_in(f, a)) || (ieee && signaling_in(f, a)))
        return a | quiet_of(f);
    if ((propagates && nan_in(f, b)) || (ieee && signaling_in(f, b)))
        return b | quiet_of(f);
    if (nan_in(f, a))
        return nan_in(f, b) ? b | quiet_of(f) : b;
    if (nan_in(f, b))
        return a;
    return (place_of(f, a) < place_of(f, b)) != greatest ? a : b;
}

static uint64_t median(struct format f, const uint64_t *n, bool ieee) {
    if (nan_in(f, n[0]) || nan_in(f, n[1]) || nan_in(f, n[2]))
        return selected(f, selected(f, n[0], n[1], false, false, ieee), n[2], false, false, ieee);
    for (unsigned k = 0; k < 3; k++) {
        i128 at = place_of(f, n[k]), x = place_of(f, n[(k + 1) % 3]),
             y = place_of(f, n[(k + 2) % 3]);
        if ((x <= at && at <= y) || (y <= at && at <= x))
            return n[k];
    }
    return 0;
}

static void check_selection(const char *type, struct format f) {
    static const struct {
        const char *name; // with a place for the type
        char first,
            second; // 'l'east, 'g'reatest of two numbers, then of that and the third; 'm'edian
        bool propagates, knows_ieee;
    } rows[] = {
        {"v_min_%s", 'l', 0, false, true},
        {"v_max_%s", 'g', 0, false, true},
        {"v_min_num_%s", 'l', 0, false, false},
        {"v_max_num_%s", 'g', 0, false, false},
        {"v_minimum_%s", 'l', 0, true, false},
        {"v_maximum_%s", 'g', 0, true, false},
        {"v_min3_%s", 'l', 'l', false, true},
        {"v_max3_%s", 'g', 'g', false, true},
        {"v_minmax_%s", 'l', 'g', false, true},
        {"v_maxmin_%s", 'g', 'l', false, true},
        {"v_min3_num_%s", 'l', 'l', false, false},
        {"v_max3_num_%s", 'g', 'g', false, false},
        {"v_minmax_num_%s", 'l', 'g', false, false},
        {"v_maxmin_num_%s", 'g', 'l', false, false},
        {"v_minimum3_%s", 'l', 'l', true, false},
        {"v_maximum3_%s", 'g', 'g', true, false},
        {"v_minimummaximum_%s", 'l', 'g', true, false},
        {"v_maximumminimum_%s", 'g', 'l', true, false},
        {"v_med3_%s", 'm', 'm', false, true},
        {"v_med3_num_%s", 'm', 'm', false, false},
    };
    unsigned width = width_of(f);
    for (size_t i = 0; i < (width == 64 ? 6 : sizeof rows / sizeof *rows); i++)
        for (unsigned mode = 0; mode < 2 * ROUNDS; mode++) {
            char name[40];
            snprintf(name, sizeof name, rows[i].name, type);
            t.wave.mode = 0xF0 | (mode & 1) << 9;
            bool ieee = mode & 1 && rows[i].knows_ieee, propagates = rows[i].propagates;
            fill(f, 3);
            run_on(name, width, width, rows[i].second ? 3 : 2);
            for (unsigned l = 0; l < t.wave.lanes; l++) {
                uint64_t n[3] = {given[0][l], given[1][l], given[2][l]};
                uint64_t wanted = selected(f, n[0], n[1], rows[i].first == 'g', propagates, ieee);
                if (rows[i].second)
                    wanted = selected(f, wanted, n[2], rows[i].second == 'g', propagates, ieee);
                if (rows[i].first == 'm')
                    wanted = median(f, n, ieee);
                // Which zero the median is does not matter.
                bool is_zero = rows[i].first == 'm' && !(wanted << (64 - width) << 1);
                if (!is_zero || read_lane(0, width, l) << (64 - width) << 1)
                    expect(name, l, width, wanted);
            }
        }
}

static void least_and_greatest(void **state) {
    (void)state;
    test_wave_begin(&t, 12, 64);
    check_selection("f16", half_format);
    check_selection("f32", single_format);
    check_selection("f64", double_format);
}

// ---- Integers, mantissas, exponents ------------------------------------------------------------

// The integer below (0), above (1), towards zero (2), or nearest (3).
static quad integer_of(quad value, unsigned how) {
    if (value - value != 0 || value >= power_of_2(62) || value <= -power_of_2(62))
        return value;
    int64_t cut = (int64_t)value;
    quad rest = value - cut;
    if (how == 0)
        cut -= rest < 0;
    else if (how == 1)
        cut += rest > 0;
    else if (how == 3) {
        quad half = (quad)0.5;
        cut += rest > half || (rest == half && cut & 1);
        cut -= rest < -half || (rest == -half && cut & 1);
    }
    return cut == 0 && bits_of_quad(value) >> 127 ? -(quad)0 : (quad)cut;
}

static void check_integers(const char *type, struct format f) {
    static const char *const names[] = {"v_floor_%s", "v_ceil_%s", "v_trunc_%s", "v_rndne_%s"};
    unsigned width = width_of(f);
    for (unsigned i = 0; i < 4 * ROUNDS; i++) {
        char name[20];
        snprintf(name, sizeof name, names[i % 4], type);
        fill(f, 1);
        run_on(name, width, width, 1);
        for (unsigned l = 0; l < t.wave.lanes; l++)
            expect(name, l, width,
                   nan_in(f, given[0][l])
                       ? given[0][l] | quiet_of(f)
                       : rounded_to(f, integer_of(value_of(f, given[0][l]), i % 4), TO_NEAREST));
        snprintf(name, sizeof name, "v_fract_%s", type);
        run_on(name, width, width, 1);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            quad value = nan_in(f, given[0][l]) ? 0 : value_of(f, given[0][l]);
            uint64_t one = (uint64_t)bias_of(f) << f.mantissa;
            uint64_t wanted = rounded_to(f, value - integer_of(value, 0), TO_NEAREST);
            if (nan_in(f, given[0][l]) || value - value != 0)
                wanted = quiet_of(f) | (nan_in(f, given[0][l]) ? given[0][l] : 0);
            expect(name, l, width, wanted == one ? one - 1 : wanted);
        }
    }
}

static void check_exponents(const char *type, struct format f) {
    unsigned width = width_of(f);
    char name[40], word[16];
    for (unsigned i = 0; i < 16 * ROUNDS; i++) {
        static const int distances[] = {5, 40, 300, 2200};
        int n[MAX_LANES];
        t.wave.mode = (width == 32 ? i & 3 : (i & 3) << 2) | 0xF0;
        fill(f, 1);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            int limit = distances[test_random() % 4];
            n[l] = (int)(test_random() % (2u * (unsigned)limit)) - limit;
            if (test_random() % 32 == 0)
                n[l] = width == 16 ? INT16_MIN : INT32_MIN;
            t.vectors[4][l] = (uint32_t)n[l];
        }
        test_run(&t, "v_ldexp_%s %s, %s, v4", type, operand(name, 0, width),
                 operand(word, 2, width));
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            int limited = n[l] < -5000 ? -5000 : n[l];
            uint64_t bits = given[0][l];
            expect("v_ldexp", l, width,
                   nan_in(f, bits) ? bits | quiet_of(f)
                                   : rounded_to(f, value_of(f, bits) * power_of_2(limited), i & 3));
        }
        snprintf(name, sizeof name, "v_frexp_mant_%s", type);
        run_on(name, width, width, 1);
        bool is_normal[MAX_LANES];
        quad mantissas[MAX_LANES];
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            uint64_t bits = given[0][l];
            is_normal[l] = (bits & infinity_of(f)) != infinity_of(f) && bits & ~sign_of(f);
            mantissas[l] = is_normal[l] ? value_of(f, read_lane(0, width, l)) : 0;
            if (!is_normal[l])
                expect(name, l, width, nan_in(f, bits) ? bits | quiet_of(f) : bits);
        }
        snprintf(name, sizeof name, "v_frexp_exp_%s_%s", width == 16 ? "i16" : "i32", type);
        run_on(name, width == 16 ? 16 : 32, width, 1);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            int exponent = width == 16 ? (int16_t)t.vectors[0][l] : (int32_t)t.vectors[0][l];
            quad size = mantissas[l] < 0 ? -mantissas[l] : mantissas[l];
            if (is_normal[l]) {
                assert_true(size >= (quad)0.5 && size < 1);
                assert_true(mantissas[l] * power_of_2(exponent) == value_of(f, given[0][l]));
            } else
                assert_int_equal(exponent, 0);
        }
    }
    t.wave.mode = 0xF0;
}

static void integers_and_exponents(void **state) {
    (void)state;
    test_wave_begin(&t, 11, 64);
    check_integers("f16", half_format);
    check_integers("f32", single_format);
    check_integers("f64", double_format);
    check_exponents("f16", half_format);
    check_exponents("f32", single_format);
    check_exponents("f64", double_format);
}

// ---- Division's steps --------------------------------------------------------------------------

// Quotients that become denormals when they are scaled, halfway between two of them but for a small
// rest.
static void fill_halfway(struct format f, int scale) {
    for (unsigned l = 0; l < t.wave.lanes; l += 2) {
        int least = 1 - bias_of(f) - (int)f.mantissa;
        quad middle = ((quad)(test_random() % 64) + (quad)0.5) * power_of_2(least + scale);
        given[0][l] =
            rounded_to(f, power_of_2(-(bias_of(f) / 2)) * (test_random() % 2 ? 1 : -1), 0);
        int distance = 2 * (int)f.mantissa + 16;
        given[1][l] = rounded_to(f, power_of_2(least + scale + bias_of(f) / 2 - distance), 0);
        given[2][l] = rounded_to(f, middle, TO_NEAREST);
        for (unsigned k = 0; k < 3; k++)
            write_lane(2 + 2 * k, width_of(f), l, given[k][l]);
    }
}

// With the lane's bit of VCC, the result is scaled before it is rounded.
static void check_div_fmas(const char *name, struct format f, int scale) {
    unsigned width = width_of(f);
    for (unsigned i = 0; i < 4 * ROUNDS; i++) {
        uint64_t vcc = test_random();
        write_pair(&t.wave.scalars[S_VCC], vcc);
        t.wave.mode = 0xF0;
        fill(f, 3);
        fill_halfway(f, scale);
        run_on(name, width, width, 3);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            uint64_t n[3] = {given[0][l], given[1][l], given[2][l]};
            uint64_t wanted = computed(f, FMA, n, TO_NEAREST);
            bool is_large = (n[2] & infinity_of(f)) >> f.mantissa > (uint64_t)bias_of(f);
            if (vcc >> l & 1 && !nan_in(f, wanted)) {
                quad exact = sum_to_odd(value_of(f, n[0]) * value_of(f, n[1]), value_of(f, n[2]));
                // An f64 that does not fit before it is scaled down is not a quotient.
                bool overflows = width == 64 && wanted << 1 == infinity_of(f) << 1;
                if (!overflows)
                    wanted =
                        rounded_to(f, exact * power_of_2(is_large ? scale : -scale), TO_NEAREST);
            }
            expect(name, l, width, wanted);
        }
    }
}

static void division_is_fixed(void **state) {
    (void)state;
    static const struct {
        uint32_t quotient, denominator, numerator, result;
    } rows[] = {
        {0x3F800000, 0x40000000, 0x7FA00000, 0x7FE00000}, // a NaN
        {0x3F800000, 0xFFC00001, 0x3F800000, 0xFFC00001},
        {0x3F800000, 0, 0x80000000, 0xFFC00000},          // 0/0
        {0x3F800000, 0x7F800000, 0x7F800000, 0xFFC00000}, // infinity/infinity
        {0x3F800000, 0x80000000, 0x3F800000, 0xFF800000}, // 1/-0
        {0x3F800000, 0x40000000, 0xFF800000, 0xFF800000}, // -infinity/2
        {0x3F800000, 0xFF800000, 0x3F800000, 0x80000000}, // 1/-infinity
        {0x3F800000, 0x40000000, 0, 0},
        {0x3F800000, 0x7F000000, 0x80000001, 0x80000000}, // too small
        {0x7FC00000, 0x00000001, 0x7F000000, 0x7F800000}, // too large
        {0xC0A00000, 0x40000000, 0x41200000, 0x40A00000}, // the sign is that of the operands
    };
    test_wave_begin(&t, 11, 64);
    check_div_fmas("v_div_fmas_f32", single_format, 64);
    check_div_fmas("v_div_fmas_f64", double_format, 128);
    write_pair(&t.wave.scalars[S_VCC], 0);
    t.wave.mode = 0;
    t.vectors[2][0] = 1; // a denormal stays
    t.vectors[4][0] = 0x7F000000;
    test_run(&t, "v_div_fmas_f32 v0, v2, v4, 0");
    assert_int_equal(t.vectors[0][0], 0x34800000);
    t.wave.mode = 0xF0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        t.vectors[2][0] = rows[i].quotient;
        t.vectors[4][0] = rows[i].denominator;
        t.vectors[6][0] = rows[i].numerator;
        test_run(&t, "v_div_fixup_f32 v0, v2, v4, v6");
        assert_int_equal(t.vectors[0][0], rows[i].result);
    }
}

// The segments of 2/pi, put together, are its bits: 0xA2F9836E4E441529FC2757D1F534DDC0DB62...
static void segments_of_two_over_pi(void **state) {
    static const uint64_t bits[] = {0xA2F9836E4E441529, 0xFC2757D1F534DDC0, 0xDB62000000000000};
    quad sum = 0, wanted = 0;
    (void)state;
    test_wave_begin(&t, 11, 32);
    write_lane(2, 64, 0, 0x3FF0000000000000);
    for (unsigned i = 0; i < 2; i++) {
        test_run(&t, "v_trig_preop_f64 v[0:1], v[2:3], %u", i);
        sum += value_of(double_format, read_lane(0, 64, 0));
    }
    for (int i = 0; i < 2; i++)
        wanted += (quad)(i ? bits[i] >> 22 << 22 : bits[i]) * power_of_2(-64 * (i + 1));
    assert_true(sum == wanted);
}

// ---- Functions ---------------------------------------------------------------------------------

static long double inverse(long double value) {
    return 1 / value;
}

static long double inverse_root(long double value) {
    return 1 / sqrtl(value);
}

#define TURN 6.283185307179586476925286766559005768L

static long double sine(long double turns) {
    long double rest = remainderl(turns, 1);
    return fabsl(rest) == 0.5L ? 0 : sinl(rest * TURN);
}

static long double cosine(long double turns) {
    long double rest = remainderl(turns, 1);
    return fabsl(rest) == 0.25L ? 0 : cosl(rest * TURN);
}

static const struct {
    const char *name;
    long double (*exact)(long double);
} functions[] = {
    {"rcp", inverse}, {"rsq", inverse_root}, {"sqrt", sqrtl}, {"exp", exp2l},
    {"log", log2l},   {"sin", sine},         {"cos", cosine},
};
enum { FUNCTIONS = sizeof functions / sizeof *functions, OF_F64 = 3 };

// How far a result is from the exact one, in units of its last place.
static long double distance(struct format f, uint64_t got, long double exact) {
    int exponent = (int)(got >> f.mantissa & ((1u << f.exponent) - 1));
    long double unit =
        (long double)power_of_2((exponent ? exponent : 1) - bias_of(f) - (int)f.mantissa);
    return fabsl((long double)value_of(f, got) - exact) / unit;
}

// Results are off by less than a unit, and not always right; those that are exact are right.
static void check_function(const char *type, struct format f, size_t i, long double most) {
    unsigned width = width_of(f), off = 0, all = 0;
    char name[20];
    snprintf(name, sizeof name, "v_%s_%s", functions[i].name, type);
    for (unsigned round = 0; round < 10 * ROUNDS; round++) {
        fill(f, 1);
        run_on(name, width, width, 1);
        for (unsigned l = 0; l < t.wave.lanes; l++) {
            bool is_single =
                width == 32 && functions[i].exact != sine && functions[i].exact != cosine;
            uint64_t bits = is_single ? flushed_in(f, given[0][l]) : given[0][l];
            if (nan_in(f, bits)) {
                expect(name, l, width, bits | quiet_of(f));
                continue;
            }
            long double exact = functions[i].exact((long double)value_of(f, bits));
            uint64_t rounded =
                isnan(exact) ? quiet_of(f) | sign_of(f) : rounded_to(f, exact, TO_NEAREST);
            if (is_single)
                rounded = flushed_in(f, rounded);
            bool is_edge = isnan(exact) || isinf(exact) || denormal_in(f, rounded) ||
                           rounded << (65 - width) == 0 ||
                           rounded << (65 - width) == infinity_of(f) << (65 - width) ||
                           (long double)value_of(f, rounded) == exact;
            uint64_t got = read_lane(0, width, l);
            if (is_edge && got != rounded && distance(f, got, exact) > most)
                expect(name, l, width, rounded);
            if (is_edge)
                continue;
            all++;
            off += got != rounded;
            if (!(distance(f, got, exact) < most))
                fail_msg("%s of %#llx is %#llx, which is far from %.25Lg", name,
                         (unsigned long long)bits, (unsigned long long)got, exact);
        }
    }
    assert_true(width == 16 ? off > 0 : off > all / 20);
}

static void functions_are_as_precise_as_hardware(void **state) {
    (void)state;
    test_wave_begin(&t, 11, 64);
    for (size_t i = 0; i < FUNCTIONS; i++) {
        check_function("f32", single_format, i, 1);
        check_function("f16", half_format, i, 0.511L);
    }
    for (size_t i = 0; i < OF_F64; i++)
        check_function("f64", double_format, i, 0x1p27L);
}

// Examples of AMD's documents.
static void functions_at_the_edges(void **state) {
    static const struct {
        const char *name;
        uint32_t source, result;
    } rows[] = {
        {"v_exp_f32", 0xFF800000, 0},
        {"v_exp_f32", 0x80000000, 0x3F800000},
        {"v_exp_f32", 0x7F800000, 0x7F800000},
        {"v_exp_f32", 0xC2FE0000, 0},
        {"v_log_f32", 0xFF800000, 0xFFC00000},
        {"v_log_f32", 0xBF800000, 0xFFC00000},
        {"v_log_f32", 0x80000000, 0xFF800000},
        {"v_log_f32", 0x00000001, 0xFF800000},
        {"v_log_f32", 0x3F800000, 0},
        {"v_log_f32", 0x7F800000, 0x7F800000},
        {"v_rcp_f32", 0xFF800000, 0x80000000},
        {"v_rcp_f32", 0xC0000000, 0xBF000000},
        {"v_rcp_f32", 0x80000000, 0xFF800000},
        {"v_rcp_f32", 0x807FFFFF, 0xFF800000},
        {"v_rcp_f32", 0x7F7FFFFF, 0},
        {"v_rcp_iflag_f32", 0, 0x7F800000},
        {"v_rsq_f32", 0xFF800000, 0xFFC00000},
        {"v_rsq_f32", 0x80000000, 0xFF800000},
        {"v_rsq_f32", 0x40800000, 0x3F000000},
        {"v_rsq_f32", 0x7F800000, 0},
        {"v_sqrt_f32", 0xFF800000, 0xFFC00000},
        {"v_sqrt_f32", 0x80000000, 0x80000000},
        {"v_sqrt_f32", 0x40800000, 0x40000000},
        {"v_sqrt_f32", 0x00400000, 0},
        {"v_sin_f32", 0xFF800000, 0xFFC00000},
        {"v_sin_f32", 0xFF7FFFFF, 0},
        {"v_sin_f32", 0x80000000, 0x80000000},
        {"v_sin_f32", 0x3E800000, 0x3F800000},
        {"v_cos_f32", 0x7F800000, 0xFFC00000},
        {"v_cos_f32", 0xFF7FFFFF, 0x3F800000},
        {"v_cos_f32", 0x80000000, 0x3F800000},
        {"v_cos_f32", 0x3E800000, 0},
        {"v_sin_f16", 0xFC00, 0xFE00},
        {"v_sin_f16", 0x7BFF, 0},
        {"v_cos_f16", 0x3400, 0},
        {"v_rsq_f16", 0x4400, 0x3800},
        {"v_log_f16", 0x8000, 0xFC00},
        {"v_sqrt_f16", 0xFC00, 0xFE00},
        {"v_cubeid_f32", 0xBF800000, 0x40A00000},
        {"v_cubema_f32", 0xBF800000, 0xC0000000},
        {"v_cubesc_f32", 0xBF800000, 0x3F800000},
        {"v_cubetc_f32", 0xBF800000, 0x3F800000},
    };
    (void)state;
    test_wave_begin(&t, 10, 32);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        t.vectors[1][0] = rows[i].source;
        if (strncmp(rows[i].name, "v_cube", 6) == 0)
            test_run(&t, "%s v0, v1, v1, v1", rows[i].name);
        else
            test_run(&t, "%s v0, v1", rows[i].name);
        if (t.vectors[0][0] != rows[i].result)
            fail_msg("%s of %#x is %#x, not %#x", rows[i].name, rows[i].source, t.vectors[0][0],
                     rows[i].result);
    }
    // On gfx9, angles of more than 256 turns are as 0.
    test_wave_begin(&t, 9, 64);
    t.vectors[1][0] = 0x43800800;
    test_run(&t, "v_sin_f32 v0, v1");
    assert_int_equal(t.vectors[0][0], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products),
        cmocka_unit_test(least_and_greatest),
        cmocka_unit_test(integers_and_exponents),
        cmocka_unit_test(division_is_fixed),
        cmocka_unit_test(segments_of_two_over_pi),
        cmocka_unit_test(functions_are_as_precise_as_hardware),
        cmocka_unit_test(functions_at_the_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
