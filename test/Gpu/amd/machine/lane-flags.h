// lane-flags.h - a mask of a condition of each lane.
#ifndef AMD_LANE_FLAGS_H
#define AMD_LANE_FLAGS_H

#include "instruction.h"

#include <string.h>

// Bit i of the result is flags[i], which is 0 or 1. `lanes` is a multiple of 8.
static inline uint64_t mask_of_flags(const uint8_t *flags, unsigned lanes) {
    uint64_t mask = 0;
    for (unsigned first = 0; first < lanes; first += 8) {
        // The product has byte i's bit at place 56 + i: no two terms meet, so nothing is carried.
        uint64_t eight;
        memcpy(&eight, flags + first, sizeof eight);
        mask |= (eight * 0x0102040810204080u >> 56) << first;
    }
    return mask;
}

#endif
