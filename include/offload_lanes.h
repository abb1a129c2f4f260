/* offload_lanes.h - exchanging and combining values among the threads of a lane group or a block,
 * in kernels and the functions that they call. It is a part of offload.h, which includes it. */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_LANES_H) && !defined(__cplusplus)
#define OFFLOAD_LANES_H

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* Lanes are threads of a block that form a group: a warp (NVIDIA), a wavefront (AMD), and on a CPU
 * 32 threads, or as many as -foffload-lanes=N says. Groups are made of neighbouring threads, by
 * their number in the block, x fastest.
 *
 * Without a mask, those lanes of a group take part that make the call together. Lanes that take
 * another branch or have returned from the kernel do not take part, nor do the missing lanes of a
 * block's last group. So call these functions where all threads come, unless the result may depend
 * on which lanes take part. Lanes that have come to a function by different calls of it, or to
 * different depths of a recursion, do not make the calls in it together. Lanes that leave a loop in
 * different turns are together after it, and what a branch does that ends in `break` or `return` is
 * after the loop. A mask says otherwise:
 *
 *     unsigned long same = offload_lane_ballot(key == first);
 *     if (key == first) {
 *         n = offload_lane_reduce_add(1, same); // lanes that leave in this turn; without the mask,
 *         break;                                // all lanes, when the last one has left
 *     }
 *
 * With a mask, those lanes take part that are in the mask, have not returned and are not missing.
 * Bit i of a mask is lane i. A lane that makes the call is in the mask that it passes. All lanes of
 * the mask that have not returned must make the same call, with the same mask, and they wait for
 * each other, also if they come to it in different turns of a loop without barriers:
 *
 *     for (int turn = 0; turn < 2; turn++)
 *         if (turn == (offload_lane_id() & 1))
 *             sum = offload_lane_reduce_add(x, offload_all_lanes); // the sum of all lanes
 *
 * On AMD GPUs, they do not wait so in recursive functions and in functions that are called through
 * pointers, nor in loops with calls through pointers or inline assembly. Other lanes may make the
 * same call with another mask. On GPUs with groups of 64 lanes a mask has 8 bytes; one of fewer is
 * a compile-time error there. A mask is the last argument, not the first as in CUDA.
 *
 * Between these calls, lanes do not run in step, on any target: on a CPU, one may run after the
 * other. A lane that reads from memory what another lane of its group writes needs
 * offload_lanes_sync between the two, and again before the memory is written next, even if the
 * memory is volatile. Old programs in CUDA lack both:
 *
 *     if (t < 32) { s[t] += s[t + 16]; s[t] += s[t + 8]; ... }         // volatile float *s
 *     for (int d = 16; t < 32 && d > 0; d /= 2) {
 *         float other = s[t + d];
 *         offload_lanes_sync();
 *         s[t] += other;
 *         offload_lanes_sync();
 *     }
 *
 * -fsanitize=thread finds what lacks one. In C, a name with optional arguments is a macro. */

typedef unsigned int __offloadcc_u32;
typedef unsigned long __offloadcc_u64;

/* The mask of all lanes. */
#define offload_all_lanes (~0ul)

enum {
    __offloadcc_shuffle_ = 0,
    __offloadcc_shuffle_up_ = 1 << 8,
    __offloadcc_shuffle_down_ = 2 << 8,
    __offloadcc_shuffle_xor_ = 3 << 8
};

#if defined(__NVPTX__) || defined(__AMDGPU__)
unsigned int __offloadcc_lane_id(void);
unsigned int __offloadcc_lane_count(void);
unsigned long __offloadcc_lane_ballot(int __predicate) __attribute__((convergent));
unsigned long __offloadcc_lane_ballot_in(int __predicate, unsigned long __mask)
    __attribute__((convergent));
#define __OFFLOADCC_LANE_COMBINE(bits, type)                                                       \
    unsigned long __offloadcc_lane_match##bits(type __value) __attribute__((convergent));          \
    unsigned long __offloadcc_lane_match##bits##_in(type __value, unsigned long __mask)            \
        __attribute__((convergent));                                                               \
    type __offloadcc_lane_reduce##bits(type __value, unsigned int __how)                           \
        __attribute__((convergent));                                                               \
    type __offloadcc_lane_reduce##bits##_in(type __value, unsigned int __how,                      \
                                            unsigned long __mask) __attribute__((convergent));
