// Operations between lanes.
#include "machine_test.h"

static struct test_wave t, before;

// A wave in which v0 to v9 have junk, and about three of four lanes are active.
static void begin(unsigned generation, unsigned lanes) {
    test_wave_begin(&t, generation, lanes);
    for (unsigned i = 0; i < 10; i++)
        for (unsigned l = 0; l < lanes; l++)
            t.vectors[i][l] = (uint32_t)test_random();
    test_set_exec(&t, test_random() | test_random());
    before = t;
}

static bool is_active(unsigned lane) {
    return wave_exec(&before.wave) >> lane & 1;
}

// That a register has changed in active lanes to `wanted`, and otherwise not.
static void expect(unsigned index, const uint32_t *wanted) {
    for (unsigned l = 0; l < t.wave.lanes; l++) {
        uint32_t value = is_active(l) ? wanted[l] : before.vectors[index][l];
        if (t.vectors[index][l] != value)
            fail_msg("v%u of lane %u of %u: %#x, not %#x", index, l, t.wave.lanes,
                     t.vectors[index][l], value);
    }
}

static void one_lane_is_read_or_written(void **state) {
    (void)state;
    for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
        begin(11, lanes);
        t.wave.scalars[3] = 0xFFFFFFD5; // lane 21 of 32 and of 64
        t.wave.scalars[S_M0] = 39;      // lane 7 of 32
        test_run(&t, "v_readlane_b32 s4, v2, s3");
        test_run(&t, "v_readlane_b32 s5, v2, m0");
        test_run(&t, "v_readlane_b32 s6, v2, 31");
        assert_int_equal(t.wave.scalars[4], t.vectors[2][21]);
        assert_int_equal(t.wave.scalars[5], t.vectors[2][lanes == 32 ? 7 : 39]);
        assert_int_equal(t.wave.scalars[6], t.vectors[2][31]);

        test_set_exec(&t, (1ull << 5 | 1ull << 9) << (lanes - 16));
        test_run(&t, "v_readfirstlane_b32 s7, v2");
        assert_int_equal(t.wave.scalars[7], t.vectors[2][lanes - 11]);
        test_set_exec(&t, 0);
        test_run(&t, "v_readfirstlane_b32 vcc_lo, v2");
        assert_int_equal(t.wave.scalars[S_VCC], t.vectors[2][0]);

        test_run(&t, "v_writelane_b32 v3, s4, m0");
        test_run(&t, "v_writelane_b32 v3, -7, 12");
        for (unsigned l = 0; l < lanes; l++)
            assert_int_equal(t.vectors[3][l], l == 12 ? (uint32_t)-7
                                              : l == (lanes == 32 ? 7u : 39u)
                                                  ? t.wave.scalars[4]
                                                  : before.vectors[3][l]);
    }
}

static void lanes_of_rows_are_permuted(void **state) {
    (void)state;
    for (unsigned run = 0; run < 64; run++) {
        unsigned lanes = run & 1 ? 64 : 32;
        bool other_row = run & 2, variable = run & 4, fetches = run & 8, bounded = run & 16;
        bool same_register = run & 32;
        uint32_t wanted[64];
        begin(12, lanes);
        t.wave.scalars[2] = before.wave.scalars[2] = (uint32_t)test_random();
        t.wave.scalars[3] = before.wave.scalars[3] = (uint32_t)test_random();
        unsigned result = same_register ? 1 : 0;
        test_run(&t, "v_permlane%s16%s_b32 v%u, v1, %s op_sel:[%d,%d]", other_row ? "x" : "",
                 variable ? "_var" : "", result, variable ? "v2" : "s2, s3", fetches, bounded);
        for (unsigned l = 0; l < lanes; l++) {
            unsigned place = l % 16, choice = variable ? before.vectors[2][l] % 16
                                              : place < 8
                                                  ? t.wave.scalars[2] >> 4 * place & 15
                                                  : t.wave.scalars[3] >> 4 * (place - 8) & 15;
            unsigned row = l / 16,
                     from = 16 * (other_row ? (row % 2 ? row - 1 : row + 1) : row) + choice;
            wanted[l] = is_active(from) || fetches ? before.vectors[1][from]
                        : bounded                  ? 0
                                                   : before.vectors[result][l];
        }
        expect(result, wanted);
    }
}

