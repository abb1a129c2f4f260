/* offload_lanes.h - exchanging and combining values among the threads of a lane group or a block,
 * in kernels and the functions that they call. It is a part of offload.h, which includes it. */
#ifndef OFFLOAD_LANES_H
#define OFFLOAD_LANES_H

#ifndef OFFLOAD_H
#error "include <offload.h> instead, which includes this file"
#endif

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* Lanes are threads of a block that form a group: a warp (NVIDIA), a wavefront (AMD), and on a CPU
 * 32 threads, or as many as -foffload-lanes=N says. Groups are made of neighbouring threads, by
 * their number in the block, x fastest. A call exchanges values among those lanes of a group that
 * make it together. Lanes that take another branch or have returned from the kernel do not take
 * part, nor do the missing lanes of a block's last group. So call these functions where all threads
 * come, unless the result may depend on which lanes take part. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
unsigned int __offloadcc_lane_id(void);
unsigned int __offloadcc_lane_count(void);
unsigned long __offloadcc_lane_ballot(int __predicate) __attribute__((convergent));
#define __OFFLOADCC_LANE_SHUFFLE(name, bits, type)                                                 \
    type __offloadcc_lane_##name##bits(type __value, unsigned int __by) __attribute__((convergent));
#else
#ifndef __OFFLOADCC_LANES
#define __OFFLOADCC_LANES 32
#endif
/* What waits for the lanes of the group. `how` has the number of lanes, and the kind of a shuffle
 * in the bits above. */
unsigned int __offloadcc_group_exchange_32(unsigned int __value, unsigned int __by,
                                           unsigned int __how) __attribute__((convergent));
unsigned long __offloadcc_group_exchange_64(unsigned long __value, unsigned int __by,
                                            unsigned int __how) __attribute__((convergent));
unsigned long __offloadcc_group_ballot(int __predicate, unsigned int __how)
    __attribute__((convergent));
enum {
    __offloadcc_shuffle_ = 0,
    __offloadcc_shuffle_up_ = 1 << 8,
    __offloadcc_shuffle_down_ = 2 << 8,
    __offloadcc_shuffle_xor_ = 3 << 8
};

/* This thread's number in its block, counted over all dimensions; and the number of threads in a
 * block. */
__OFFLOADCC_INLINE unsigned int __offloadcc_thread_number(void) {
    return offload_thread_id(0) +
           offload_block_size(0) *
               (offload_thread_id(1) + offload_block_size(1) * offload_thread_id(2));
}
__OFFLOADCC_INLINE unsigned int __offloadcc_thread_count(void) {
    return offload_block_size(0) * offload_block_size(1) * offload_block_size(2);
}

__OFFLOADCC_INLINE unsigned int __offloadcc_lane_id(void) {
    return __offloadcc_thread_number() % __OFFLOADCC_LANES;
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_count(void) {
    return __OFFLOADCC_LANES;
}
__OFFLOADCC_INLINE unsigned long __offloadcc_lane_ballot(int __predicate)
    __attribute__((convergent));
__OFFLOADCC_INLINE unsigned long __offloadcc_lane_ballot(int __predicate) {
    return __OFFLOADCC_LANES == 1 ? __predicate != 0
                                  : __offloadcc_group_ballot(__predicate, __OFFLOADCC_LANES);
}
#define __OFFLOADCC_LANE_SHUFFLE(name, bits, type)                                                 \
    __OFFLOADCC_INLINE type __offloadcc_lane_##name##bits(type __value, unsigned int __by)         \
        __attribute__((convergent));                                                               \
    __OFFLOADCC_INLINE type __offloadcc_lane_##name##bits(type __value, unsigned int __by) {       \
        return __OFFLOADCC_LANES == 1                                                              \
                   ? __value                                                                       \
                   : __offloadcc_group_exchange_##bits(__value, __by,                              \
                                                       __offloadcc_##name | __OFFLOADCC_LANES);    \
    }
#endif
/* Targets have an instruction for each kind of shuffle, so the lane's number need not be computed.
 */
