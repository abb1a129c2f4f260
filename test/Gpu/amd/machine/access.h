// access.h - what loads and stores move, in all memories: the detail of their operations.
#ifndef AMD_ACCESS_H
#define AMD_ACCESS_H

#include "wave.h"

// detail: the number of bytes, how a part of a register is filled, and for atomics what they
// compute.
enum {
    ACCESS_BYTES = 0xFF,
    ACCESS_SIGNED = 1 << 8,    // sign-extended
    ACCESS_D16 = 1 << 9,       // half of a register
    ACCESS_HIGH = 1 << 10,     // its upper half; stores too
    ACCESS_ATOMIC = 16,        // shifted by so much
    ACCESS_ATOMIC_BITS = 0x1F, // enum atomic
};

// Whether an address of the host's may be read or written at once by others: loads and stores of 4
// and 8 bytes are done in one piece, if aligned.
void access_load(struct wave *w, unsigned lane, const struct operand *to, unsigned detail,
                 const uint8_t *from);
void access_store(const struct wave *w, unsigned lane, const struct operand *data, unsigned detail,
                  uint8_t *to);

// An atomic's data in a lane: `bytes` from a register on.
static inline uint64_t access_data(const struct wave *w, unsigned lane, unsigned index,
                                   unsigned bytes) {
    uint64_t low = w->vectors[index][lane];
    return bytes == 8 ? low | (uint64_t)w->vectors[index + 1][lane] << 32 : low;
}

static inline void access_result(struct wave *w, unsigned lane, unsigned index, unsigned bytes,
                                 uint64_t value) {
    w->vectors[index][lane] = (uint32_t)value;
    if (bytes == 8)
        w->vectors[index + 1][lane] = (uint32_t)(value >> 32);
}

#endif
