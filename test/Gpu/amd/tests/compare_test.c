// Comparisons and classes of numbers, by the order of their bits.
#include "machine_test.h"

enum order { LESS = 1, SAME = 2, MORE = 4, UNORDERED = 8 };

static const struct {
    const char *name;
    unsigned orders; // in which it is true
} float_tests[] =
    {
        {"f", 0},    {"lt", 1},   {"eq", 2},   {"le", 3},   {"gt", 4},   {"lg", 5},
        {"ge", 6},   {"o", 7},    {"u", 8},    {"nge", 9},  {"nlg", 10}, {"ngt", 11},
        {"nle", 12}, {"neq", 13}, {"nlt", 14}, {"tru", 15}, {"t", 15},
},
  integer_tests[] = {
      {"f", 0}, {"lt", 1}, {"eq", 2}, {"le", 3}, {"gt", 4}, {"ne", 5}, {"ge", 6}, {"t", 7},
};

// A kind of numbers; `fraction` is 0 for integers.
static const struct type {
    const char *name;
    unsigned bits, fraction;
    unsigned mode; // the bit of MODE that lets operands be denormal
} types[] = {
    {"u16", 16, 0, 0},        {"i16", 16, 0, 0},        {"u32", 32, 0, 0},
    {"i32", 32, 0, 0},        {"u64", 64, 0, 0},        {"i64", 64, 0, 0},
    {"f16", 16, 10, 1u << 6}, {"f32", 32, 23, 1u << 4}, {"f64", 64, 52, 1u << 6},
};

static uint64_t kept(uint64_t value, const struct type *type) {
    return type->bits == 64 ? value : value & ((1ull << type->bits) - 1);
}

static uint64_t sign_of(const struct type *type) {
    return 1ull << (type->bits - 1);
}

static uint64_t infinity_of(const struct type *type) {
    return sign_of(type) - (1ull << type->fraction);
}

// A number that sorts as the number of these bits does; -0 and 0 are the same.
static int64_t sorted(uint64_t bits, const struct type *type, bool flushes) {
    uint64_t size = bits & ~sign_of(type);
    if (flushes && size < 1ull << type->fraction)
        size = 0;
    return bits & sign_of(type) ? -(int64_t)size : (int64_t)size;
}

static enum order order_of(uint64_t a, uint64_t b, const struct type *type, bool flushes) {
    uint64_t sign = sign_of(type);
    if (type->fraction) {
        if ((a & ~sign) > infinity_of(type) || (b & ~sign) > infinity_of(type))
            return UNORDERED;
        int64_t x = sorted(a, type, flushes), y = sorted(b, type, flushes);
        return x < y ? LESS : x > y ? MORE : SAME;
    }
    if (type->name[0] == 'i') {
        a ^= sign;
        b ^= sign;
    }
    return a < b ? LESS : a > b ? MORE : SAME;
}

// Bits of numbers, of which many are special or near to those of `near`.
static uint64_t number(const struct type *type, uint64_t near) {
    uint64_t random = test_random();
    if (!type->fraction)
        return kept(random % 3 ? test_number() : near + random / 3 % 3 - 1, type);
    uint64_t sign = random >> 40 & 1 ? sign_of(type) : 0, normal = 1ull << type->fraction;
    switch (random % 10) {
    case 0:
        return sign;
    case 1:
        return sign | infinity_of(type);
    case 2:
        return sign | infinity_of(type) | normal >> 1;
    case 3:
        return sign | infinity_of(type) | 1;
    case 4:
        return sign | (test_random() & (normal - 1));
    case 5:
        return sign | (normal - 1);
    case 6:
        return sign | normal;
    case 7:
        return kept(near, type);
    case 8:
        return kept(near + 1, type);
    default:
        return kept(test_random(), type);
    }
}

// The bits of registers that a type has not are junk.
static void set(struct test_wave *t, unsigned index, unsigned lane, uint64_t value,
                const struct type *type) {
    value |= type->bits < 64 ? test_random() << type->bits : 0;
    t->vectors[index][lane] = (uint32_t)value;
    t->vectors[index + 1][lane] = (uint32_t)(value >> 32);
}

static const char *name_of(char *name, unsigned index, unsigned bits) {
    sprintf(name, bits == 64 ? "v[%u:%u]" : "v%u", index, index + 1);
    return name;
}

enum { MASK = 8 };