#define __OFFLOADCC_LANE_SHUFFLES(kind)                                                            \
    __OFFLOADCC_LANE_SHUFFLE(kind, 32, unsigned int)                                               \
    __OFFLOADCC_LANE_SHUFFLE(kind, 64, unsigned long)                                              \
    __OFFLOADCC_INLINE unsigned long __offloadcc_bits_##kind(                                      \
        unsigned long __bits, unsigned long __bytes, unsigned int __by) {                          \
        return __bytes == 4 ? __offloadcc_lane_##kind##32((unsigned int)__bits, __by)              \
                            : __offloadcc_lane_##kind##64(__bits, __by);                           \
    }
__OFFLOADCC_LANE_SHUFFLES(shuffle_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_up_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_down_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_xor_)

/* This thread's number in its group, from 0; and the number of lanes in a group: 32 or 64. */
__OFFLOADCC_INLINE unsigned int offload_lane_id(void) {
    return __offloadcc_lane_id();
}
__OFFLOADCC_INLINE unsigned int offload_lane_count(void) {
    return __offloadcc_lane_count();
}

/* A bit mask of the lanes whose predicate is not zero: bit i is lane i. The bits of lanes that do
 * not take part are 0. */
__OFFLOADCC_INLINE unsigned long offload_lane_ballot(int __predicate) {
    return __offloadcc_lane_ballot(__predicate);
}

/* Whether the predicate is not zero in at least one of the lanes that take part (any), or in each
 * of them (all). */
__OFFLOADCC_INLINE int offload_lane_any(int __predicate) {
    return __offloadcc_lane_ballot(__predicate) != 0;
}
__OFFLOADCC_INLINE int offload_lane_all(int __predicate) {
    return __offloadcc_lane_ballot(!__predicate) == 0;
}

/* Returns the `value` that another lane passed. The type is any arithmetic type of 4 or 8 bytes;
 * integers narrower than int are converted to int. The other lane is
 *     shuffle       lane number `lane`
 *     shuffle_up    this lane's number minus `delta`
 *     shuffle_down  this lane's number plus `delta`
 *     shuffle_xor   this lane's number ^ `mask`
 * If there is no such lane, or it does not take part, the result is this lane's own value. */
#define offload_lane_shuffle(value, lane) __OFFLOADCC_SHUFFLE(shuffle_, value, lane)
#define offload_lane_shuffle_up(value, delta) __OFFLOADCC_SHUFFLE(shuffle_up_, value, delta)
#define offload_lane_shuffle_down(value, delta) __OFFLOADCC_SHUFFLE(shuffle_down_, value, delta)
#define offload_lane_shuffle_xor(value, mask) __OFFLOADCC_SHUFFLE(shuffle_xor_, value, mask)

/* The type of `value` after integer promotion. */
#define __OFFLOADCC_PROMOTED(value) __typeof__(+(value))
#define __OFFLOADCC_SHUFFLE(kind, value, by)                                                       \
    (__extension__({                                                                               \
        __OFFLOADCC_PROMOTED(value) __offloadcc_value = (value);                                   \
        unsigned long __offloadcc_bits = 0;                                                        \
        (void)sizeof(struct {                                                                      \
            int shuffles_are_for_arithmetic_types_of_4_or_8_bytes                                  \
                : sizeof __offloadcc_value == 4 ||                                                 \
                    sizeof __offloadcc_value == 8                                                  \
                ? 32                                                                               \
                : -1;                                                                              \
        });                                                                                        \
        __builtin_memcpy(&__offloadcc_bits, &__offloadcc_value, sizeof __offloadcc_value);         \
        __offloadcc_bits =                                                                         \
            __offloadcc_bits_##kind(__offloadcc_bits, sizeof __offloadcc_value, by);               \
        __builtin_memcpy(&__offloadcc_value, &__offloadcc_bits, sizeof __offloadcc_value);         \
        __offloadcc_value;                                                                         \
    }))

/* ---- Reductions over a block ----------------------------------------------------------------- */

/* Combines the values that all threads of the block pass, and returns the result to each of them:
 * the sum (add), the minimum (min) or the maximum (max). The values are integers of up to 8 bytes,
 * float or double; integers narrower than int are converted to int. A reduction is also a barrier,
 * and every thread of the block must reach it: no thread may have returned before, since its value
 * would be missing. The target decides in which order floating-point values are added; on the same
 * target, the order is always the same for the same block size. If one of the values is a NaN, min
 * and max may return any of the values. */
