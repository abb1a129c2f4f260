// atomics.h - what atomic instructions compute, in global and in shared memory.
#ifndef AMD_ATOMICS_H
#define AMD_ATOMICS_H

#include "wave.h"

enum atomic {
    ATOMIC_SWAP,
    ATOMIC_COMPARE_SWAP,
    ATOMIC_ADD,
    ATOMIC_SUB,
    ATOMIC_REVERSE_SUB,
    ATOMIC_SUB_CLAMP,
    ATOMIC_COND_SUB,
    ATOMIC_SMIN,
    ATOMIC_UMIN,
    ATOMIC_SMAX,
    ATOMIC_UMAX,
    ATOMIC_AND,
    ATOMIC_OR,
    ATOMIC_XOR,
    ATOMIC_INC,
    ATOMIC_DEC,
    ATOMIC_MASKED_OR,
    ATOMIC_FADD,
    ATOMIC_FMIN,
    ATOMIC_FMAX,
    ATOMIC_PACKED_F16_ADD,
    ATOMIC_PACKED_BF16_ADD,
};

// The new value of memory of 4 or 8 bytes; `compare` is that of ATOMIC_COMPARE_SWAP, and the mask
// of ATOMIC_MASKED_OR.
uint64_t atomic_result(enum atomic atomic, unsigned bytes, uint64_t old, uint64_t data,
                       uint64_t compare);

// Does it on memory of the host's, which other threads may change, too. Returns what was there.
uint64_t atomic_apply(enum atomic atomic, unsigned bytes, uint8_t *at, uint64_t data,
                      uint64_t compare);

#endif
