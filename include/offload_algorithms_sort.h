/* offload_algorithms_sort.h - the sort of offload_algorithms.h, which includes it. Nothing here is
 * for users.
 *
 * A radix sort, 8 bits at a time from the lowest: each pass counts the digits of each chunk, finds
 * where each chunk's keys with each digit go, and moves them there in their order. Keys are sorted
 * as unsigned integers whose order is that of the keys: a key's bits, of which some are flipped. */
#ifndef OFFLOAD_ALGORITHMS_H
#include "offload_algorithms.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_ALGORITHMS_SORT_H) && !defined(__cplusplus)
#define OFFLOAD_ALGORITHMS_SORT_H

/* A key's digit. Which of its bits are flipped: `always` in all keys, and `negative` in those whose
 * highest bit is set; of keys of 16 bytes, `always` has the upper half. Unsigned integers need
 * neither, signed ones a flip of the highest bit; of negative floating-point numbers all bits are
 * flipped. */
#define __OFFLOAD_DIGIT(key, type)                                                                 \
    ((unsigned int)((type)((key) ^                                                                 \
                           (type)((type)__always                                                   \
                                  << (sizeof(type) > 8 ? sizeof(type) * 8 - 64 : 0)) ^             \
                           (((key) >> (sizeof(type) * 8 - 1)) ? (type)__negative : (type)0)) >>    \
                    __shift) &                                                                     \
     (__offload_digits - 1))

#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOAD_COUNT_DIGITS(name, key)                                                          \
    offload_shared unsigned int __count[__offload_digits];                                         \
    unsigned int __me = offload_thread_id(0);                                                      \
    size_t __end = __offload_end(__n, __chunk);                                                    \
    __count[__me] = 0;                                                                             \
    offload_barrier();                                                                             \
    for (size_t __i = offload_block_id(0) * __chunk + __me; __i < __end; __i += __offload_threads) \
        offload_atomic_add(&__count[__OFFLOAD_DIGIT(__from[__i], key)], 1u);                       \
    offload_barrier();                                                                             \
    __counts[(size_t)__me * __chunks + offload_block_id(0)] = __count[__me];

/* A tile is ordered in shared memory, and goes from there to its places, neighbours to neighbours.
 * A group of lanes has neighbouring elements: its lanes find by ballots which of them have the same
 * digit, and the first of these counts them. Elements beyond the end have the last digit, and come
 * after all others. */
