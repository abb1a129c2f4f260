// Operations on integers, compared with what the same is by bits and by wider numbers.
#include "machine_test.h"

typedef __int128 wide;

// What an instruction is given in a lane.
struct given {
    uint64_t a, b, c;   // zero-extended
    int64_t sa, sb, sc; // sign-extended
    bool clamp, carry;  // `carry`: the lane's bit of the mask that is read
    bool carries;       // a result: the lane's bit of the mask that is written
    unsigned lane;
};

typedef uint64_t reference(struct given *g);

static uint64_t between(wide value, wide low, wide high, bool clamp) {
    return (uint64_t)(!clamp ? value : value < low ? low : value > high ? high : value);
}

static uint64_t saturated(const struct given *g, wide value, unsigned bits) {
    return between(value, 0, ((wide)1 << bits) - 1, g->clamp);
}

static uint64_t saturated_signed(const struct given *g, wide value, unsigned bits) {
    return between(value, -((wide)1 << (bits - 1)), ((wide)1 << (bits - 1)) - 1, g->clamp);
}

static bool bit(uint64_t value, unsigned place) {
    return place < 64 && value >> place & 1;
}

// The number of `width` bits of a value from `first` on.
static uint64_t field(uint64_t value, unsigned first, unsigned width) {
    uint64_t result = 0;
    for (unsigned i = 0; i < width; i++)
        if (bit(value, first + i))
            result += 1ull << i;
    return result;
}

static int64_t signed_field(uint64_t value, unsigned first, unsigned width) {
    int64_t result = (int64_t)field(value, first, width);
    return width && bit(value, first + width - 1) ? result - ((int64_t)1 << width) : result;
}

static unsigned count_ones(uint64_t value, unsigned below) {
    unsigned count = 0;
    for (unsigned i = 0; i < below; i++)
        count += bit(value, i);
    return count;
}

#define R(name, expression)                                                                        \
    static uint64_t name(struct given *g) {                                                        \
        return (uint64_t)(expression);                                                             \
    }

// ---- Sums --------------------------------------------------------------------------------------

R(add_u32, saturated(g, (wide)g->a + g->b, 32))
R(sub_u32, saturated(g, (wide)g->a - g->b, 32))
R(subrev_u32, saturated(g, (wide)g->b - g->a, 32))
R(add_i32, saturated_signed(g, (wide)g->sa + g->sb, 32))
R(sub_i32, saturated_signed(g, (wide)g->sa - g->sb, 32))
R(add_u16, saturated(g, (wide)g->a + g->b, 16))
R(sub_u16, saturated(g, (wide)g->a - g->b, 16))
R(subrev_u16, saturated(g, (wide)g->b - g->a, 16))
R(add_i16, saturated_signed(g, (wide)g->sa + g->sb, 16))
R(sub_i16, saturated_signed(g, (wide)g->sa - g->sb, 16))

static uint64_t carrying(struct given *g, wide exact) {
    g->carries = exact < 0 || exact >> 32 != 0;
    return saturated(g, exact, 32);
}
R(add_co, carrying(g, (wide)g->a + g->b))
R(sub_co, carrying(g, (wide)g->a - g->b))
R(subrev_co, carrying(g, (wide)g->b - g->a))
R(addc_co, carrying(g, (wide)g->a + g->b + g->carry))
R(subb_co, carrying(g, (wide)g->a - g->b - g->carry))
R(subbrev_co, carrying(g, (wide)g->b - g->a - g->carry))

R(add3, g->a + g->b + g->c)
R(lshl_add, (g->a << g->b % 32) + g->c)
R(add_lshl, (g->a + g->b) << g->c % 32)
R(xad, (g->a ^ g->b) + g->c)
R(lshl_add_u64, (g->a << g->b % 8) + g->c)

// ---- Products ----------------------------------------------------------------------------------

