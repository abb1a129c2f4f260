// Packed operations: each half is what the plain operation computes of the halves that op_sel
// chooses.
#include "machine_test.h"

static const struct row {
    const char *packed, *plain;
    unsigned sources;
    bool is_float, clamps;
} rows[] = {
    {"v_pk_add_u16", "v_add_nc_u16", 2, false, true},
    {"v_pk_sub_u16", "v_sub_nc_u16", 2, false, true},
    {"v_pk_add_i16", "v_add_nc_i16", 2, false, true},
    {"v_pk_sub_i16", "v_sub_nc_i16", 2, false, true},
    {"v_pk_mul_lo_u16", "v_mul_lo_u16", 2, false, false},
    {"v_pk_mad_u16", "v_mad_u16", 3, false, true},
    {"v_pk_mad_i16", "v_mad_i16", 3, false, true},
    {"v_pk_lshlrev_b16", "v_lshlrev_b16", 2, false, false},
    {"v_pk_lshrrev_b16", "v_lshrrev_b16", 2, false, false},
    {"v_pk_ashrrev_i16", "v_ashrrev_i16", 2, false, false},
    {"v_pk_min_u16", "v_min_u16", 2, false, false},
    {"v_pk_max_u16", "v_max_u16", 2, false, false},
    {"v_pk_min_i16", "v_min_i16", 2, false, false},
    {"v_pk_max_i16", "v_max_i16", 2, false, false},
    {"v_pk_add_f16", "v_add_f16", 2, true, true},
    {"v_pk_mul_f16", "v_mul_f16", 2, true, true},
    {"v_pk_fma_f16", "v_fma_f16", 3, true, true},
    {"v_pk_min_f16", "v_min_f16", 2, true, true},
    {"v_pk_max_f16", "v_max_f16", 2, true, true},
    {"v_pk_min_num_f16", "v_min_num_f16", 2, true, true},
    {"v_pk_max_num_f16", "v_max_num_f16", 2, true, true},
    {"v_pk_minimum_f16", "v_minimum_f16", 2, true, true},
    {"v_pk_maximum_f16", "v_maximum_f16", 2, true, true},
    {"v_pk_minimum3_f16", "v_minimum3_f16", 3, true, true},
    {"v_pk_maximum3_f16", "v_maximum3_f16", 3, true, true},
};

static void fill(struct test_wave *t, unsigned index) {
    for (unsigned l = 0; l < t->wave.lanes; l++)
        t->vectors[index][l] = (uint32_t)test_number();
}

// "NAME v10, v0, v1, v2", with so many sources.
static int head(char *text, const char *name, unsigned result, unsigned first, unsigned sources) {
    int length = sprintf(text, "%s v%u", name, result);
    for (unsigned i = 0; i < sources; i++)
        length += sprintf(text + length, ", v%u", first + i);
    return length;
}

// " NAME:[1,0,1]"
static int bits(char *text, const char *name, unsigned value, unsigned count) {
    int length = sprintf(text, " %s:[%u", name, value & 1);
    for (unsigned i = 1; i < count; i++)
        length += sprintf(text + length, ",%u", value >> i & 1);
    return length + sprintf(text + length, "]");
}

static void check_row(struct test_wave *t, const struct row *row) {
    char text[160];
    uint64_t exec = test_random();
    unsigned low = (unsigned)test_random() & 7, high = (unsigned)test_random() & 7;
    unsigned negate_low = row->is_float ? (unsigned)test_random() & 7 : 0;
    unsigned negate_high = row->is_float ? (unsigned)test_random() & 7 : 0;
    const char *clamp = row->clamps && test_random() & 1 ? " clamp" : "";
    for (unsigned i = 0; i < 3; i++)
        fill(t, i);
    for (unsigned l = 0; l < t->wave.lanes; l++)
        t->vectors[10][l] = 0xABCD0000 + l;
    test_set_exec(t, exec);
    int length = head(text, row->packed, 10, 0, row->sources);
    length += bits(text + length, "op_sel", low, row->sources);
    length += bits(text + length, "op_sel_hi", high, row->sources);
    length += bits(text + length, "neg_lo", negate_low, row->sources);
    length += bits(text + length, "neg_hi", negate_high, row->sources);
    sprintf(text + length, "%s", clamp);
    test_run(t, "%s", text);

    // The same in two parts, of registers that have the halves.
    test_set_exec(t, UINT64_MAX);
    for (unsigned half = 0; half < 2; half++) {
        unsigned chosen = half ? high : low, negated = half ? negate_high : negate_low;
        for (unsigned i = 0; i < row->sources; i++)
            for (unsigned l = 0; l < t->wave.lanes; l++)
                t->vectors[20 + i][l] = (t->vectors[i][l] >> (chosen >> i & 1 ? 16 : 0) & 0xFFFF) ^
                                        (negated >> i & 1) << 15;
        head(text, row->plain, 30 + half, 20, row->sources);
        test_run(t, "%s%s", text, clamp);
    }
    for (unsigned l = 0; l < t->wave.lanes; l++) {
        uint32_t wanted = (t->vectors[30][l] & 0xFFFF) | t->vectors[31][l] << 16;
        if (!(exec >> l & 1))
            wanted = 0xABCD0000 + l;
        if (t->vectors[10][l] != wanted)
            fail_msg("%s, lane %u: %#x, not %#x", row->packed, l, t->vectors[10][l], wanted);
    }
}

static void halves_are_as_plain_operations(void **state) {
    static struct test_wave t;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned run = 0; run < 40; run++) {
            test_wave_begin(&t, run & 2 ? 9 : 11, run & 1 ? 64 : 32);
            check_row(&t, &rows[i]);
        }
}