#define __OFFLOAD_MOVE_BY_DIGIT(name, key, value)                                                  \
    enum { __items = sizeof(key) > 8 ? 4 : 8, __size = __offload_threads * __items };              \
    offload_shared key __keys[__size];                                                             \
    offload_shared value __held[__size];                                                           \
    offload_shared unsigned int __counted[__offload_threads / 32][__offload_digits];               \
    offload_shared unsigned int __totals[2][__offload_threads];                                    \
    offload_shared size_t __places[__offload_digits];                                              \
    unsigned int __me = offload_thread_id(0), __lane = offload_lane_id();                          \
    unsigned int __lanes = offload_lane_count(), __group = __me / __lanes;                         \
    unsigned int __groups = __offload_threads / __lanes;                                           \
    size_t __end = __offload_end(__n, __chunk);                                                    \
    __places[__me] = __offsets[(size_t)__me * __chunks + offload_block_id(0)];                     \
    for (size_t __base = offload_block_id(0) * __chunk; __base < __end; __base += __size) {        \
        key __own[__items];                                                                        \
        value __own_value[__items];                                                                \
        unsigned int __digit[__items], __rank[__items];                                            \
        unsigned int __count = __end - __base < __size ? (unsigned int)(__end - __base) : __size;  \
        for (unsigned int __g = 0; __g < __groups; __g++)                                          \
            __counted[__g][__me] = 0;                                                              \
        offload_barrier();                                                                         \
        _Pragma("unroll") for (int __i = 0; __i < __items; __i++) {                                \
            unsigned int __at = (__group * __items + (unsigned int)__i) * __lanes + __lane;        \
            unsigned int __first = 0, __before = 0;                                                \
            unsigned long __same = ~0ul;                                                           \
            __own[__i] = __at < __count ? __from[__base + __at] : 0;                               \
            if (__values && __at < __count)                                                        \
                __own_value[__i] = __from_values[__base + __at];                                   \
            __digit[__i] =                                                                         \
                __at < __count ? __OFFLOAD_DIGIT(__own[__i], key) : __offload_digits - 1;          \
            _Pragma("unroll") for (int __bit = 0; __bit < 8; __bit++) {                            \
                unsigned long __set = offload_lane_ballot((int)(__digit[__i] >> __bit & 1));       \
                __same &= __digit[__i] >> __bit & 1 ? __set : ~__set;                              \
            }                                                                                      \
            if (__lanes < 64)                                                                      \
                __same &= (1ul << __lanes % 64) - 1;                                               \
            __first = (unsigned int)__builtin_ctzl(__same);                                        \
            if (__lane == __first)                                                                 \
                __before = offload_atomic_add(&__counted[__group][__digit[__i]],                   \
                                              (unsigned int)__builtin_popcountl(__same));          \
            __before = offload_lane_shuffle(__before, __first);                                    \
            __rank[__i] =                                                                          \
                __before + (unsigned int)__builtin_popcountl(__same & ((1ul << __lane) - 1));      \
        }                                                                                          \
        offload_barrier();                                                                         \
        unsigned int __total = 0;                                                                  \
        for (unsigned int __g = 0; __g < __groups; __g++) {                                        \
            unsigned int __of_group = __counted[__g][__me];                                        \
            __counted[__g][__me] = __total;                                                        \
            __total += __of_group;                                                                 \
        }                                                                                          \
        __totals[0][__me] = __total;                                                               \
        __OFFLOAD_SCAN_THREADS(unsigned int, __offload_plus)                                       \
        unsigned int __start = __totals[0][__me] - __total;                                        \
        __totals[1][__me] = __start;                                                               \
        for (unsigned int __g = 0; __g < __groups; __g++)                                          \
            __counted[__g][__me] += __start;                                                       \
        offload_barrier();                                                                         \
        _Pragma("unroll") for (int __i = 0; __i < __items; __i++) {                                \
            unsigned int __at = __counted[__group][__digit[__i]] + __rank[__i];                    \
            __keys[__at] = __own[__i];                                                             \
            if (__values)                                                                          \
                __held[__at] = __own_value[__i];                                                   \
        }                                                                                          \
        offload_barrier();                                                                         \
        for (unsigned int __i = __me; __i < __count; __i += __offload_threads) {                   \
            unsigned int __its_digit = __OFFLOAD_DIGIT(__keys[__i], key);                          \
            size_t __at = __places[__its_digit] + (__i - __totals[1][__its_digit]);                \
            __to[__at] = __keys[__i];                                                              \
            if (__values)                                                                          \
                __to_values[__at] = __held[__i];                                                   \
        }                                                                                          \
        offload_barrier();                                                                         \
        __places[__me] += __total;                                                                 \
    }
#else
#define __OFFLOAD_COUNT_DIGITS(name, key)                                                          \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0)                                                                 \
        name##_count_alone(__offload_end(__n, __chunk) - __first, __shift, __always, __negative,   \
                           __from + __first, __counts + offload_block_id(0), __chunks);
#define __OFFLOAD_MOVE_BY_DIGIT(name, key, value)                                                  \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0)                                                                 \
        name##_move_alone(__offload_end(__n, __chunk) - __first, __shift, __always, __negative,    \
                          __from + __first, __to, __values ? __from_values + __first : NULL,       \
                          __to_values, __offsets + offload_block_id(0), __chunks);
#endif

/* On a CPU: counts the digits of neighbouring keys, and moves them. Two tables, so that equal
 * digits need not wait for each other. Sorts of integers have code of their own, which does not
 * test a key's sign: only floating-point keys need that. */