#define U24(x) ((wide)field(x, 0, 24))
#define I24(x) ((wide)signed_field(x, 0, 24))
R(mul_lo, g->a * g->b)
R(mul_hi_u32, (wide)g->a * g->b >> 32)
R(mul_hi_i32, (wide)g->sa * g->sb >> 32)
R(mul_u24, saturated(g, U24(g->a) * U24(g->b), 32))
R(mul_i24, saturated_signed(g, I24(g->a) * I24(g->b), 32))
R(mul_hi_u24, U24(g->a) * U24(g->b) >> 32)
R(mul_hi_i24, I24(g->a) * I24(g->b) >> 32)
R(mul_lo_u16, saturated(g, (wide)g->a * g->b, 16))
R(mad_u24, saturated(g, U24(g->a) * U24(g->b) + g->c, 32))
R(mad_i24, saturated_signed(g, I24(g->a) * I24(g->b) + g->sc, 32))
R(mad_u16, saturated(g, (wide)g->a * g->b + g->c, 16))
R(mad_i16, saturated_signed(g, (wide)g->sa * g->sb + g->sc, 16))
R(mad_u32_u16, saturated(g, (wide)g->a * g->b + g->c, 32))
R(mad_i32_i16, saturated_signed(g, (wide)g->sa * g->sb + g->sc, 32))

static uint64_t mad_u64_u32(struct given *g) {
    wide exact = (wide)g->a * g->b + g->c;
    g->carries = exact >> 64 != 0;
    return saturated(g, exact, 64);
}

static uint64_t mad_i64_i32(struct given *g) {
    wide exact = (wide)g->sa * g->sb + g->sc;
    g->carries = exact >> 64 & 1;
    return saturated_signed(g, exact, 64);
}

static wide dot(struct given *g, unsigned bits, bool a_signed, bool b_signed) {
    wide sum = 0;
    for (unsigned i = 0; i < 32; i += bits)
        sum += (a_signed ? (wide)signed_field(g->a, i, bits) : (wide)field(g->a, i, bits)) *
               (b_signed ? (wide)signed_field(g->b, i, bits) : (wide)field(g->b, i, bits));
    return sum;
}
R(dot2_i16, saturated_signed(g, dot(g, 16, true, true) + g->sc, 32))
R(dot2_u16, saturated(g, dot(g, 16, false, false) + g->c, 32))
R(dot4_i8, saturated_signed(g, dot(g, 8, true, true) + g->sc, 32))
R(dot4_u8, saturated(g, dot(g, 8, false, false) + g->c, 32))
R(dot8_i4, saturated_signed(g, dot(g, 4, true, true) + g->sc, 32))
R(dot8_u4, saturated(g, dot(g, 4, false, false) + g->c, 32))
R(dot4_uu, saturated_signed(g, dot(g, 8, false, false) + g->sc, 32))
R(dot4_iu, saturated_signed(g, dot(g, 8, true, false) + g->sc, 32))
R(dot8_ui, saturated_signed(g, dot(g, 4, false, true) + g->sc, 32))

// ---- Absolute differences ----------------------------------------------------------------------

static wide sad(uint64_t a, uint64_t b, unsigned bits, bool masked) {
    wide sum = 0;
    for (unsigned i = 0; i < 32; i += bits) {
        int64_t x = (int64_t)field(a, i, bits), y = (int64_t)field(b, i, bits);
        sum += masked && y == 0 ? 0 : llabs(x - y);
    }
    return sum;
}
R(sad_u8, saturated(g, sad(g->a, g->b, 8, false) + g->c, 32))
R(sad_hi_u8, saturated(g, (sad(g->a, g->b, 8, false) << 16) + g->c, 32))
R(msad_u8, saturated(g, sad(g->a, g->b, 8, true) + g->c, 32))
R(sad_u16, saturated(g, sad(g->a, g->b, 16, false) + g->c, 32))
R(sad_u32, saturated(g, sad(g->a, g->b, 32, false) + g->c, 32))

static uint64_t quad_sad(struct given *g, bool masked) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 4; i++)
        result |= (saturated(g, sad(g->a >> 8 * i, g->b, 8, masked) + field(g->c, 16 * i, 16), 16) &
                   0xFFFF)
                  << 16 * i;
    return result;
}
R(qsad, quad_sad(g, false))
R(mqsad, quad_sad(g, true))