static void check(struct test_wave *t, const struct type *type, const char *test, unsigned orders) {
    char mask[16], first[16], second[16];
    uint64_t wanted = 0, exec = test_random() & t->wave.present;
    bool flushes = type->fraction && !(t->wave.mode & type->mode);
    test_set_exec(t, exec);
    for (unsigned l = 0; l < t->wave.lanes; l++) {
        uint64_t a = number(type, 1), b = number(type, a);
        set(t, 0, l, a, type);
        set(t, 2, l, b, type);
        bool holds = orders & order_of(a, b, type, flushes);
        wanted |= (uint64_t)(holds && exec >> l & 1) << l;
    }
    sprintf(mask, t->wave.lanes == 64 ? "s[%u:%u]" : "s%u", MASK, MASK + 1);
    const char *a = name_of(first, 0, type->bits), *b = name_of(second, 2, type->bits);
    write_pair(&t->wave.scalars[MASK], test_random());
    test_run(t, "v_cmp_%s_%s_e64 %s, %s, %s", test, type->name, mask, a, b);
    uint64_t written = read_pair(&t->wave.scalars[MASK]) & t->wave.present;
    if (written != wanted)
        fail_msg("v_cmp_%s_%s of %u lanes: %#llx, not %#llx", test, type->name, t->wave.lanes,
                 (unsigned long long)written, (unsigned long long)wanted);
    assert_int_equal(wave_exec(&t->wave), exec);

    // v_cmpx writes EXEC; on gfx9 the mask it names as well.
    write_pair(&t->wave.scalars[MASK], 0);
    if (t->machine.generation < 10)
        test_run(t, "v_cmpx_%s_%s_e64 %s, %s, %s", test, type->name, mask, a, b);
    else
        test_run(t, "v_cmpx_%s_%s_e32 %s, %s", test, type->name, a, b);
    assert_int_equal(wave_exec(&t->wave), wanted);
    assert_int_equal(read_pair(&t->wave.scalars[MASK]), t->machine.generation < 10 ? wanted : 0);
}

static void numbers_are_ordered(void **state) {
    static struct test_wave t;
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (unsigned run = 0; run < 40; run++) {
            bool is_gfx9 = run % 3 == 0;
            test_wave_begin(&t, is_gfx9 ? 9 : 11, is_gfx9 || run & 1 ? 64 : 32);
            t.wave.mode = (uint32_t)test_random() & 0xFF;
            if (types[i].fraction)
                for (size_t k = 0; k < sizeof float_tests / sizeof *float_tests; k++)
                    check(&t, &types[i], float_tests[k].name, float_tests[k].orders);
            else
                for (size_t k = 0; k < sizeof integer_tests / sizeof *integer_tests; k++)
                    check(&t, &types[i], integer_tests[k].name, integer_tests[k].orders);
        }
}

// The bit of a number's class, found by where it is in the order of numbers.
static unsigned class_bit(uint64_t bits, const struct type *type) {
    uint64_t size = bits & ~sign_of(type), infinity = infinity_of(type), one = 1;
    bool negative = bits & sign_of(type);
    if (size > infinity)
        return size & one << (type->fraction - 1) ? 1 : 0;
    unsigned from_zero = size == 0 ? 0 : size < one << type->fraction ? 1 : size < infinity ? 2 : 3;
    return negative ? 5 - from_zero : 6 + from_zero;
}

static void numbers_are_of_classes(void **state) {
    static struct test_wave t;
    (void)state;
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        for (unsigned run = 0; run < 40 && types[i].fraction; run++) {
            char name[16];
            uint64_t wanted = 0, exec;
            test_wave_begin(&t, 11, run & 1 ? 64 : 32);
            t.wave.mode = (uint32_t)test_random() & 0xFF; // does not matter
            exec = test_random() & t.wave.present;
            test_set_exec(&t, exec);
            for (unsigned l = 0; l < t.wave.lanes; l++) {
                uint64_t a = number(&types[i], 1);
                uint32_t classes = (uint32_t)test_random();
                set(&t, 0, l, a, &types[i]);
                t.vectors[2][l] = classes;
                wanted |= (uint64_t)(classes >> class_bit(a, &types[i]) & exec >> l & 1) << l;
            }
            name_of(name, 0, types[i].bits);
            test_run(&t, "v_cmp_class_%s_e32 %s, %s, v2", types[i].name,
                     t.wave.lanes == 64 ? "vcc" : "vcc_lo", name);
            assert_int_equal(wave_vcc(&t.wave), wanted);
            test_run(&t, "v_cmpx_class_%s_e32 %s, v2", types[i].name, name);
            assert_int_equal(wave_exec(&t.wave), wanted);
        }
}

static void signs_are_changed_before_comparisons(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 11, 32);
    for (unsigned l = 0; l < 32; l++) {
        float value = (float)l - 16;
        memcpy(&t.vectors[0][l], &value, sizeof value);
    }
    test_run(&t, "v_cmp_gt_f32_e64 s0, |v0|, 4.0");
    test_run(&t, "v_cmp_gt_f32_e64 s1, -v0, 4.0");
    test_run(&t, "v_cmp_class_f32_e64 s2, -|v0|, 0x108"); // normal numbers
    test_run(&t, "v_cmp_class_f32_e64 s3, -|v0|, 0x100"); // positive ones
    assert_int_equal(t.wave.scalars[0], 0xFFE00FFF);
    assert_int_equal(t.wave.scalars[1], 0x00000FFF);
    assert_int_equal(t.wave.scalars[2], 0xFFFEFFFF);
    assert_int_equal(t.wave.scalars[3], 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_ordered),
        cmocka_unit_test(numbers_are_of_classes),
        cmocka_unit_test(signs_are_changed_before_comparisons),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