#define __OFFLOAD_SORT_ALONE(name, key, value)                                                     \
    __OFFLOADCC_INLINE void name##_count_by(size_t __n, int __shift, unsigned long __always,       \
                                            unsigned long __negative, const key *__from,           \
                                            size_t *__counts, size_t __stride) {                   \
        size_t __count[2][__offload_digits] = {{0}, {0}}, __i = 0;                                 \
        for (; __i + 1 < __n; __i += 2) {                                                          \
            __count[0][__OFFLOAD_DIGIT(__from[__i], key)]++;                                       \
            __count[1][__OFFLOAD_DIGIT(__from[__i + 1], key)]++;                                   \
        }                                                                                          \
        if (__i < __n)                                                                             \
            __count[0][__OFFLOAD_DIGIT(__from[__i], key)]++;                                       \
        for (size_t __d = 0; __d < __offload_digits; __d++)                                        \
            __counts[__d * __stride] = __count[0][__d] + __count[1][__d];                          \
    }                                                                                              \
    __OFFLOADCC_INLINE void name##_move_by(                                                        \
        size_t __n, int __shift, unsigned long __always, unsigned long __negative,                 \
        const key *__restrict__ __from, key *__restrict__ __to,                                    \
        const value *__restrict__ __from_values, value *__restrict__ __to_values,                  \
        const size_t *__offsets, size_t __stride) {                                                \
        size_t __places[__offload_digits];                                                         \
        for (size_t __d = 0; __d < __offload_digits; __d++)                                        \
            __places[__d] = __offsets[__d * __stride];                                             \
        if (__from_values)                                                                         \
            for (size_t __i = 0; __i < __n; __i++) {                                               \
                size_t __at = __places[__OFFLOAD_DIGIT(__from[__i], key)]++;                       \
                __to[__at] = __from[__i];                                                          \
                __to_values[__at] = __from_values[__i];                                            \
            }                                                                                      \
        else                                                                                       \
            for (size_t __i = 0; __i < __n; __i++)                                                 \
                __to[__places[__OFFLOAD_DIGIT(__from[__i], key)]++] = __from[__i];                 \
    }                                                                                              \
    __OFFLOAD_ALONE void name##_count_alone(size_t __n, int __shift, unsigned long __always,       \
                                            unsigned long __negative, const key *__from,           \
                                            size_t *__counts, size_t __stride) {                   \
        if (__negative)                                                                            \
            name##_count_by(__n, __shift, __always, __negative, __from, __counts, __stride);       \
        else                                                                                       \
            name##_count_by(__n, __shift, __always, 0, __from, __counts, __stride);                \
    }                                                                                              \
    __OFFLOAD_ALONE void name##_move_alone(                                                        \
        size_t __n, int __shift, unsigned long __always, unsigned long __negative,                 \
        const key *__restrict__ __from, key *__restrict__ __to,                                    \
        const value *__restrict__ __from_values, value *__restrict__ __to_values,                  \
        const size_t *__offsets, size_t __stride) {                                                \
        if (__negative)                                                                            \
            name##_move_by(__n, __shift, __always, __negative, __from, __to, __from_values,        \
                           __to_values, __offsets, __stride);                                      \
        else                                                                                       \
            name##_move_by(__n, __shift, __always, 0, __from, __to, __from_values, __to_values,    \
                           __offsets, __stride);                                                   \
    }

/* `values` is __n, or 0 if there are only keys. An odd number of passes leaves the result in the
 * room, from where it is copied. */