__OFFLOADCC_LANE_COMBINE(32, unsigned int)
__OFFLOADCC_LANE_COMBINE(64, unsigned long)
void __offloadcc_lane_sync(void) __attribute__((convergent));
void __offloadcc_lane_sync_in(unsigned long __mask) __attribute__((convergent));
#define __OFFLOADCC_LANE_SHUFFLE(name, bits, type)                                                 \
    type __offloadcc_lane_##name##bits(type __value, unsigned int __by)                            \
        __attribute__((convergent));                                                               \
    type __offloadcc_lane_##name##bits##_in(type __value, unsigned int __by, unsigned long __mask) \
        __attribute__((convergent));
#else
#ifndef __OFFLOADCC_LANES
#define __OFFLOADCC_LANES 32
#endif
/* What waits for the lanes of the group. `how` has the number of lanes, and the kind of a shuffle
 * or reduction in the bits above. */
unsigned int __offloadcc_group_exchange_32(unsigned int __value, unsigned int __by,
                                           unsigned int __how) __attribute__((convergent));
unsigned long __offloadcc_group_exchange_64(unsigned long __value, unsigned int __by,
                                            unsigned int __how) __attribute__((convergent));
unsigned long __offloadcc_group_ballot(int __predicate, unsigned int __how)
    __attribute__((convergent));
unsigned long __offloadcc_group_match(unsigned long __value, unsigned int __how)
    __attribute__((convergent));
unsigned int __offloadcc_group_reduce_32(unsigned int __value, unsigned long __mask,
                                         unsigned int __how) __attribute__((convergent));
unsigned long __offloadcc_group_reduce_64(unsigned long __value, unsigned long __mask,
                                          unsigned int __how) __attribute__((convergent));

/* The next lane function has a mask: lanes of the mask wait for each other, also those that come to
 * it in other turns of loops. It neither waits by itself nor accesses memory. */
void __offloadcc_await_lanes(unsigned long __mask) __attribute__((nothrow));
__OFFLOADCC_INLINE void __offloadcc_await(unsigned long __mask) {
    if (__OFFLOADCC_LANES > 1)
        __offloadcc_await_lanes(__mask);
}

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
/* clang-format off */
#define __OFFLOADCC_CONVERGENT(type, name, ...)                                                    \
    __OFFLOADCC_INLINE type name(__VA_ARGS__) __attribute__((convergent));                         \
    __OFFLOADCC_INLINE type name(__VA_ARGS__)
/* clang-format on */
__OFFLOADCC_CONVERGENT(unsigned long, __offloadcc_lane_ballot, int __predicate) {
    return __OFFLOADCC_LANES == 1 ? __predicate != 0
                                  : __offloadcc_group_ballot(__predicate, __OFFLOADCC_LANES);
}
__OFFLOADCC_CONVERGENT(unsigned long, __offloadcc_lane_ballot_in, int __predicate,
                       unsigned long __mask) {
    __offloadcc_await(__mask);
    return __offloadcc_lane_ballot(__predicate) & __mask;
}
#define __OFFLOADCC_LANE_MATCH(bits, type)                                                         \
    __OFFLOADCC_CONVERGENT(unsigned long, __offloadcc_lane_match##bits, type __value) {            \
        return __OFFLOADCC_LANES == 1 ? 1 : __offloadcc_group_match(__value, __OFFLOADCC_LANES);   \
    }                                                                                              \
    __OFFLOADCC_CONVERGENT(unsigned long, __offloadcc_lane_match##bits##_in, type __value,         \
                           unsigned long __mask) {                                                 \
        __offloadcc_await(__mask);                                                                 \
        return __offloadcc_lane_match##bits(__value) & __mask;                                     \
    }
__OFFLOADCC_LANE_MATCH(32, unsigned int)
__OFFLOADCC_LANE_MATCH(64, unsigned long)
/* A mask of 0 is none. `how` has to be a constant. */
#define __offloadcc_lane_reduce32(value, how) __OFFLOADCC_GROUP_REDUCE(32, value, how, 0)
#define __offloadcc_lane_reduce64(value, how) __OFFLOADCC_GROUP_REDUCE(64, value, how, 0)
#define __offloadcc_lane_reduce32_in(value, how, mask)                                             \
    (__offloadcc_await(mask), __OFFLOADCC_GROUP_REDUCE(32, value, how, mask))
#define __offloadcc_lane_reduce64_in(value, how, mask)                                             \
    (__offloadcc_await(mask), __OFFLOADCC_GROUP_REDUCE(64, value, how, mask))
