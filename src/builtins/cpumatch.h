// cpumatch.h - which lanes of a group have the same value, where loops run the lanes of cpu.c's
// blocks (src/cpu/groupsteps.h).
//
// Comparing a lane with all others costs as much as there are lanes. Here a table has a mask for
// each value, if they are small. Otherwise it says which lane was the last whose value has some
// hash. If two values of a group have the same hash, lanes are compared after all.

enum { MATCH_SMALL = 2048, MATCH_HASH_BITS = 13, MATCH_LANES = 64 };

// Between matches, all are 0. Lanes are counted from 1.
static _Thread_local union {
    unsigned of_32[MATCH_SMALL];
    unsigned long of_64[MATCH_SMALL];
} match_masks;
static _Thread_local unsigned char match_lasts[1 << MATCH_HASH_BITS];

static inline unsigned match_hash(unsigned long value) {
    unsigned long high = value >> MATCH_HASH_BITS;
    return (unsigned)(value ^ high * 0x9e3779b97f4a7c15ul >> (64 - MATCH_HASH_BITS)) &
           ((1u << MATCH_HASH_BITS) - 1);
}

// Sets each lane's mask of the lanes with its value. The tables are the thread's.
#define MATCH(value_bits, value_type, lanes, mask_type)                                            \
    static void match_small_##value_bits##_##lanes(const value_type *values, mask_type *masks) {   \
        mask_type *table = match_masks.of_##lanes;                                                 \
        for (unsigned i = 0; i < lanes; i++)                                                       \
            table[values[i]] |= (mask_type)1 << i;                                                 \
        for (unsigned i = 0; i < lanes; i++)                                                       \
            masks[i] = table[values[i]];                                                           \
        for (unsigned i = 0; i < lanes; i++)                                                       \
            table[values[i]] = 0;                                                                  \
    }                                                                                              \
    static void match_each_##value_bits##_##lanes(const value_type *values, mask_type *masks) {    \
        for (unsigned i = 0; i < lanes; i++) {                                                     \
            mask_type mask = 0;                                                                    \
            for (unsigned k = 0; k < lanes; k++)                                                   \
                mask |= (mask_type)(values[k] == values[i]) << k;                                  \
            masks[i] = mask;                                                                       \
        }                                                                                          \
    }                                                                                              \
    void __offloadcc_match_##value_bits##_##lanes(const value_type *values, mask_type *masks) {    \
        unsigned short hashes[lanes];                                                              \
        unsigned char *table = match_lasts, differ = 0;                                            \
        mask_type so_far[lanes + 1];                                                               \
        value_type all = 0;                                                                        \
        for (unsigned i = 0; i < lanes; i++)                                                       \
            all |= values[i];                                                                      \
        if (all < MATCH_SMALL) {                                                                   \
            match_small_##value_bits##_##lanes(values, masks);                                     \
            return;                                                                                \
        }                                                                                          \
        so_far[0] = 0;                                                                             \
        for (unsigned i = 0; i < lanes; i++) {                                                     \
            unsigned hash = match_hash(values[i]);                                                 \
            hashes[i] = (unsigned short)hash;                                                      \
            so_far[i + 1] = so_far[table[hash]] | (mask_type)1 << i;                               \
            table[hash] = (unsigned char)(i + 1);                                                  \
        }                                                                                          \
        for (unsigned i = 0; i < lanes; i++) {                                                     \
            unsigned last = table[hashes[i]];                                                      \
            masks[i] = so_far[last];                                                               \
            differ |= values[last - 1] != values[i];                                               \
        }                                                                                          \
        for (unsigned i = 0; i < lanes; i++)                                                       \
            table[hashes[i]] = 0;                                                                  \
        if (differ)                                                                                \
            match_each_##value_bits##_##lanes(values, masks);                                      \
    }
MATCH(32, unsigned, 32, unsigned)
MATCH(64, unsigned long, 32, unsigned)
MATCH(32, unsigned, 64, unsigned long)
MATCH(64, unsigned long, 64, unsigned long)