static void halves_of_a_wave_are_exchanged(void **state) {
    uint32_t wanted[64];
    (void)state;
    begin(11, 64);
    test_run(&t, "v_permlane64_b32 v0, v1");
    test_run(&t, "v_permlane64_b32 v2, v2");
    for (unsigned l = 0; l < 64; l++)
        wanted[l] = before.vectors[1][(l + 32) % 64];
    expect(0, wanted);
    for (unsigned l = 0; l < 64; l++)
        wanted[l] = before.vectors[2][(l + 32) % 64];
    expect(2, wanted);
    begin(11, 32);
    test_run(&t, "v_permlane64_b32 v0, v1");
    assert_memory_equal(t.vectors, before.vectors, sizeof t.vectors);
}

static void blocks_of_two_registers_are_exchanged(void **state) {
    (void)state;
    for (unsigned size = 16; size <= 32; size += 16) {
        uint32_t first[64], second[64];
        begin(9, 64);
        test_set_exec(&t, UINT64_MAX);
        before = t;
        test_run(&t, "v_permlane%u_swap_b32 v0, v1", size);
        for (unsigned l = 0; l < 64; l++) {
            bool odd = l / size % 2;
            first[l] = odd ? before.vectors[1][l - size] : before.vectors[0][l];
            second[l] = odd ? before.vectors[1][l] : before.vectors[0][l + size];
        }
        expect(0, first);
        expect(1, second);
    }
}

static void registers_are_exchanged(void **state) {
    uint32_t wanted[64];
    (void)state;
    for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
        begin(11, lanes);
        test_run(&t, "v_swap_b32 v0, v1");
        expect(0, before.vectors[1]);
        expect(1, before.vectors[0]);
        begin(11, lanes);
        test_run(&t, "v_swap_b16 v0.h, v1.l");
        for (unsigned l = 0; l < lanes; l++)
            wanted[l] = (before.vectors[0][l] & 0xFFFF) | before.vectors[1][l] << 16;
        expect(0, wanted);
        for (unsigned l = 0; l < lanes; l++)
            wanted[l] = (before.vectors[1][l] & 0xFFFF0000) | before.vectors[0][l] >> 16;
        expect(1, wanted);
    }
}

static void m0_chooses_registers(void **state) {
    (void)state;
    begin(10, 32);
    t.wave.scalars[S_M0] = 3;
    test_run(&t, "v_movrels_b32 v0, v2");
    expect(0, before.vectors[5]);
    test_run(&t, "v_movreld_b32 v1, v3");
    expect(4, before.vectors[3]);
    test_run(&t, "v_movreld_b32 v6, 77");
    for (unsigned l = 0; l < 32; l++)
        assert_int_equal(t.vectors[9][l], is_active(l) ? 77 : before.vectors[9][l]);
    begin(10, 32);
    t.wave.scalars[S_M0] = 3;
    test_run(&t, "v_movrelsd_b32 v1, v5");
    expect(4, before.vectors[8]);
    t.wave.scalars[S_M0] = 4 << 16 | 1;
    test_run(&t, "v_movrelsd_2_b32 v2, v0");
    expect(6, before.vectors[1]);
    begin(10, 64);
    t.wave.scalars[S_M0] = 4 << 16 | 1;
    test_run(&t, "v_swaprel_b32 v3, v1");
    expect(7, before.vectors[2]);
    expect(2, before.vectors[7]);
}

// M0 has a distance and a bit for each operand, and MODE a bit for all that.
static void index_mode_moves_registers(void **state) {
    (void)state;
    begin(9, 64);
    t.wave.scalars[S_M0] = 0xFF001003;
    test_run(&t, "v_mov_b32_e32 v9, v0");
    expect(9, before.vectors[0]);
    t.wave.mode |= 1u << 27;
    test_run(&t, "v_mov_b32_e32 v8, v1");
    expect(8, before.vectors[4]);
    t.wave.scalars[S_M0] = 0xFF008003;
    test_run(&t, "s_set_gpr_idx_idx 2");
    assert_int_equal(t.wave.scalars[S_M0], 0xFF008002);
    test_run(&t, "v_mov_b32_e32 v5, v0");
    expect(7, before.vectors[0]);
    expect(5, before.vectors[5]);
    test_run(&t, "s_set_gpr_idx_off");
    test_run(&t, "v_mov_b32_e32 v5, v0");
    expect(5, before.vectors[0]);
}