static void sums_and_products_of_halves(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 9, 64);
    for (unsigned l = 0; l < 64; l++) {
        t.vectors[0][l] = 0xFFF0 | (l + 1) << 16;
        t.vectors[1][l] = 0x0020 | 0xFFFFu << 16;
    }
    test_run(&t, "v_pk_add_u16 v2, v0, v1");
    test_run(&t, "v_pk_add_u16 v3, v0, v1 clamp");
    test_run(&t, "v_pk_mul_lo_u16 v4, v0, 3 op_sel_hi:[1,0]");
    test_run(&t, "v_pk_lshlrev_b16 v5, 4, v0 op_sel_hi:[0,1]");
    for (unsigned l = 0; l < 64; l++) {
        assert_int_equal(t.vectors[2][l], 0x0010 | l << 16);
        assert_int_equal(t.vectors[3][l], 0xFFFF | 0xFFFFu << 16);
        assert_int_equal(t.vectors[4][l], 0xFFD0 | (3 * (l + 1)) << 16);
        assert_int_equal(t.vectors[5][l], 0xFF00 | (16 * (l + 1)) << 16);
    }
}

// What is written is the third source.
static void products_are_added_to_a_register(void **state) {
    static struct test_wave t;
    (void)state;
    for (unsigned generation = 9; generation <= 11; generation++) {
        test_wave_begin(&t, generation, 64);
        for (unsigned i = 0; i < 3; i++)
            fill(&t, i);
        test_run(&t, "v_pk_fma_f16 v3, v0, v1, v2");
        test_run(&t, "v_pk_fmac_f16 v2, v0, v1");
        assert_memory_equal(t.vectors[2], t.vectors[3], sizeof t.vectors[2]);
    }
}

static uint32_t bits_of(float value) {
    uint32_t result;
    memcpy(&result, &value, sizeof result);
    return result;
}

static void pairs_of_floats(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 9, 64);
    test_set_exec(&t, 0xFFFF0000FFFF);
    for (unsigned l = 0; l < 64; l++) {
        t.vectors[0][l] = bits_of((float)l);
        t.vectors[1][l] = bits_of(100 + (float)l);
        t.vectors[2][l] = bits_of(3);
        t.vectors[3][l] = bits_of(5);
        t.vectors[4][l] = bits_of(0.5f);
        t.vectors[5][l] = bits_of(0.25f);
    }
    test_run(&t, "v_pk_fma_f32 v[6:7], v[0:1], v[2:3], v[4:5]");
    test_run(&t, "v_pk_mul_f32 v[8:9], v[0:1], v[2:3] op_sel:[0,1] op_sel_hi:[0,0] neg_hi:[1,0]");
    t.wave.scalars[4] = bits_of(8);
    t.wave.scalars[5] = bits_of(9);
    test_run(&t, "v_pk_add_f32 v[10:11], v[0:1], s[4:5]");
    test_run(&t, "v_pk_add_f32 v[12:13], v[0:1], 1.0 op_sel_hi:[1,0]");
    for (unsigned l = 0; l < 64; l++) {
        float x = (float)l, y = 100 + x, on = 0xFFFF0000FFFF >> l & 1;
        assert_int_equal(t.vectors[6][l], bits_of(on * (3 * x + 0.5f)));
        assert_int_equal(t.vectors[7][l], bits_of(on * (5 * y + 0.25f)));
        assert_int_equal(t.vectors[8][l], bits_of(on * (5 * x)));
        assert_int_equal(t.vectors[9][l], on != 0 ? bits_of(-x * 3) : 0);
        assert_int_equal(t.vectors[10][l], bits_of(on * (x + 8)));
        assert_int_equal(t.vectors[11][l], bits_of(on * (y + 9)));
        assert_int_equal(t.vectors[12][l], bits_of(on * (x + 1)));
        assert_int_equal(t.vectors[13][l], bits_of(on * (y + 1)));
    }
}

static void pairs_are_moved(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 9, 64);
    uint64_t exec = test_random();
    test_set_exec(&t, exec);
    for (unsigned i = 0; i < 4; i++)
        fill(&t, i);
    t.wave.scalars[4] = 44;
    t.wave.scalars[5] = 55;
    test_run(&t, "v_pk_mov_b32 v[4:5], v[0:1], v[2:3]");
    test_run(&t, "v_pk_mov_b32 v[6:7], v[0:1], v[0:1] op_sel:[0,1]");
    test_run(&t, "v_pk_mov_b32 v[8:9], v[0:1], v[2:3] op_sel:[1,0]");
    test_run(&t, "v_pk_mov_b32 v[10:11], s[4:5], s[4:5] op_sel:[1,0]");
    test_run(&t, "v_pk_mov_b32 v[12:13], 0, -3 op_sel_hi:[0,0]");
    test_run(&t, "v_pk_mov_b32 v[2:3], v[2:3], v[2:3] op_sel:[1,0]"); // exchanges the halves
    for (unsigned l = 0; l < 64; l++) {
        bool on = exec >> l & 1;
        uint32_t a = t.vectors[0][l], b = t.vectors[1][l];
        uint32_t c = t.vectors[on ? 3 : 2][l], d = t.vectors[on ? 2 : 3][l];
        const uint32_t wanted[] = {a, c, a, b, b, c, 55, 44, 0, (uint32_t)-3};
        (void)d;
        for (unsigned i = 0; i < 10; i++)
            assert_int_equal(t.vectors[4 + i][l], on ? wanted[i] : 0);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sums_and_products_of_halves),
        cmocka_unit_test(halves_are_as_plain_operations),
        cmocka_unit_test(products_are_added_to_a_register),
        cmocka_unit_test(pairs_of_floats),
        cmocka_unit_test(pairs_are_moved),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