static uint64_t lerp(struct given *g) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i += 8)
        result |= (field(g->a, i, 8) + field(g->b, i, 8) + bit(g->c, i)) / 2 << i;
    return result;
}

// ---- Bits --------------------------------------------------------------------------------------

// A result whose bits are those of a table, by the bits of a, b and c.
static uint64_t by_table(struct given *g, unsigned table) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        if (bit(table, 4 * bit(g->a, i) + 2 * bit(g->b, i) + bit(g->c, i)))
            result |= 1ull << i;
    return result;
}
R(not_bits, by_table(g, 0x0F))
R(and_bits, by_table(g, 0xC0))
R(or_bits, by_table(g, 0xFC))
R(xor_bits, by_table(g, 0x3C))
R(xnor_bits, by_table(g, 0xC3))
R(or3, by_table(g, 0xFE))
R(xor3, by_table(g, 0x96))
R(and_or, by_table(g, 0xEA))
R(bfi, by_table(g, 0xCA))
R(table_41, by_table(g, 0x41))
R(lshl_or, field(g->a, 0, 32 - g->b % 32) << g->b % 32 | g->c)

R(lshl_32, g->b << g->a % 32)
R(lshr_32, field(g->b, g->a % 32, 32))
R(ashr_32, g->sb >> g->a % 32)
R(lshl_16, g->b << g->a % 16)
R(lshr_16, field(g->b, g->a % 16, 16))
R(ashr_16, g->sb >> g->a % 16)
R(lshl_64, g->b << g->a % 64)
R(lshr_64, field(g->b, g->a % 64, 64))
R(ashr_64, g->sb >> g->a % 64)
R(alignbit, field(g->a << 32 | g->b, g->c % 32, 32))
R(alignbyte, field(g->a << 32 | g->b, 8 * (g->c % 4), 32))
R(bfe_u32, field(g->a, g->b % 32, g->c % 32))
R(bfm, ((1ull << g->a % 32) - 1) << g->b % 32)

static uint64_t bfe_i32(struct given *g) {
    unsigned first = g->b % 32, width = g->c % 32;
    return width == 0           ? 0
           : first + width < 32 ? (uint64_t)signed_field(g->a, first, width)
                                : (uint64_t)(g->sa >> first);
}

static uint64_t perm(struct given *g) {
    uint64_t all = g->a << 32 | g->b, result = 0;
    for (unsigned i = 0; i < 4; i++) {
        uint64_t s = field(g->c, 8 * i, 8), byte = 0xFF;
        if (s <= 7)
            byte = field(all, 8 * (unsigned)s, 8);
        else if (s == 8)
            byte = bit(all, 15) ? 0xFF : 0;
        else if (s == 9)
            byte = bit(all, 31) ? 0xFF : 0;
        else if (s == 10)
            byte = bit(all, 47) ? 0xFF : 0;
        else if (s == 11)
            byte = bit(all, 63) ? 0xFF : 0;
        else if (s == 12)
            byte = 0;
        result |= byte << 8 * i;
    }
    return result;
}

R(bcnt, count_ones(g->a, 32) + g->b)
R(mbcnt_lo, count_ones(g->a, g->lane < 32 ? g->lane : 32) + g->b)
R(mbcnt_hi, count_ones(g->a, g->lane < 32 ? 0 : g->lane - 32) + g->b)

static uint64_t bfrev(struct given *g) {
    uint64_t result = 0;
    for (unsigned i = 0; i < 32; i++)
        result |= (uint64_t)bit(g->a, 31 - i) << i;
    return result;
}

static uint64_t ffbh_u32(struct given *g) {
    for (unsigned i = 0; i < 32; i++)
        if (bit(g->a, 31 - i))
            return i;
    return UINT32_MAX;
}

static uint64_t ffbh_i32(struct given *g) {
    for (unsigned i = 1; i < 32; i++)
        if (bit(g->a, 31 - i) != bit(g->a, 31))
            return i;
    return UINT32_MAX;
}

static uint64_t ffbl(struct given *g) {
    for (unsigned i = 0; i < 32; i++)
        if (bit(g->a, i))
            return i;
    return UINT32_MAX;
}