#define __OFFLOAD_SORT(name, key, value)                                                           \
    __OFFLOAD_SORT_ALONE(name, key, value)                                                         \
    __OFFLOAD_KERNEL_IF_USED void name##_count(                                                    \
        size_t __n, size_t __chunk, int __shift, unsigned long __always, unsigned long __negative, \
        const key __from[__n], size_t __chunks,                                                    \
        offload_out size_t __counts[__chunks * __offload_digits]){                                 \
        __OFFLOAD_COUNT_DIGITS(name, key)} __OFFLOAD_KERNEL_IF_USED void                           \
        name##_move(size_t __n, size_t __chunk, int __shift, unsigned long __always,               \
                    unsigned long __negative, const key __from[__n], offload_out key __to[__n],    \
                    size_t __values, const value *__from_values offload_count(__values),           \
                    offload_out value *__to_values offload_count(__values), size_t __chunks,       \
                    const size_t __offsets[__chunks * __offload_digits]){                          \
            __OFFLOAD_MOVE_BY_DIGIT(name, key, value)} __OFFLOAD_KERNEL_IF_USED void               \
            name##_copy(size_t __n, const key __from[__n], offload_out key __to[__n],              \
                        size_t __values, const value *__from_values offload_count(__values),       \
                        offload_out value *__to_values offload_count(__values)) {                  \
        offload_for (__i, __n)                                                                     \
            __to[__i] = __from[__i];                                                               \
        offload_for (__j, __values)                                                                \
            __to_values[__j] = __from_values[__j];                                                 \
    }                                                                                              \
    __OFFLOAD_FUNCTION void name##_launch(size_t __n, key *__keys, value *__held,                  \
                                          unsigned long __always, unsigned long __negative,        \
                                          const struct __offload_call *__call) {                   \
        size_t __values = __n;                                                                     \
        if (__held == __OFFLOAD_NO_ARRAY) {                                                        \
            __values = 0;                                                                          \
            __held = NULL;                                                                         \
        }                                                                                          \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__keys, __n, sizeof *__keys, "keys", __call);                              \
        __offload_array(__held, __values, sizeof(value), "values", __call);                        \
        __offload_apart(__keys, __n, sizeof(key), __held, __values, sizeof(value),                 \
                        "keys and values", __call);                                                \
        size_t __chunk = __offload_sort_chunk(__n, __call);                                        \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        if (__n < 2)                                                                               \
            return;                                                                                \
        key *__room = (key *)__offload_room(__n, sizeof(key), __call);                             \
        value *__room_of_values = NULL;                                                            \
        size_t *__counts =                                                                         \
            (size_t *)__offload_room((size_t)__chunks * __offload_digits, sizeof(size_t), __call); \
        if (__held)                                                                                \
            __room_of_values = (value *)__offload_room(__n, sizeof(value), __call);                \
        for (int __shift = 0; __shift < (int)sizeof(key) * 8; __shift += 8) {                      \
            int __back = __shift & 8;                                                              \
            const key *__from = __back ? __room : __keys;                                          \
            offload(name##_count, __OFFLOAD_ON(__chunks))(__n, __chunk, __shift, __always,         \
                                                          __negative, __from, __chunks, __counts); \
            offload_scan_add_u64_launch((size_t)__chunks * __offload_digits,                       \
                                        (__offload_u64 *)__counts, (__offload_u64 *)__counts, 1,   \
                                        __call);                                                   \
            if (__back)                                                                            \
                offload(name##_move, __OFFLOAD_ON(__chunks))(                                      \
                    __n, __chunk, __shift, __always, __negative, __room, __keys, __values,         \
                    __room_of_values, __held, __chunks, __counts);                                 \
            else                                                                                   \
                offload(name##_move, __OFFLOAD_ON(__chunks))(                                      \
                    __n, __chunk, __shift, __always, __negative, __keys, __room, __values, __held, \
                    __room_of_values, __chunks, __counts);                                         \
        }                                                                                          \
        if (sizeof(key) == 1)                                                                      \
            offload(name##_copy, __OFFLOAD_HERE)(__n, __room, __keys, __values, __room_of_values,  \
                                                 __held);                                          \
        __offload_end_room(__room);                                                                \
        __offload_end_room(__counts);                                                              \
        __offload_end_room(__room_of_values);                                                      \
    }

/* Whether kernels run on a CPU, where few large chunks are best: asked once. The answer does not
 * change results. */