#define __OFFLOADCC_GROUP_REDUCE(bits, value, how, mask)                                           \
    (__OFFLOADCC_LANES == 1                                                                        \
         ? (value)                                                                                 \
         : __offloadcc_group_reduce_##bits(value, mask, (how) | __OFFLOADCC_LANES))
/* A bit of `how`: what the lanes did before is ordered before what they do after. ThreadSanitizer
 * alone needs to know. */
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define __OFFLOADCC_ORDERS (1u << 16)
#endif
#endif
#ifndef __OFFLOADCC_ORDERS
#define __OFFLOADCC_ORDERS 0u
#endif
__OFFLOADCC_CONVERGENT(void, __offloadcc_lane_sync, void) {
    if (__OFFLOADCC_LANES > 1)
        (void)__offloadcc_group_ballot(1, __OFFLOADCC_LANES | __OFFLOADCC_ORDERS);
}
__OFFLOADCC_CONVERGENT(void, __offloadcc_lane_sync_in, unsigned long __mask) {
    __offloadcc_await(__mask);
    __offloadcc_lane_sync();
}
#define __OFFLOADCC_LANE_SHUFFLE(name, bits, type)                                                 \
    __OFFLOADCC_CONVERGENT(type, __offloadcc_lane_##name##bits, type __value, unsigned int __by) { \
        return __OFFLOADCC_LANES == 1                                                              \
                   ? __value                                                                       \
                   : __offloadcc_group_exchange_##bits(__value, __by,                              \
                                                       __offloadcc_##name | __OFFLOADCC_LANES);    \
    }                                                                                              \
    __OFFLOADCC_CONVERGENT(type, __offloadcc_lane_##name##bits##_in, type __value,                 \
                           unsigned int __by, unsigned long __mask) {                              \
        __offloadcc_await(__mask);                                                                 \
        return __offloadcc_lane_##name##bits(__value, __by);                                       \
    }
#endif
/* Targets have an instruction for each kind of shuffle, so the lane's number need not be computed.
 * `bytes` is the size of the value. With a width, *by of a shuffle becomes the lane's number in the
 * group; the result is whether there is such a lane in the part of the group. */
__OFFLOADCC_INLINE int __offloadcc_in_part(unsigned int __kind, unsigned int *__by,
                                           unsigned int __width) {
    unsigned int __lane = __offloadcc_lane_id(), __first = __lane & ~(__width - 1);
    unsigned int __last = __first + (__width - 1);
    if (__kind == __offloadcc_shuffle_)
        *__by = __first | (*__by & (__width - 1));
    if (__width == __offloadcc_lane_count()) /* the instructions for whole groups know that */
        return 1;
    return __kind == __offloadcc_shuffle_        ? 1
           : __kind == __offloadcc_shuffle_up_   ? *__by <= __lane - __first
           : __kind == __offloadcc_shuffle_down_ ? *__by <= __last - __lane
                                                 : (__lane ^ *__by) <= __last;
}
/* Whether a shuffle would read a lane of the group that is not in the mask. */
__OFFLOADCC_INLINE int __offloadcc_is_left_out(unsigned long __mask, unsigned int __kind,
                                               unsigned int __by) {
    unsigned int __count = __offloadcc_lane_count(), __id = __offloadcc_lane_id();
    unsigned int __lane = __kind == __offloadcc_shuffle_       ? __by
                          : __kind == __offloadcc_shuffle_xor_ ? __id ^ __by
                          : __by >= __count                    ? __count
                          : __kind == __offloadcc_shuffle_up_  ? __id - __by
                                                               : __id + __by;
    return (__mask | ~(~0ul >> (64 - __count))) != offload_all_lanes && __lane < __count &&
           !(__mask >> __lane % 64 & 1);
}
/* A lane that others do not read may have set no value: `if (lane == 0) x = ...;` before a shuffle
 * from lane 0. Without the attribute, LLVM takes it that such lanes do not come to the shuffle. */
#define __OFFLOADCC_ANY_LANES __attribute__((maybe_undef))
#define __OFFLOADCC_LANE_SHUFFLES(kind)                                                            \
    __OFFLOADCC_LANE_SHUFFLE(kind, 32, unsigned int)                                               \
    __OFFLOADCC_LANE_SHUFFLE(kind, 64, unsigned long)                                              \
    __OFFLOADCC_INLINE unsigned long __offloadcc_bits_##kind(                                      \
        __OFFLOADCC_ANY_LANES unsigned long __bits, unsigned long __bytes, unsigned int __by) {    \
        return __bytes == 8 ? __offloadcc_lane_##kind##64(__bits, __by)                            \
                            : __offloadcc_lane_##kind##32((unsigned int)__bits, __by);             \
    }                                                                                              \
    __OFFLOADCC_INLINE unsigned long __offloadcc_bits_in_##kind(                                   \
        __OFFLOADCC_ANY_LANES unsigned long __bits, unsigned long __bytes, unsigned int __by,      \
        unsigned long __mask) {                                                                    \
        unsigned long __other =                                                                    \
            __bytes == 8 ? __offloadcc_lane_##kind##64_in(__bits, __by, __mask)                    \
                         : __offloadcc_lane_##kind##32_in((unsigned int)__bits, __by, __mask);     \
        return __offloadcc_is_left_out(__mask, __offloadcc_##kind, __by) ? 0 : __other;            \
    }
__OFFLOADCC_LANE_SHUFFLES(shuffle_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_up_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_down_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_xor_)

/* Whether a width or a mask can be one, and their values. */
__OFFLOADCC_INLINE unsigned int __offloadcc_width(unsigned int __width) __attribute__((diagnose_if(
    __width == 0 || __width > 64 || (__width & (__width - 1)) != 0,
    "a width is the number of lanes in a part of the group: 1, 2, 4, 8, 16, 32 or 64", "error")));
__OFFLOADCC_INLINE unsigned int __offloadcc_width(unsigned int __width) {
    return __width < __offloadcc_lane_count() ? __width : __offloadcc_lane_count();
}
#if defined(__GFX9__) || defined(__OFFLOADCC_WAVE64)
__OFFLOADCC_INLINE unsigned long __offloadcc_mask_of_lanes(unsigned long __mask,
                                                           unsigned long __bytes)
    __attribute__((diagnose_if(__bytes < 8,
                               "a mask has 8 bytes on GPUs with 64 lanes: make it an unsigned "
                               "long, or write offload_all_lanes for all lanes; the mask of the "
                               "half that a lane is in is 0xfffffffful << (offload_lane_id() & 32)",
                               "error")));
__OFFLOADCC_INLINE unsigned long __offloadcc_mask_of_lanes(unsigned long __mask,
                                                           unsigned long __bytes) {
    (void)__bytes;
    return __mask;
}
#define __OFFLOADCC_MASK_OF(mask) __offloadcc_mask_of_lanes((unsigned long)(mask), sizeof(mask))
#else
#define __OFFLOADCC_MASK_OF(mask) ((unsigned long)(mask))
#endif
/* -foffload-check: the lane is in the mask that it passes. */
#ifdef __OFFLOADCC_CHECK
extern void __offloadcc_lane_fails(const char *__what, const char *__file, unsigned int __line,
                                   const char *__function) __asm__("__assert_fail")
    __attribute__((noreturn, nothrow));
__OFFLOADCC_INLINE unsigned long __offloadcc_own_mask(unsigned long __mask, const char *__file,
                                                      unsigned int __line, const char *__function) {
    if (__offloadcc_lane_count() > 1 && !(__mask >> __offloadcc_lane_id() & 1))
        __offloadcc_lane_fails("the lane is in the mask that it passes", __file, __line,
                               __function);
    return __mask;
}
#define __OFFLOADCC_MASK(mask)                                                                     \
    __offloadcc_own_mask(__OFFLOADCC_MASK_OF(mask), __FILE__, __LINE__, __func__)
#else
#define __OFFLOADCC_MASK(mask) __OFFLOADCC_MASK_OF(mask)
#endif
int __offloadcc_first(unsigned long __value, int __is_integer) __attribute__((diagnose_if(
    !__is_integer || __value == 0xffffffff || __value == ~0ul,
    "the mask is the last argument of a lane function; a lane or distance is an integer",
    "error")));
#define __OFFLOADCC_IS_WHOLE(value) (__builtin_classify_type(value) <= 4)
#define __OFFLOADCC_FIRST(value, by)                                                               \
    ((void)sizeof(__offloadcc_first(__builtin_choose_expr(__OFFLOADCC_IS_WHOLE(value), value, 0),  \
                                    __OFFLOADCC_IS_WHOLE(by))))
#define __OFFLOADCC_LAST(value, mask) (__OFFLOADCC_FIRST(value, 0), __OFFLOADCC_MASK(mask))
/* The macro for as many arguments as there are. */
#define __OFFLOADCC_PICK(a, b, c, d, e, f, macro, ...) macro
#define __OFFLOADCC_ONE_OR_TWO(one, two, ...)                                                      \
    __OFFLOADCC_PICK(__VA_ARGS__ __VA_OPT__(, ) __OFFLOADCC_MORE, __OFFLOADCC_MORE,                \
                     __OFFLOADCC_MORE, __OFFLOADCC_MORE, two, one, __OFFLOADCC_FEWER, 0)
#define __OFFLOADCC_MORE(...) sizeof(struct { int lane_functions_take_fewer_arguments : -1; })
#define __OFFLOADCC_FEWER(...) sizeof(struct { int lane_functions_take_more_arguments : -1; })

/* This thread's number in its group, from 0; and the number of lanes in a group: 32 or 64, on a CPU
 * what -foffload-lanes says. */
__OFFLOADCC_INLINE unsigned int offload_lane_id(void) {
    return __offloadcc_lane_id();
}
__OFFLOADCC_INLINE unsigned int offload_lane_count(void) {
    return __offloadcc_lane_count();
}

/* offload_lane_ballot(predicate) or (predicate, mask): a bit mask of the lanes whose predicate is
 * not zero. The bits of lanes that do not take part are 0. */
#define offload_lane_ballot(...)                                                                   \
    __OFFLOADCC_ONE_OR_TWO(__OFFLOADCC_BALLOT, __OFFLOADCC_BALLOT_IN, __VA_ARGS__)(__VA_ARGS__)
#define __OFFLOADCC_BALLOT(predicate) __offloadcc_lane_ballot((predicate) != 0)
#define __OFFLOADCC_BALLOT_IN(predicate, mask)                                                     \
    __offloadcc_lane_ballot_in((predicate) != 0, __OFFLOADCC_LAST(predicate, mask))

/* offload_lane_any(predicate) or (predicate, mask), and all likewise: whether the predicate is not
 * zero in at least one of the lanes that take part (any), or in each of them (all). */
#define offload_lane_any(...) (offload_lane_ballot(__VA_ARGS__) != 0)
#define offload_lane_all(...)                                                                      \
    __OFFLOADCC_ONE_OR_TWO(__OFFLOADCC_ALL, __OFFLOADCC_ALL_IN, __VA_ARGS__)(__VA_ARGS__)
#define __OFFLOADCC_ALL(predicate) (__offloadcc_lane_ballot((predicate) == 0) == 0)
#define __OFFLOADCC_ALL_IN(predicate, mask)                                                        \
    (__offloadcc_lane_ballot_in((predicate) == 0, __OFFLOADCC_LAST(predicate, mask)) == 0)

/* The mask of the lanes that make this call together. */
__OFFLOADCC_INLINE unsigned long offload_lanes_active(void) {
    return __offloadcc_lane_ballot(1);
}

/* offload_lanes_sync() or (mask): waits until all lanes that take part have made the call. What a
 * lane wrote to memory before is visible to these lanes after it. Without a mask, lanes that take
 * another branch are not waited for, in contrast to CUDA's __syncwarp(). */
#define offload_lanes_sync(...) __OFFLOADCC_LANES_SYNC##__VA_OPT__(_IN)(__VA_ARGS__)
#define __OFFLOADCC_LANES_SYNC() __offloadcc_lane_sync()
#define __OFFLOADCC_LANES_SYNC_IN(mask) __offloadcc_lane_sync_in(__OFFLOADCC_MASK(mask))

/* Return the `value` that another lane passed. The type is any arithmetic type of 2, 4 or 8 bytes;
 * integers narrower than int are converted to int. The other lane is
 *     shuffle       lane number `lane`
 *     shuffle_up    this lane's number minus `delta`
 *     shuffle_down  this lane's number plus `delta`
 *     shuffle_xor   this lane's number ^ `mask`
 * If there is no such lane, or it does not take part, the result is this lane's own value. If the
 * call has a mask, and that lane is not in it, the result is 0.
 *
 * A third argument is a width, as in CUDA: 1, 2, 4, 8, 16, 32 or 64, at most the number of lanes.
 * It parts the group: each `width` lanes are for themselves. `lane` is then a number in the lane's
 * part, modulo the width. A lane that shuffle_up and shuffle_down would read in another part is
 * none, nor is one that shuffle_xor would read in a later part. A fourth argument is the mask:
 *
 *     sum += offload_lane_shuffle_down(sum, 8, 16);                 // of 16 lanes
 *     first = offload_lane_shuffle(x, 0, offload_lane_count(), m);  // of the lanes in m */
/* clang-format off */
#define offload_lane_shuffle(value, ...) __OFFLOADCC_SHUFFLE(shuffle_, value, __VA_ARGS__)
#define offload_lane_shuffle_up(value, ...) __OFFLOADCC_SHUFFLE(shuffle_up_, value, __VA_ARGS__)
#define offload_lane_shuffle_down(value, ...) __OFFLOADCC_SHUFFLE(shuffle_down_, value, __VA_ARGS__)
#define offload_lane_shuffle_xor(value, ...) __OFFLOADCC_SHUFFLE(shuffle_xor_, value, __VA_ARGS__)
#define __OFFLOADCC_SHUFFLE(kind, value, ...)                                                      \
    __OFFLOADCC_PICK(__VA_ARGS__ __VA_OPT__(, ) __OFFLOADCC_MORE, __OFFLOADCC_MORE,                \
                     __OFFLOADCC_MORE, __OFFLOADCC_SHUFFLE_IN, __OFFLOADCC_SHUFFLE_WITHIN,         \
                     __OFFLOADCC_SHUFFLE_BY, __OFFLOADCC_FEWER, 0)(kind, value, __VA_ARGS__)
#define __OFFLOADCC_SHUFFLE_BY(kind, value, by)                                                    \
    __OFFLOADCC_EXCHANGE(value, (__OFFLOADCC_FIRST(value, by), __offloadcc_bits_##kind(__offloadcc_bits, sizeof __offloadcc_value, by)))
#define __OFFLOADCC_SHUFFLE_WITHIN(kind, value, by, width)                                         \
    __OFFLOADCC_SHUFFLE_PART(kind, value, by, width, __offloadcc_bits_##kind(                      \
        __offloadcc_bits, sizeof __offloadcc_value, __offloadcc_by))
#define __OFFLOADCC_SHUFFLE_IN(kind, value, by, width, mask)                                       \
    __OFFLOADCC_SHUFFLE_PART(kind, value, by, width, __offloadcc_bits_in_##kind(                   \
        __offloadcc_bits, sizeof __offloadcc_value, __offloadcc_by, __OFFLOADCC_MASK(mask)))
#define __OFFLOADCC_SHUFFLE_PART(kind, value, by, width, other)                                    \
    __OFFLOADCC_EXCHANGE(value, ({                                                                 \
        unsigned int __offloadcc_by = (__OFFLOADCC_FIRST(value, by), (by));                                                        \
        int __offloadcc_is_lane = __offloadcc_in_part(__offloadcc_##kind, &__offloadcc_by,          \
                                                     __offloadcc_width(width));                    \
        unsigned long __offloadcc_other = (other);                                                 \
        __offloadcc_is_lane ? __offloadcc_other : __offloadcc_bits;                                \
    }))
/* clang-format on */

/* The type of `value` after integer promotion. */
#define __OFFLOADCC_PROMOTED(value) __typeof__(+(value))
/* Its size, where it is one that is taken. */
#define __OFFLOADCC_BYTES (sizeof __offloadcc_value < 8 ? sizeof __offloadcc_value : 8)
/* Evaluates `bits`, an expression of the bits of `value`, and returns a value of these bits. */
#define __OFFLOADCC_EXCHANGE(value, bits)                                                          \
    (__extension__({                                                                               \
        __OFFLOADCC_PROMOTED(value) __offloadcc_value = (value);                                   \
        unsigned long __offloadcc_bits = 0;                                                        \
        (void)sizeof(struct {                                                                      \
            int shuffles_are_for_arithmetic_types_of_2_4_or_8_bytes                                \
                : sizeof __offloadcc_value == 2 ||                                                 \
                    sizeof __offloadcc_value == 4 || sizeof __offloadcc_value == 8                 \
                ? 32                                                                               \
                : -1;                                                                              \
        });                                                                                        \
        __builtin_memcpy(&__offloadcc_bits, &__offloadcc_value, __OFFLOADCC_BYTES);                \
        __offloadcc_bits = (bits);                                                                 \
        __builtin_memcpy(&__offloadcc_value, &__offloadcc_bits, __OFFLOADCC_BYTES);                \
        __offloadcc_value;                                                                         \
    }))

/* offload_lane_match_any(value) or (value, mask): the mask of the lanes that passed the same value,
 * bit by bit. offload_lane_match_all: the mask of all lanes that take part if they have passed the
 * same value; else 0. The types are those of shuffles. */
#define offload_lane_match_any(...)                                                                \
    __OFFLOADCC_ONE_OR_TWO(__OFFLOADCC_MATCH, __OFFLOADCC_MATCH_IN, __VA_ARGS__)(__VA_ARGS__)
#define offload_lane_match_all(...)                                                                \
    __OFFLOADCC_ONE_OR_TWO(__OFFLOADCC_MATCH_ALL, __OFFLOADCC_MATCH_ALL_IN,                        \
                           __VA_ARGS__)(__VA_ARGS__)
#define __OFFLOADCC_MATCH(value) __OFFLOADCC_MATCH_BITS(value, 0, 0ul)
#define __OFFLOADCC_MATCH_IN(value, mask)                                                          \
    __OFFLOADCC_MATCH_BITS(value, 1, __OFFLOADCC_LAST(value, mask))
#define __OFFLOADCC_MATCH_ALL(value)                                                               \
    __offloadcc_all_of(__OFFLOADCC_MATCH(value), offload_lanes_active())
#define __OFFLOADCC_MATCH_ALL_IN(value, mask)                                                      \
    (__extension__({                                                                               \
        unsigned long __offloadcc_all = __OFFLOADCC_LAST(value, mask);                             \
        __offloadcc_all_of(__OFFLOADCC_MATCH_BITS(value, 1, __offloadcc_all),                      \
                           __offloadcc_lane_ballot_in(1, __offloadcc_all));                        \
    }))
/* is_masked: a constant, whether there is a mask. */
#define __OFFLOADCC_MATCH_BITS(value, is_masked, mask)                                             \
    (__extension__({                                                                               \
        unsigned long __offloadcc_same, __offloadcc_mask = (mask);                                 \
        (void)__OFFLOADCC_EXCHANGE(value,                                                          \
                                   (__offloadcc_same = sizeof __offloadcc_value == 8               \
                                                           ? __OFFLOADCC_MATCH_OF(64, is_masked)   \
                                                           : __OFFLOADCC_MATCH_OF(32, is_masked),  \
                                    __offloadcc_bits));                                            \
        (void)__offloadcc_mask;                                                                    \
        __offloadcc_same;                                                                          \
    }))
#define __OFFLOADCC_MATCH_OF(bits, is_masked)                                                      \
    ((is_masked) ? __offloadcc_lane_match##bits##_in((__offloadcc_u##bits)__offloadcc_bits,        \
                                                     __offloadcc_mask)                             \
                 : __offloadcc_lane_match##bits((__offloadcc_u##bits)__offloadcc_bits))
__OFFLOADCC_INLINE unsigned long __offloadcc_all_of(unsigned long __same, unsigned long __all) {
    return __same == __all ? __all : 0;
}

/* offload_lane_reduce_add(value) or (value, mask), and the others likewise: combines the values of
 * the lanes that take part, and returns the result to each of them: the sum (add), the minimum
 * (min), the maximum (max), and for integers the bitwise and, or and xor. The types are integers of
 * up to 8 bytes, which are converted to int if they are narrower, float, double, _Float16 and
 * __bf16. The last two are combined as float. The target decides in which order floating-point
 * values are added; on the same target, the order is the same for the same lanes. If one of the
 * values is a NaN, min and max may return any of the values. */
#define offload_lane_reduce_add(...) __OFFLOADCC_LANE_REDUCE(add, __VA_ARGS__)
#define offload_lane_reduce_min(...) __OFFLOADCC_LANE_REDUCE(min, __VA_ARGS__)
#define offload_lane_reduce_max(...) __OFFLOADCC_LANE_REDUCE(max, __VA_ARGS__)
#define offload_lane_reduce_and(...) __OFFLOADCC_LANE_REDUCE(and_bits, __VA_ARGS__)
#define offload_lane_reduce_or(...) __OFFLOADCC_LANE_REDUCE(or_bits, __VA_ARGS__)
#define offload_lane_reduce_xor(...) __OFFLOADCC_LANE_REDUCE(xor_bits, __VA_ARGS__)

enum __offloadcc_reduction {
    __offloadcc_add,
    __offloadcc_min,
    __offloadcc_max,
    __offloadcc_and_bits,
    __offloadcc_or_bits,
    __offloadcc_xor_bits
};

#define __OFFLOADCC_LANE_REDUCE(operation, ...)                                                    \
    __OFFLOADCC_ONE_OR_TWO(__OFFLOADCC_LANE_REDUCE_ALL, __OFFLOADCC_LANE_REDUCE_IN, __VA_ARGS__)   \
    (operation, __VA_ARGS__)
#define __OFFLOADCC_LANE_REDUCE_ALL(operation, value)                                              \
    __OFFLOADCC_LANE_REDUCE_BITS(__offloadcc_##operation, value, 0, 0ul)
#define __OFFLOADCC_LANE_REDUCE_IN(operation, value, mask)                                         \
    __OFFLOADCC_LANE_REDUCE_BITS(__offloadcc_##operation, value, 1, __OFFLOADCC_LAST(value, mask))
/* The operation and the kind of type, in the bits above the number of lanes: integers with a sign
 * (0), without (1), and floating-point (2). */
#define __OFFLOADCC_LANE_REDUCE_BITS(operation, value, is_masked, mask)                            \
    (__extension__({                                                                               \
        unsigned long __offloadcc_bits = 0, __offloadcc_mask = (mask);                             \
        __OFFLOADCC_COMBINED(value) __offloadcc_value = (value);                                   \
        __OFFLOADCC_CHECK_REDUCTION(operation);                                                    \
        __builtin_memcpy(&__offloadcc_bits, &__offloadcc_value, __OFFLOADCC_BYTES);                \
        __offloadcc_bits = sizeof __offloadcc_value == 8                                           \
                               ? __OFFLOADCC_REDUCE_OF(64, operation, is_masked)                   \
                               : __OFFLOADCC_REDUCE_OF(32, operation, is_masked);                  \
        __builtin_memcpy(&__offloadcc_value, &__offloadcc_bits, __OFFLOADCC_BYTES);                \
        (void)__offloadcc_mask;                                                                    \
        (__OFFLOADCC_PROMOTED(value)) __offloadcc_value;                                           \
    }))
#define __OFFLOADCC_REDUCE_OF(bits, operation, is_masked)                                          \
    ((is_masked)                                                                                   \
         ? __offloadcc_lane_reduce##bits##_in((__offloadcc_u##bits)__offloadcc_bits,               \
                                              __OFFLOADCC_LANE_HOW(operation), __offloadcc_mask)   \
         : __offloadcc_lane_reduce##bits((__offloadcc_u##bits)__offloadcc_bits,                    \
                                         __OFFLOADCC_LANE_HOW(operation)))
#define __OFFLOADCC_LANE_HOW(operation)                                                            \
    ((unsigned int)((operation) * 4 + (!__OFFLOADCC_IS_INTEGER                   ? 2               \
                                       : (__typeof__(__offloadcc_value))~0ul > 0 ? 1               \
                                                                                 : 0))             \
     << 8)
/* The type that values are combined in: float for _Float16 and __bf16. */
#define __OFFLOADCC_COMBINED(value)                                                                \
    __typeof__(__builtin_choose_expr(sizeof(value) != 2 || __builtin_classify_type(value) == 1,    \
                                     +(value), 0.0f))
#define __OFFLOADCC_CHECK_REDUCTION(operation)                                                     \
    ((void)sizeof(struct {                                                                         \
        int reductions_are_for_integers_float_and_double                                           \
            : (__OFFLOADCC_IS_INTEGER || __OFFLOADCC_IS(float) || __OFFLOADCC_IS(double)) &&       \
              (__OFFLOADCC_IS_INTEGER || (operation) < __offloadcc_and_bits)                       \
            ? 32                                                                                   \
            : -1;                                                                                  \
    }))
#define __OFFLOADCC_IS(type) __builtin_types_compatible_p(__typeof__(__offloadcc_value), type)
#define __OFFLOADCC_IS_INTEGER                                                                     \
    (__builtin_classify_type(__offloadcc_value) == 1 && sizeof __offloadcc_value <= 8)

/* ---- Reductions over a block ----------------------------------------------------------------- */

/* Combines the values that all threads of the block pass, and returns the result to each of them:
 * the sum (add), the minimum (min) or the maximum (max). The values are integers of up to 8 bytes,
 * float, double, _Float16 or __bf16; integers narrower than int are converted to int. The last two
 * are combined as float. A reduction is also a barrier,
 * and every thread of the block must reach it: no thread may have returned before, since its value
 * would be missing. The target decides in which order floating-point values are added; on the same
 * target, the order is always the same for the same block size. If one of the values is a NaN, min
 * and max may return any of the values. */
#define offload_block_reduce_add(value) __OFFLOADCC_REDUCE(add, value)
#define offload_block_reduce_min(value) __OFFLOADCC_REDUCE(min, value)
#define offload_block_reduce_max(value) __OFFLOADCC_REDUCE(max, value)

/* There is one function for each type, which takes the operation as an argument, since every
 * compilation has to parse these functions. __builtin_choose_expr selects it: unlike _Generic, it
 * gives no warning in any C mode. */
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
        __OFFLOADCC_COMBINED(value) __offloadcc_value = (value);                                   \
        __OFFLOADCC_CHECK_REDUCTION(__offloadcc_##operation);                                      \
        (__OFFLOADCC_PROMOTED(value))                                                              \
            __OFFLOADCC_REDUCTION(__offloadcc_value, __offloadcc_##operation);                     \
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
