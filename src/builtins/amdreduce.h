// amdreduce.h - reductions over a block on AMD GPUs: gpu.c's, by instructions that need no address
// and no comparison of lanes' numbers.
//
// In each round, a lane combines its value with that of a lane 16, 8, 4, 2 or 1 above it. Only the
// first lane's result is used. A block's last group may have fewer lanes than the others. The lanes
// that are missing come after all others, and reading one of them gives 0. So lanes exchange values
// of which 0 changes nothing. For a sum of floating-point numbers, a lane passes its negated value,
// because -0 + 0 is not -0. For a minimum or maximum, it passes an unsigned number, the key. The
// result is the value with the greatest key.

#define READ_ABOVE(distance) move_dpp(0, bits, ABOVE + (distance), ALL, ALL, true)

// Of the other row of 16; the first one is gfx9's.
uint32_t __offloadcc_wave_row_above(uint32_t bits) {
    return (uint32_t)__builtin_amdgcn_ds_swizzle((int)bits, SWIZZLE_XOR_16);
}
uint32_t __offloadcc_wave_row_above_permuted(uint32_t bits) {
    return permute_rows(0, bits, OTHER_ROW, false, true);
}

#define DEFINE_ABOVE(distance, read)                                                               \
    static inline uint32_t above_##distance##_uint32_t(uint32_t bits) {                            \
        return read;                                                                               \
    }                                                                                              \
    static inline uint64_t above_##distance##_uint64_t(uint64_t bits) {                            \
        uint64_t high = above_##distance##_uint32_t((uint32_t)(bits >> 32));                       \
        return high << 32 | above_##distance##_uint32_t((uint32_t)bits);                           \
    }
DEFINE_ABOVE(16, __offloadcc_wave_row_above(bits))
DEFINE_ABOVE(8, READ_ABOVE(8))
DEFINE_ABOVE(4, READ_ABOVE(4))
DEFINE_ABOVE(2, READ_ABOVE(2))
DEFINE_ABOVE(1, READ_ABOVE(1))

// The bits of unsigned, signed and floating-point numbers as keys, of which a larger number has the
// larger one; and back. The largest negative number's bits are the smallest of those with a sign.
#define DEFINE_KEYS(bits_type, signed_type)                                                        \
    static inline bits_type unsigned_key_##bits_type(bits_type bits) {                             \
        return bits;                                                                               \
    }                                                                                              \
    static inline bits_type unsigned_of_##bits_type(bits_type key) {                               \
        return key;                                                                                \
    }                                                                                              \
    static inline bits_type signed_key_##bits_type(bits_type bits) {                               \
        return bits ^ (bits_type)1 << (sizeof bits * 8 - 1);                                       \
    }                                                                                              \
    static inline bits_type signed_of_##bits_type(bits_type key) {                                 \
        return signed_key_##bits_type(key);                                                        \
    }                                                                                              \
    static inline bits_type number_key_##bits_type(bits_type bits) {                               \
        bits_type sign = (bits_type)((signed_type)bits >> (sizeof bits * 8 - 1));                  \
        return bits ^ (sign | (bits_type)1 << (sizeof bits * 8 - 1));                              \
    }                                                                                              \
    static inline bits_type number_of_##bits_type(bits_type key) {                                 \
        bits_type sign = (bits_type)((signed_type)key >> (sizeof key * 8 - 1));                    \
        return key ^ (~sign | (bits_type)1 << (sizeof key * 8 - 1));                               \
    }
DEFINE_KEYS(uint32_t, int32_t)
DEFINE_KEYS(uint64_t, int64_t)

#define ADD_whole(type, value, bits_type, distance)                                                \
    ((value) + (type)above_##distance##_##bits_type((bits_type)(value)))
#define ADD_number(type, value, bits_type, distance)                                               \
    ((value) - __builtin_bit_cast(                                                                 \
                   type, above_##distance##_##bits_type(__builtin_bit_cast(bits_type, -(value)))))

// `bits`: a key, or a sum.
#define DEFINE_REDUCTION(type, name, bits_type, kind, sum)                                         \
    static inline bits_type combine_lanes_##name(bits_type bits, int operation) {                  \
        if (operation == ADD) {                                                                    \
            type value = __builtin_bit_cast(type, bits);                                           \
            value = ADD_##sum(type, value, bits_type, 16);                                         \
            value = ADD_##sum(type, value, bits_type, 8);                                          \
            value = ADD_##sum(type, value, bits_type, 4);                                          \
            value = ADD_##sum(type, value, bits_type, 2);                                          \
            value = ADD_##sum(type, value, bits_type, 1);                                          \
            return __builtin_bit_cast(bits_type, value);                                           \
        }                                                                                          \
        bits = __builtin_elementwise_max(bits, above_16_##bits_type(bits));                        \
        bits = __builtin_elementwise_max(bits, above_8_##bits_type(bits));                         \
        bits = __builtin_elementwise_max(bits, above_4_##bits_type(bits));                         \
        bits = __builtin_elementwise_max(bits, above_2_##bits_type(bits));                         \
        return __builtin_elementwise_max(bits, above_1_##bits_type(bits));                         \
    }                                                                                              \
    __attribute__((always_inline)) type __offloadcc_reduce_##name(type value, int operation) {     \
        static __gpu_local __attribute__((loader_uninitialized)) bits_type of_group[GROUPS],       \
            of_block;                                                                              \
        uint32_t me = thread_number(), groups = (thread_count() + GROUP - 1) / GROUP;              \
        bits_type bits = __builtin_bit_cast(bits_type, value);                                     \
        if (operation != ADD)                                                                      \
            bits = kind##_key_##bits_type(bits);                                                   \
        if (operation == MIN)                                                                      \
            bits = ~bits;                                                                          \
        bits = combine_lanes_##name(bits, operation);                                              \
        if (me % GROUP == 0)                                                                       \
            of_group[me / GROUP] = bits;                                                           \
        __offloadcc_barrier();                                                                     \
        if (me < groups) {                                                                         \
            bits = combine_lanes_##name(of_group[me], operation);                                  \
            if (me == 0)                                                                           \
                of_block = bits;                                                                   \
        }                                                                                          \
        __offloadcc_barrier();                                                                     \
        bits = of_block;                                                                           \
        if (operation == MIN)                                                                      \
            bits = ~bits;                                                                          \
        if (operation != ADD)                                                                      \
            bits = kind##_of_##bits_type(bits);                                                    \
        return __builtin_bit_cast(type, bits);                                                     \
    }
DEFINE_REDUCTION(int, int, uint32_t, signed, whole)
DEFINE_REDUCTION(unsigned int, uint, uint32_t, unsigned, whole)
DEFINE_REDUCTION(long, long, uint64_t, signed, whole)
DEFINE_REDUCTION(unsigned long, ulong, uint64_t, unsigned, whole)
DEFINE_REDUCTION(float, float, uint32_t, number, number)
DEFINE_REDUCTION(double, double, uint64_t, number, number)