// ---- Smaller and greater -----------------------------------------------------------------------

static int64_t low(int64_t x, int64_t y) {
    return x < y ? x : y;
}

static int64_t high(int64_t x, int64_t y) {
    return x < y ? y : x;
}

static int64_t middle(int64_t x, int64_t y, int64_t z) {
    return x + y + z - low(low(x, y), z) - high(high(x, y), z);
}

#define A (int64_t)g->a
#define B (int64_t)g->b
#define C (int64_t)g->c
R(min_u, low(A, B))
R(max_u, high(A, B))
R(min_i, low(g->sa, g->sb))
R(max_i, high(g->sa, g->sb))
R(min3_u, low(low(A, B), C))
R(max3_u, high(high(A, B), C))
R(med3_u, middle(A, B, C))
R(minmax_u, high(low(A, B), C))
R(maxmin_u, low(high(A, B), C))
R(min3_i, low(low(g->sa, g->sb), g->sc))
R(max3_i, high(high(g->sa, g->sb), g->sc))
R(med3_i, middle(g->sa, g->sb, g->sc))
R(minmax_i, high(low(g->sa, g->sb), g->sc))
R(maxmin_i, low(high(g->sa, g->sb), g->sc))

// ---- Moves and conversions ---------------------------------------------------------------------

R(same, g->a)
R(cndmask, g->carry ? g->b : g->a)
R(pack, g->a | g->b << 16)
R(cvt_pk_u16, low(A, 65535) | low(B, 65535) << 16)
R(cvt_pk_i16, field((uint64_t)high(low(g->sa, 32767), -32768), 0, 16) |
                  field((uint64_t)high(low(g->sb, 32767), -32768), 0, 16) << 16)
R(sat_pk,
  low(high(signed_field(g->a, 0, 16), 0), 255) | low(high(signed_field(g->a, 16, 16), 0), 255) << 8)

// ---- The table ---------------------------------------------------------------------------------

#include "integer_rows.h"

// Gives a register, or a pair of them, numbers in all lanes.
static void fill(struct test_wave *t, unsigned index) {
    for (unsigned l = 0; l < t->wave.lanes; l++) {
        uint64_t number = test_number();
        t->vectors[index][l] = (uint32_t)number;
        t->vectors[index + 1][l] = (uint32_t)(number >> 32);
    }
}

static uint64_t whole(const struct test_wave *t, unsigned index, unsigned lane) {
    return t->vectors[index][lane] | (uint64_t)t->vectors[index + 1][lane] << 32;
}

static uint64_t mask_of_width(unsigned bits) {
    return bits == 64 ? UINT64_MAX : (1ull << bits) - 1;
}

static const char *register_name(char *name, unsigned index, unsigned bits) {
    sprintf(name, bits == 64 ? "v[%u:%u]" : "v%u", index, index + 1);
    return name;
}

enum { RESULT = 10, MASK_READ = 6, MASK_WRITTEN = 8 };

static void text_of(const struct row *row, unsigned lanes, bool clamp, char *text) {
    char name[24];
    const char *mask = lanes == 64 ? "s[%u:%u]" : "s%u";
    text += sprintf(text, "%s %s", row->name, register_name(name, RESULT, row->result));
    if (row->flags & WRITES_MASK) {
        text += sprintf(text, ", ");
        text += sprintf(text, mask, MASK_WRITTEN, MASK_WRITTEN + 1);
    }
    for (unsigned i = 0; i < 3 && row->sources[i]; i++)
        if (row->sources[i] != ALSO_READ)
            text += sprintf(text, ", %s", register_name(name, 2 * i, row->sources[i]));
    if (row->flags & READS_MASK) {
        text += sprintf(text, ", ");
        text += sprintf(text, mask, MASK_READ, MASK_READ + 1);
    }
    sprintf(text, "%s%s", row->modifiers, clamp ? " clamp" : "");
}