#define offload_block_reduce_add(value) __OFFLOADCC_REDUCE(add, value)
#define offload_block_reduce_min(value) __OFFLOADCC_REDUCE(min, value)
#define offload_block_reduce_max(value) __OFFLOADCC_REDUCE(max, value)

enum __offloadcc_reduction { __offloadcc_add, __offloadcc_min, __offloadcc_max };

/* There is one function for each type, which takes the operation as an argument, since every
 * compilation has to parse these functions. __builtin_choose_expr selects it: unlike _Generic, it
 * gives no warning in any C mode. */
#define __OFFLOADCC_IS(type) __builtin_types_compatible_p(__typeof__(__offloadcc_value), type)
#define __OFFLOADCC_IS_INTEGER                                                                     \
    (__builtin_classify_type(__offloadcc_value) == 1 && sizeof __offloadcc_value <= 8)
/* clang-format off */
#define __OFFLOADCC_REDUCTION                                                                      \
    __builtin_choose_expr(__OFFLOADCC_IS(float), __offloadcc_reduce_float,                         \
    __builtin_choose_expr(__OFFLOADCC_IS(double), __offloadcc_reduce_double,                       \
    __builtin_choose_expr(__OFFLOADCC_IS(int), __offloadcc_reduce_int,                             \
    __builtin_choose_expr(__OFFLOADCC_IS(unsigned int), __offloadcc_reduce_uint,                   \
    __builtin_choose_expr(__OFFLOADCC_IS(unsigned long) || __OFFLOADCC_IS(unsigned long long),     \
                          __offloadcc_reduce_ulong, __offloadcc_reduce_long)))))
/* clang-format on */
#define __OFFLOADCC_REDUCE(operation, value)                                                       \
    (__extension__({                                                                               \
        __OFFLOADCC_PROMOTED(value) __offloadcc_value = (value);                                   \
        (void)sizeof(struct {                                                                      \
            int reductions_are_for_integers_float_and_double                                       \
                : __OFFLOADCC_IS_INTEGER ||                                                        \
                  __OFFLOADCC_IS(float) || __OFFLOADCC_IS(double)                                  \
                ? 32                                                                               \
                : -1;                                                                              \
        });                                                                                        \
        (__typeof__(__offloadcc_value))__OFFLOADCC_REDUCTION(__offloadcc_value,                    \
                                                             __offloadcc_##operation);             \
    }))

#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOADCC_DEFINE_REDUCTION(type, name)                                                   \
    type __offloadcc_reduce_##name(type __value, int __operation) __attribute__((convergent));
#else
/* Combines the values as a tree: each round combines the upper half of them with the lower half. */
#define __OFFLOADCC_DEFINE_REDUCTION(type, name)                                                   \
    __OFFLOADCC_INLINE type __offloadcc_reduce_##name(type __value, int __operation)               \
        __attribute__((convergent));                                                               \
    __OFFLOADCC_INLINE type __offloadcc_reduce_##name(type __value, int __operation) {             \
        offload_shared type __partial[1024];                                                       \
        unsigned int __me = __offloadcc_thread_number();                                           \
        __partial[__me] = __value;                                                                 \
        offload_barrier();                                                                         \
        for (unsigned int __n = __offloadcc_thread_count(); __n > 1; __n -= __n / 2) {             \
            if (__me < __n / 2) {                                                                  \
                type __a = __partial[__me], __b = __partial[__me + (__n - __n / 2)];               \
                __partial[__me] = __operation == __offloadcc_add ? __a + __b                       \
                                  : (__operation == __offloadcc_min ? __b < __a : __a < __b)       \
                                      ? __b                                                        \
                                      : __a;                                                       \
            }                                                                                      \
            offload_barrier();                                                                     \
        }                                                                                          \
        __value = __partial[0];                                                                    \
        offload_barrier();                                                                         \
        return __value;                                                                            \
    }
#endif
__OFFLOADCC_DEFINE_REDUCTION(int, int)
__OFFLOADCC_DEFINE_REDUCTION(unsigned int, uint)
__OFFLOADCC_DEFINE_REDUCTION(long, long)
__OFFLOADCC_DEFINE_REDUCTION(unsigned long, ulong)
__OFFLOADCC_DEFINE_REDUCTION(float, float)
__OFFLOADCC_DEFINE_REDUCTION(double, double)

#endif