__OFFLOAD_KERNEL_IF_USED void __offload_runs_on(offload_out int __kind[1]) {
#if defined(__NVPTX__) || defined(__AMDGPU__)
    __kind[0] = 1;
#else
    __kind[0] = 2;
#endif
}
__OFFLOAD_FUNCTION size_t __offload_sort_chunk(size_t __n, const struct __offload_call *__call) {
    static int __known;
    int __kind = __atomic_load_n(&__known, __ATOMIC_RELAXED);
    if (!__kind) {
        int __answer[1];
        offload(__offload_runs_on, .blocks = {1}, .block_size = {1}, __OFFLOAD_HERE)(__answer);
        __kind = __answer[0];
        __atomic_store_n(&__known, __kind, __ATOMIC_RELAXED);
    }
    return __kind == 1 ? __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks)
                       : __offload_chunk(__n, 16 * __offload_least_chunk, 128);
}

#define __OFFLOAD_SORT_BOTH(bits)                                                                  \
    __OFFLOAD_SORT(offload_sort_##bits##_with_32, __offload_u##bits, __offload_u32)                \
    __OFFLOAD_SORT(offload_sort_##bits##_with_64, __offload_u##bits, __offload_u64)
__OFFLOAD_SORT_BOTH(8)
__OFFLOAD_SORT_BOTH(16)
__OFFLOAD_SORT_BOTH(32)
__OFFLOAD_SORT_BOTH(64)
/* Values of 4 bytes are sorted with such keys as those of other sizes are: few sorts are that. */
__OFFLOAD_SORT(offload_sort_128_with_64, __offload_wide_u128, __offload_u64)

/* Values of other sizes: their numbers are sorted, and then they are brought to their places. */
__OFFLOAD_KERNEL_IF_USED void offload_sort_number(size_t __n,
                                                  offload_out __offload_u64 __numbers[__n]) {
    offload_for (__i, __n)
        __numbers[__i] = __i;
}
__OFFLOAD_KERNEL_IF_USED void offload_sort_gather(size_t __n, size_t __size,
                                                  const __offload_u64 __numbers[__n],
                                                  const unsigned char __from[__n * __size],
                                                  offload_out unsigned char __to[__n * __size]) {
    offload_for (__i, __n)
        for (size_t __b = 0; __b < __size; __b++)
            __to[__i * __size + __b] = __from[__numbers[__i] * __size + __b];
}
__OFFLOAD_KERNEL_IF_USED void offload_sort_copy(size_t __n, const unsigned char __from[__n],
                                                offload_out unsigned char __to[__n]) {
    offload_for (__i, __n)
        __to[__i] = __from[__i];
}
#define __OFFLOAD_SORT_ANY(bits, key)                                                              \
    __OFFLOAD_FUNCTION void offload_sort_##bits##_with_any_launch(                                 \
        size_t __n, key *__keys, unsigned char *__held, size_t __size, unsigned long __always,     \
        unsigned long __negative, const struct __offload_call *__call) {                           \
                                                                                                   \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__keys, __n, sizeof *__keys, "keys", __call);                              \
        __offload_array(__held, __n, __size, "values", __call);                                    \
        __offload_apart(__keys, __n, sizeof *__keys, __held, __n, __size, "keys and values",       \
                        __call);                                                                   \
        if (__n < 2)                                                                               \
            return;                                                                                \
        __offload_u64 *__numbers =                                                                 \
            (__offload_u64 *)__offload_room(__n, sizeof *__numbers, __call);                       \
        unsigned char *__room = (unsigned char *)__offload_room(__n, __size, __call);              \
        offload(offload_sort_number, __OFFLOAD_HERE)(__n, __numbers);                              \
        offload_sort_##bits##_with_64_launch(__n, __keys, __numbers, __always, __negative,         \
                                             __call);                                              \
        offload(offload_sort_gather, __OFFLOAD_HERE)(__n, __size, __numbers, __held, __room);      \
        offload(offload_sort_copy, __OFFLOAD_HERE)(__n * __size, __room, __held);                  \
        __offload_end_room(__numbers);                                                             \
        __offload_end_room(__room);                                                                \
    }
__OFFLOAD_SORT_ANY(8, __offload_u8)
__OFFLOAD_SORT_ANY(16, __offload_u16)
__OFFLOAD_SORT_ANY(32, __offload_u32)
__OFFLOAD_SORT_ANY(64, __offload_u64)
__OFFLOAD_SORT_ANY(128, __offload_wide_u128)

#endif