// In all of a wave, or on gfx10 and gfx11 in groups of 32.
static void lanes_are_permuted_by_addresses(void **state) {
    (void)state;
    for (unsigned run = 0; run < 40; run++) {
        static const unsigned generations[] = {9, 10, 11, 12};
        unsigned generation = generations[run % 4], lanes = generation == 9 || run & 4 ? 64 : 32;
        unsigned group = generation == 10 || generation == 11 ? 32 : lanes;
        unsigned offset = run & 8 ? 12 : 0;
        uint32_t pulled[64] = {0}, pushed[64] = {0}, fetched[64];
        begin(generation, lanes);
        char text[32] = "";
        if (offset)
            sprintf(text, " offset:%u", offset);
        test_run(&t, "ds_bpermute_b32 v0, v1, v2%s", text);
        test_run(&t, "ds_permute_b32 v3, v1, v2%s", text);
        test_run(&t, "ds_bpermute_fi_b32 v4, v1, v2%s", text);
        for (unsigned l = 0; l < lanes; l++) {
            unsigned other = l / group * group + (before.vectors[1][l] + offset) / 4 % group;
            fetched[l] = before.vectors[2][other];
            pulled[l] = is_active(other) ? before.vectors[2][other] : 0;
            if (is_active(l))
                pushed[other] = before.vectors[2][l];
        }
        expect(0, pulled);
        expect(3, pushed);
        expect(4, fetched);
        assert_int_equal(t.wave.counters[C_DS].count, 3);
        assert_int_equal(t.wave.pending_vectors[0], 1);
    }
}

static uint32_t group_of_32(unsigned lane) {
    return lane / 32 * 32;
}

// What each lane reads of lane `from` plus the first one of its group of 32.
static void expect_swizzle(const char *offset, const uint8_t *from) {
    for (unsigned lanes = 32; lanes <= 64; lanes += 32) {
        uint32_t wanted[64];
        begin(11, lanes);
        test_run(&t, "ds_swizzle_b32 v0, v1 offset:%s", offset);
        for (unsigned l = 0; l < lanes; l++) {
            unsigned other = group_of_32(l) + from[l % 32];
            wanted[l] = is_active(other) ? before.vectors[1][other] : 0;
        }
        expect(0, wanted);
        assert_int_equal(t.wave.counters[C_DS].count, 1);
    }
}

static void lanes_are_swizzled(void **state) {
    (void)state;
    uint8_t from[32];
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(l / 4 * 4 + (const uint8_t[]){3, 0, 0, 2}[l % 4]);
    expect_swizzle("swizzle(QUAD_PERM,3,0,0,2)", from);
    expect_swizzle("0x8083", from);
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(l / 8 * 8 + 5);
    expect_swizzle("swizzle(BROADCAST,8,5)", from);
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(l / 4 % 2 ? l - 4 : l + 4);
    expect_swizzle("swizzle(SWAP,4)", from);
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(l / 8 * 8 + 7 - l % 8);
    expect_swizzle("swizzle(REVERSE,8)", from);
    // Bits 4 and 3 of the lane's number become 0 and 1, bit 1 is inverted.
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(8 + l % 8 / 4 * 4 + (1 - l % 4 / 2) * 2 + l % 2);
    expect_swizzle("swizzle(BITMASK_PERM,\"01pip\")", from);
    expect_swizzle("2311", from); // xor 2, or 8, and 7
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)((l + 3) % 32);
    expect_swizzle("swizzle(ROTATE,0,3)", from);
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)((l + 29) % 32);
    expect_swizzle("swizzle(ROTATE,1,3)", from);
    // FFT without a mask reverses the bits of the lane's number.
    for (uint8_t l = 0; l < 32; l++)
        from[l] = (uint8_t)(l % 2 * 16 + l / 2 % 2 * 8 + l / 4 % 2 * 4 + l / 8 % 2 * 2 + l / 16);
    expect_swizzle("swizzle(FFT,0)", from);
    for (uint8_t l = 0; l < 32; l++)
        from[l] = l;
    expect_swizzle("swizzle(FFT,31)", from);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_lane_is_read_or_written),
        cmocka_unit_test(lanes_of_rows_are_permuted),
        cmocka_unit_test(halves_of_a_wave_are_exchanged),
        cmocka_unit_test(blocks_of_two_registers_are_exchanged),
        cmocka_unit_test(registers_are_exchanged),
        cmocka_unit_test(m0_chooses_registers),
        cmocka_unit_test(index_mode_moves_registers),
        cmocka_unit_test(lanes_are_permuted_by_addresses),
        cmocka_unit_test(lanes_are_swizzled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
