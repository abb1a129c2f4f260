// machine_test.h - for tests of operations: a wave with registers, and instructions made of their
// text.
#ifndef AMD_MACHINE_TEST_H
#define AMD_MACHINE_TEST_H

#include "../machine/decode.h"
#include "../machine/machine-state.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

struct test_wave {
    struct machine machine;
    struct work_group group;
    struct wave wave;
    uint32_t vectors[V_COUNT][MAX_LANES];
};

// A wave of which all lanes are active, whose registers are 0 and whose mode lets numbers be
// denormal.
static inline void test_wave_begin(struct test_wave *t, unsigned generation, unsigned lanes) {
    memset(t, 0, sizeof *t);
    t->machine.generation = generation;
    t->group.machine = &t->machine;
    t->group.waves = &t->wave;
    t->group.wave_count = t->group.live = 1;
    t->wave.group = &t->group;
    t->wave.lanes = lanes;
    t->wave.mode = 0xF0;
    t->wave.vectors = t->vectors;
    t->wave.vector_count = t->wave.accumulator_count = 256;
    t->wave.scalar_count = S_COUNT;
    t->wave.present = lanes == 64 ? UINT64_MAX : UINT32_MAX;
    write_pair(&t->wave.scalars[S_EXEC], t->wave.present);
}

static inline void test_set_exec(struct test_wave *t, uint64_t exec) {
    write_pair(&t->wave.scalars[S_EXEC], exec & t->wave.present);
}

// Executes an instruction once.
__attribute__((format(printf, 2, 3))) static inline void test_run(struct test_wave *t,
                                                                  const char *format, ...) {
    char text[128];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    struct instruction *in = decode_text(text, t->wave.lanes);
    if (!in->operation)
        fail_msg("not understood: '%s'", text);
    t->wave.now = in;
    if (in->operation->run(&t->wave, in) != GO_ON)
        fail_msg("the wave does not go on after '%s'", text);
    t->wave.now = NULL;
    free(in->second);
    free(in);
}

// Random bits, always the same sequence.
static inline uint64_t test_random(void) {
    static uint64_t state = 0x9E3779B97F4A7C15;
    state ^= state << 13;
    state ^= state >> 7;
    return state ^= state << 17;
}

// Random bits, of which many are those of numbers at an edge of their range.
static inline uint64_t test_number(void) {
    uint64_t bits = test_random(), kind = test_random() % 12;
    uint64_t edge = 1ull << (bits & 63);
    switch (kind) {
    case 0:
        return bits % 5 - 2;
    case 1:
        return edge;
    case 2:
        return edge - 1;
    case 3:
        return ~edge;
    case 4:
        return bits & 0xFF;
    case 5:
        return 0x7FFF7FFF7FFF7FFF + (bits & 0x0001000100010001);
    case 6:
        return 0xFFFFFFFF80000000 + bits % 3 - 1;
    case 7:
        return bits & test_random() & test_random();
    default:
        return bits;
    }
}

#endif