static struct given given_to(const struct row *row, const struct test_wave *t, unsigned lane) {
    uint64_t source[3] = {0};
    int64_t with_sign[3] = {0};
    for (unsigned i = 0; i < 3 && row->sources[i]; i++) {
        bool also_read = row->sources[i] == ALSO_READ;
        unsigned bits = also_read ? row->result : row->sources[i];
        source[i] = whole(t, also_read ? RESULT : 2 * i, lane) & mask_of_width(bits);
        with_sign[i] = bits == 64 ? (int64_t)source[i] : signed_field(source[i], 0, bits);
    }
    uint64_t mask = read_pair(&t->wave.scalars[MASK_READ]);
    return (struct given){.a = source[0],
                          .b = source[1],
                          .c = source[2],
                          .sa = with_sign[0],
                          .sb = with_sign[1],
                          .sc = with_sign[2],
                          .carry = mask >> lane & 1,
                          .lane = lane};
}

static void check_row(const struct row *row, struct test_wave *t, bool clamp, uint64_t exec) {
    static struct test_wave before;
    char text[128];
    for (unsigned i = 0; i < 3; i++)
        fill(t, 2 * i);
    fill(t, RESULT);
    write_pair(&t->wave.scalars[MASK_READ], test_random());
    write_pair(&t->wave.scalars[MASK_WRITTEN], test_random());
    test_set_exec(t, exec);
    before = *t;
    text_of(row, t->wave.lanes, clamp, text);
    test_run(t, "%s", text);
    uint64_t mask = 0, written = read_pair(&t->wave.scalars[MASK_WRITTEN]) & t->wave.present;
    for (unsigned l = 0; l < t->wave.lanes; l++) {
        struct given g = given_to(row, &before, l);
        g.clamp = clamp;
        uint64_t wanted = row->compute(&g), old = whole(&before, RESULT, l);
        uint64_t width = mask_of_width(row->result);
        bool active = exec >> l & 1;
        bool keeps = row->result != 16 || t->machine.generation > 9 || row->flags & KEEPS_HIGH_HALF;
        if (active) {
            wanted = (wanted & width) | (keeps ? old & ~width : old & 0xFFFFFFFF00000000);
            mask |= (uint64_t)g.carries << l;
        } else
            wanted = old;
        uint64_t result = whole(t, RESULT, l);
        if (result != wanted)
            fail_msg("'%s' in lane %u of %u (gfx%u, %s) of %#llx %#llx %#llx: %#llx, not %#llx",
                     text, l, t->wave.lanes, t->machine.generation, active ? "active" : "inactive",
                     (unsigned long long)g.a, (unsigned long long)g.b, (unsigned long long)g.c,
                     (unsigned long long)result, (unsigned long long)wanted);
    }
    if (row->flags & WRITES_MASK && mask != written)
        fail_msg("'%s' of %u lanes: the mask %#llx, not %#llx", text, t->wave.lanes,
                 (unsigned long long)written, (unsigned long long)mask);
}

static void every_operation_computes(void **state) {
    static struct test_wave t;
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        for (unsigned run = 0; run < 80; run++) {
            unsigned lanes = run & 1 ? 64 : 32, generation = run & 2 ? 9 : 11;
            test_wave_begin(&t, generation, lanes);
            check_row(&rows[i], &t, rows[i].flags & CLAMPS && run & 4,
                      run & 8 ? test_random() & t.wave.present : t.wave.present);
        }
}

// Each integer operation of the table is in a row here, but for those that have tests of their own.
static void every_operation_has_a_row(void **state) {
    (void)state;
    for (const struct operation *at = integer_operations; at->name; at++) {
        bool found =
            strcmp(at->name, "v_mqsad_u32_u8") == 0 || strncmp(at->name, "v_accvgpr_", 10) == 0;
        for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
            found |= strcmp(rows[i].name, at->name) == 0;
        if (!found)
            fail_msg("no test of '%s'", at->name);
    }
}

// ---- What does not fit the table ---------------------------------------------------------------

