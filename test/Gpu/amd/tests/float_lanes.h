// float_lanes.h - for tests of floating-point operations: numbers in the lanes of a wave's
// registers.
#ifndef AMD_FLOAT_LANES_H
#define AMD_FLOAT_LANES_H

#include "machine_test.h"

#include "float_reference.h"

enum { ROUNDS = 30 };

static struct test_wave t;
static uint64_t given[4][MAX_LANES]; // the sources

static inline uint64_t read_lane(unsigned reg, unsigned width, unsigned l) {
    if (width == 64)
        return t.vectors[reg][l] | (uint64_t)t.vectors[reg + 1][l] << 32;
    return width == 16 ? t.vectors[reg][l] & 0xFFFF : t.vectors[reg][l];
}

static inline void write_lane(unsigned reg, unsigned width, unsigned l, uint64_t bits) {
    t.vectors[reg][l] = (uint32_t)bits;
    if (width == 64)
        t.vectors[reg + 1][l] = (uint32_t)(bits >> 32);
}

// Fills the sources, which are in v[2:3], v[4:5], ..., with numbers of a type.
static inline void fill(struct format f, unsigned sources) {
    for (unsigned l = 0; l < t.wave.lanes; l++) {
        for (unsigned k = 0; k < sources; k++) {
            uint64_t bits = number_from(f, test_random(), test_random());
            if (k && test_random() % 8 == 0)
                bits = given[0][l];
            given[k][l] = bits;
            write_lane(2 + 2 * k, width_of(f), l, bits);
        }
    }
}

static inline const char *operand(char *text, unsigned reg, unsigned width) {
    if (width == 64)
        sprintf(text, "v[%u:%u]", reg, reg + 1);
    else
        sprintf(text, "v%u", reg);
    return text;
}

// Executes "name v0, v2, v4, ...".
static inline void run_on(const char *name, unsigned result, unsigned source, unsigned sources) {
    char text[100], word[16];
    size_t length = (size_t)sprintf(text, "%s %s", name, operand(word, 0, result));
    for (unsigned k = 0; k < sources; k++)
        length += (size_t)sprintf(text + length, ", %s", operand(word, 2 + 2 * k, source));
    test_run(&t, "%s", text);
}

static inline void expect(const char *name, unsigned l, unsigned width, uint64_t wanted) {
    uint64_t got = read_lane(0, width, l);
    if (got != wanted)
        fail_msg("%s of %#llx, %#llx, %#llx with MODE %#x is %#llx, not %#llx", name,
                 (unsigned long long)given[0][l], (unsigned long long)given[1][l],
                 (unsigned long long)given[2][l], t.wave.mode, (unsigned long long)got,
                 (unsigned long long)wanted);
}

#endif