static void sums_of_absolute_differences_of_32_bits(void **state) {
    static struct test_wave t, before;
    (void)state;
    for (unsigned run = 0; run < 40; run++) {
        bool clamp = run & 1;
        test_wave_begin(&t, 9, 64);
        for (unsigned i = 0; i < 16; i += 2)
            fill(&t, i);
        uint64_t exec = test_random();
        test_set_exec(&t, exec);
        before = t;
        test_run(&t, "v_mqsad_u32_u8 v[10:13], v[0:1], v2, v[4:7]%s", clamp ? " clamp" : "");
        for (unsigned l = 0; l < 64; l++)
            for (unsigned i = 0; i < 4; i++) {
                struct given g = {.clamp = clamp};
                wide sum = sad(whole(&before, 0, l) >> 8 * i, before.vectors[2][l], 8, true);
                uint32_t wanted = (uint32_t)saturated(&g, sum + before.vectors[4 + i][l], 32);
                assert_int_equal(t.vectors[10 + i][l],
                                 exec >> l & 1 ? wanted : before.vectors[10 + i][l]);
            }
    }
}

static void accumulators_are_registers(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 9, 64);
    test_set_exec(&t, 0xF0);
    fill(&t, 3);
    test_run(&t, "v_accvgpr_write_b32 a5, v3");
    test_run(&t, "v_accvgpr_mov_b32 a7, a5");
    test_run(&t, "v_accvgpr_read_b32 v9, a7");
    for (unsigned l = 0; l < 64; l++) {
        assert_int_equal(t.vectors[V_ACCUMULATORS + 5][l], l / 4 == 1 ? t.vectors[3][l] : 0);
        assert_int_equal(t.vectors[9][l], t.vectors[V_ACCUMULATORS + 5][l]);
    }
}

// The same scalar register or constant for all lanes.
static void operands_may_be_scalar(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 11, 32);
    fill(&t, 0);
    t.wave.scalars[3] = 0x000C0801;
    test_run(&t, "v_perm_b32 v2, v0, 0x80, s3");
    test_run(&t, "v_mad_i32_i24 v3, v0, -2, vcc_lo");
    test_run(&t, "v_lshlrev_b64 v[4:5], 60, -1");
    test_run(&t, "v_add_co_ci_u32_e32 v6, vcc_lo, -1, v0, vcc_lo");
    for (unsigned l = 0; l < 32; l++) {
        assert_int_equal(t.vectors[2][l], 0x80000000);
        assert_int_equal(t.vectors[3][l], (uint32_t)(-2 * signed_field(t.vectors[0][l], 0, 24)));
        assert_int_equal(whole(&t, 4, l), 0xF000000000000000);
        assert_int_equal(t.vectors[6][l], t.vectors[0][l] - 1);
        assert_int_equal(t.wave.scalars[S_VCC] >> l & 1, t.vectors[0][l] != 0);
    }
}

// Operands of dot2 may be taken apart by op_sel, and constants may be operands.
static void halves_of_dot2_are_chosen(void **state) {
    static struct test_wave t;
    (void)state;
    test_wave_begin(&t, 9, 64);
    for (unsigned l = 0; l < 64; l++) {
        t.vectors[0][l] = 7 << 16 | 0xFFFD; // 7, -3
        t.vectors[1][l] = 11 << 16 | 5;
        t.vectors[2][l] = l;
    }
    test_run(&t, "v_dot2_i32_i16 v3, v0, v1, v2 op_sel:[1,0,0] op_sel_hi:[0,1,1]");
    test_run(&t, "v_dot2_i32_i16 v4, v0, v1, v2 op_sel:[0,1,0] op_sel_hi:[0,1,1]");
    test_run(&t, "v_dot2_u32_u16 v5, v0, v1, 3");
    for (unsigned l = 0; l < 64; l++) {
        assert_int_equal(t.vectors[3][l], 7 * 5 - 3 * 11 + l);
        assert_int_equal((int32_t)t.vectors[4][l], -3 * 11 - 3 * 11 + (int)l);
        assert_int_equal(t.vectors[5][l], 0xFFFD * 5 + 7 * 11 + 3);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_operation_computes),
        cmocka_unit_test(every_operation_has_a_row),
        cmocka_unit_test(sums_of_absolute_differences_of_32_bits),
        cmocka_unit_test(accumulators_are_registers),
        cmocka_unit_test(operands_may_be_scalar),
        cmocka_unit_test(halves_of_dot2_are_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
