/* offload_algorithms_scans.h - what all algorithms share, and the reductions and scans of
 * offload_algorithms.h, which includes it. Nothing here is for users.
 *
 * An array is divided into chunks of neighbouring elements, one for each block. How many there are
 * depends on the number of elements only, so results do not depend on the device's size, except in
 * the sort, whose result is the same for any chunks. On a GPU the block's threads share a chunk. On
 * a CPU the block's first thread goes through it alone, in a function that is not inlined, so that
 * the loop is compiled as any loop of host code.
 *
 * Arrays that only kernels use are ordinary memory of the host. No copy of them is ever needed:
 * the host does not look at them, so they stay on the device until they are freed
 * (docs/resident.md). */
#ifndef OFFLOAD_ALGORITHMS_H
#include "offload_algorithms.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_ALGORITHMS_SCANS_H) && !defined(__cplusplus)
#define OFFLOAD_ALGORITHMS_SCANS_H

#define __OFFLOAD_KERNEL_IF_USED offload_if_used static offload_kernel
#define __OFFLOAD_FUNCTION static __inline__
#define __OFFLOAD_ALONE __attribute__((noinline, unused)) static

/* The threads of a block; the least and the most chunks: the least is a multiple of all tiles. */
enum {
    __offload_threads = 256,
    __offload_least_chunk = 4096,
    __offload_most_chunks = 1024,
    __offload_digits = 256,      /* of a pass of the sort: 8 bits */
    __offload_shared_bins = 4096 /* of a histogram in shared memory */
};

#include "offload_algorithms_numbers.h"

/* The elements of a chunk: a multiple of `least`, so that there are at most `most` chunks. */
__OFFLOADCC_INLINE size_t __offload_chunk(size_t __n, size_t __least, size_t __most) {
    size_t __chunk = __n / __most + (__n % __most != 0);
    return __chunk <= __least ? __least : (__chunk - 1) / __least * __least + __least;
}
__OFFLOADCC_INLINE unsigned int __offload_chunks(size_t __n, size_t __chunk) {
    return (unsigned int)(__n / __chunk + (__n % __chunk != 0));
}

/* In a kernel: the end of this block's chunk. */
__OFFLOADCC_INLINE size_t __offload_end(size_t __n, size_t __chunk) {
    size_t __first = offload_block_id(0) * __chunk;
    return __n - __first < __chunk ? __n : __first + __chunk;
}

/* Memory for an array that only kernels use, or NULL; and its end. The compiler knows both. */
void *__offload_room_of(size_t __bytes) __asm__("__offloadcc_room_v1") __attribute__((malloc));
void __offload_end_room(void *__room) __asm__("__offloadcc_end_room_v1");
/* The user's call, for messages. */
struct __offload_call {
    const char *__name, *__file;
    unsigned int __line;
};
#define __OFFLOAD_CALL(name) (&(const struct __offload_call){name, __FILE__, __LINE__})

#define __OFFLOAD_STOP(format, ...)                                                                \
    (fprintf(stderr, "%s:%u: offloadcc: error: %s: " format "\n", __call->__file, __call->__line,  \
             __call->__name, __VA_ARGS__),                                                         \
     abort())

/* The same, where the program ends if there is none. */
__OFFLOAD_FUNCTION void *__offload_room(size_t __n, size_t __size,
                                        const struct __offload_call *__call) {
    size_t __bytes;
    void *__room = NULL;
    if (!__builtin_mul_overflow(__n, __size, &__bytes))
        __room = __offload_room_of(__bytes);
    if (!__room)
        __OFFLOAD_STOP("there is no memory for a copy of %zu elements of %zu bytes", __n, __size);
    return __room;
}

/* End the program at the line of the call: if a number is negative; if an array with elements is a
 * null pointer, or more than memory can have; and if two arrays overlap, where the algorithm does
 * not work in place. */
__OFFLOAD_FUNCTION void __offload_number(size_t __n, const char *__of,
                                         const struct __offload_call *__call) {
    if ((long)__n < 0)
        __OFFLOAD_STOP("the number of %s is negative (%ld)", __of, (long)__n);
}
__OFFLOAD_FUNCTION void __offload_array(const void *__x, size_t __n, size_t __size,
                                        const char *__which, const struct __offload_call *__call) {
    if (!__x && __n)
        __OFFLOAD_STOP("%s is a null pointer, but has %zu elements", __which, __n);
    if (__n > __LONG_MAX__ / (__size + !__size))
        __OFFLOAD_STOP("%s has %zu elements of %zu bytes, which do not fit in memory", __which, __n,
                       __size);
}
__OFFLOAD_FUNCTION void __offload_apart(const void *__x, size_t __n, size_t __size_of_x,
                                        const void *__y, size_t __m, size_t __size_of_y,
                                        const char *__which, const struct __offload_call *__call) {
    const char *__first = (const char *)__x, *__second = (const char *)__y;
    size_t __of_x = __n * __size_of_x, __of_y = __m * __size_of_y;
    if (!__of_x || !__of_y || __first + __of_x <= __second || __second + __of_y <= __first)
        return;
    __OFFLOAD_STOP("%s overlap, and the algorithm needs separate arrays", __which);
}

/* Stands for an array that an algorithm has in another form: values of a sort, flags of a
 * selection. A null pointer may be the user's mistake. */
#define __OFFLOAD_NO_ARRAY ((void *)-1ul)

/* Options of all launches: the user's line, with a bit that lets the kernel's arrays be memory of
 * offload_malloc too (src/runtime/process.h). */
#define __OFFLOAD_HERE .__file = __call->__file, .__line = __call->__line | 0x20000000u
#define __OFFLOAD_ON(count) .blocks = {(count)}, .block_size = {__offload_threads}, __OFFLOAD_HERE

/* ---- Operators ------------------------------------------------------------------------------- */

#define __OFFLOAD_EXPRESSION_add(type, a, b) ((type)((a) + (b)))
#define __OFFLOAD_EXPRESSION_wrap(type, a, b) ((type)((unsigned long)(a) + (unsigned long)(b)))
#define __OFFLOAD_EXPRESSION_and(type, a, b) ((type)((a) & (b)))
#define __OFFLOAD_EXPRESSION_or(type, a, b) ((type)((a) | (b)))
#define __OFFLOAD_EXPRESSION_xor(type, a, b) ((type)((a) ^ (b)))
#define __OFFLOAD_EXPRESSION_min(type, a, b) ((b) < (a) ? (b) : (a))
#define __OFFLOAD_EXPRESSION_max(type, a, b) ((a) < (b) ? (b) : (a))
#define __OFFLOAD_EXPRESSION_fminf(type, a, b) __builtin_fminf(a, b)
#define __OFFLOAD_EXPRESSION_fmaxf(type, a, b) __builtin_fmaxf(a, b)
#define __OFFLOAD_EXPRESSION_fmin(type, a, b) __builtin_fmin(a, b)
#define __OFFLOAD_EXPRESSION_fmax(type, a, b) __builtin_fmax(a, b)

/* The same for vectors of elements of a type. */
#define __OFFLOAD_VECTORS_add(a, b) ((a) + (b))
#define __OFFLOAD_VECTORS_min(a, b) __builtin_elementwise_min(a, b)
#define __OFFLOAD_VECTORS_max(a, b) __builtin_elementwise_max(a, b)

#define __OFFLOAD_OPERATOR(name, type, expression)                                                 \
    __OFFLOADCC_INLINE type name##_operator(type __a, type __b) {                                  \
        _Pragma("clang fp reassociate(on)") return __OFFLOAD_EXPRESSION_##expression(type, __a,    \
                                                                                     __b);         \
    }

/* Each defines name_fold(n, x), which combines n elements in their order, on a CPU. The first two
 * are for operators that LLVM knows, and turns into vectors. The third combines eight stretches
 * side by side, and then the results, so that each step need not wait for the one before. */
#define __OFFLOAD_FOLD_VECTORS(name, element, type, operator, identity)                            \
    __OFFLOAD_ALONE type name##_fold(size_t __n, const element *__x) {                             \
        type __all = identity;                                                                     \
        for (size_t __i = 0; __i < __n; __i++)                                                     \
            __all = operator(__all, (type)__x[__i]);                                               \
        return __all;                                                                              \
    }
#define __OFFLOAD_FOLD_NARROW(name, element, type, operator, identity)                             \
    __OFFLOAD_ALONE type name##_fold(size_t __n, const element *__x) {                             \
        type __all = identity;                                                                     \
        for (size_t __i = 0; __i < __n; __i++)                                                     \
            __all = operator(__all, element##_load(__x + __i));                                    \
        return __all;                                                                              \
    }
#define __OFFLOAD_FOLD_STRETCHES(name, element, type, operator, identity)                          \
    __OFFLOAD_ALONE type name##_fold(size_t __n, const element *__x) {                             \
        type __all[8];                                                                             \
        size_t __part = __n / 8;                                                                   \
        for (int __s = 0; __s < 8; __s++)                                                          \
            __all[__s] = identity;                                                                 \
        for (size_t __i = 0; __i < __part; __i++)                                                  \
            _Pragma("clang loop unroll(full)") for (int __s = 0; __s < 8; __s++)                   \
                __all[__s] = operator(__all[__s], __x[(size_t)__s * __part + __i]);                \
        for (int __s = 1; __s < 8; __s++)                                                          \
            __all[0] = operator(__all[0], __all[__s]);                                             \
        for (size_t __i = 8 * __part; __i < __n; __i++)                                            \
            __all[0] = operator(__all[0], __x[__i]);                                               \
        return __all[0];                                                                           \
    }

__OFFLOADCC_INLINE unsigned int __offload_plus(unsigned int __a, unsigned int __b) {
    return __a + __b;
}

/* ---- Reduction ------------------------------------------------------------------------------- */

#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOAD_REDUCE_CHUNK(name, type, operator, identity)                                     \
    offload_shared type __room[__offload_threads];                                                 \
    unsigned int __me = offload_thread_id(0);                                                      \
    size_t __end = __offload_end(__n, __chunk);                                                    \
    type __all = identity;                                                                         \
    for (size_t __i = offload_block_id(0) * __chunk + __me; __i < __end; __i += __offload_threads) \
        __all = operator(__all, (__x[__i]));                                                       \
    __room[__me] = __all;                                                                          \
    offload_barrier();                                                                             \
    for (unsigned int __half = __offload_threads / 2; __half; __half /= 2) {                       \
        if (__me < __half)                                                                         \
            __room[__me] = operator(__room[__me], __room[__me + __half]);                          \
        offload_barrier();                                                                         \
    }                                                                                              \
    if (__me == 0)                                                                                 \
        __parts[offload_block_id(0)] = __room[0];
#else
#define __OFFLOAD_REDUCE_CHUNK(name, type, operator, identity)                                     \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0)                                                                 \
        __parts[offload_block_id(0)] =                                                             \
            name##_fold(__offload_end(__n, __chunk) - __first, __x + __first);
#endif

/* The host combines what the blocks have, in their order. */
#define __OFFLOAD_REDUCE(fold, name, element, type, operator, identity)                            \
    fold(name, element, type, operator, identity) __OFFLOAD_KERNEL_IF_USED void name##_kernel(     \
        size_t __n, size_t __chunk, const element __x[__n], unsigned int __chunks,                 \
        offload_out type __parts[__chunks]) {                                                      \
        (void)__chunks;                                                                            \
        __OFFLOAD_REDUCE_CHUNK(name, type, operator, identity)                                     \
    }                                                                                              \
    __OFFLOAD_FUNCTION type name##_launch(size_t __n, const element *__x,                          \
                                          const struct __offload_call *__call) {                   \
        type __parts[__offload_most_chunks], __all = identity;                                     \
        size_t __chunk = __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks);       \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__x, __n, sizeof(element), "x", __call);                                   \
        if (__n)                                                                                   \
            offload(name##_kernel, __OFFLOAD_ON(__chunks))(__n, __chunk, __x, __chunks, __parts);  \
        for (unsigned int __i = 0; __i < __chunks; __i++)                                          \
            __all = operator(__all, __parts[__i]);                                                 \
        return __all;                                                                              \
    }

/* ---- Scan ------------------------------------------------------------------------------------ */

/* Elements of a thread in a tile: so many that a tile is 16 KiB or less. */
#define __OFFLOAD_ITEMS(type)                                                                      \
    (sizeof(type) <= 4 ? 16 : sizeof(type) <= 8 ? 8 : sizeof(type) <= 16 ? 4 : 2)
/* Where element i of a tile is in shared memory: threads that each go through neighbouring elements
 * access different banks. */
#define __OFFLOAD_PADDED(i) ((i) + (i) / 32)

#if defined(__NVPTX__) || defined(__AMDGPU__)
/* Scans __totals[0], which has an element for each thread. It ends there, after an even number of
 * steps. */
#define __OFFLOAD_SCAN_THREADS(type, operator)                                                     \
    offload_barrier();                                                                             \
    for (unsigned int __step = 1, __from = 0; __step < __offload_threads;                          \
         __step *= 2, __from ^= 1) {                                                               \
        type __own = __totals[__from][__me];                                                       \
        if (__me >= __step)                                                                        \
            __own = operator(__totals[__from][__me - __step], __own);                              \
        __totals[__from ^ 1][__me] = __own;                                                        \
        offload_barrier();                                                                         \
    }

/* Brings a tile to shared memory, and the combined elements of each thread to __totals. */
#define __OFFLOAD_SCAN_TILE(type, operator, identity)                                              \
    for (unsigned int __i = __me; __i < __size; __i += __offload_threads)                          \
        __tile[__OFFLOAD_PADDED(__i)] = __i < __end - __base ? __x[__base + __i] : identity;       \
    offload_barrier();                                                                             \
    type __own_total = __tile[__OFFLOAD_PADDED(__me * __items)];                                   \
    for (unsigned int __i = 1; __i < __items; __i++)                                               \
        __own_total = operator(__own_total, __tile[__OFFLOAD_PADDED(__me * __items + __i)]);       \
    __totals[0][__me] = __own_total;                                                               \
    __OFFLOAD_SCAN_THREADS(type, operator)

#define __OFFLOAD_SCAN_ROOM(type)                                                                  \
    enum { __items = __OFFLOAD_ITEMS(type), __size = __offload_threads * __items };                \
    offload_shared type __tile[__OFFLOAD_PADDED(__size)];                                          \
    offload_shared type __totals[2][__offload_threads];                                            \
    unsigned int __me = offload_thread_id(0);                                                      \
    size_t __end = __offload_end(__n, __chunk);

#define __OFFLOAD_TOTAL_OF_CHUNK(name, type, operator, identity)                                   \
    __OFFLOAD_SCAN_ROOM(type)                                                                      \
    type __all = identity;                                                                         \
    for (size_t __base = offload_block_id(0) * __chunk; __base < __end; __base += __size) {        \
        __OFFLOAD_SCAN_TILE(type, operator, identity)                                              \
        __all = operator(__all, __totals[0][__offload_threads - 1]);                               \
        offload_barrier();                                                                         \
    }                                                                                              \
    if (__me == 0)                                                                                 \
        __totals_of_chunks[offload_block_id(0)] = __all;

#define __OFFLOAD_SCAN_CHUNK(name, type, operator, identity)                                       \
    __OFFLOAD_SCAN_ROOM(type)                                                                      \
    type __before = identity;                                                                      \
    if (__chunks)                                                                                  \
        __before = __before_chunks[offload_block_id(0)];                                           \
    for (size_t __base = offload_block_id(0) * __chunk; __base < __end; __base += __size) {        \
        __OFFLOAD_SCAN_TILE(type, operator, identity)                                              \
        type __running = __before, __next;                                                         \
        if (__me)                                                                                  \
            __running = operator(__before, __totals[0][__me - 1]);                                 \
        __before = operator(__before, __totals[0][__offload_threads - 1]);                         \
        for (unsigned int __i = __me * __items; __i < __me * __items + __items; __i++) {           \
            __next = operator(__running, __tile[__OFFLOAD_PADDED(__i)]);                           \
            __tile[__OFFLOAD_PADDED(__i)] = __exclusive ? __running : __next;                      \
            __running = __next;                                                                    \
        }                                                                                          \
        offload_barrier();                                                                         \
        for (unsigned int __i = __me; __i < __size; __i += __offload_threads)                      \
            if (__i < __end - __base)                                                              \
                __y[__base + __i] = __tile[__OFFLOAD_PADDED(__i)];                                 \
        offload_barrier();                                                                         \
    }
#else
#define __OFFLOAD_TOTAL_OF_CHUNK(name, type, operator, identity)                                   \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0)                                                                 \
        __totals_of_chunks[offload_block_id(0)] =                                                  \
            name##_fold(__offload_end(__n, __chunk) - __first, __x + __first);
#define __OFFLOAD_SCAN_CHUNK(name, type, operator, identity)                                       \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0) {                                                               \
        type __before = identity;                                                                  \
        if (__chunks)                                                                              \
            __before = __before_chunks[offload_block_id(0)];                                       \
        name##_run(__offload_end(__n, __chunk) - __first, __before, __x + __first, __y + __first,  \
                   __exclusive);                                                                   \
    }
#endif

/* Each defines name_run(n, before, x, y, exclusive), which scans n elements on a CPU. `before` is
 * what precedes the first. The first is for operators that vectors have. The other scans four
 * stretches side by side, so that each step need not wait for the one before. */
#define __OFFLOAD_RUN_REST(type, operator)                                                         \
    for (size_t __i = 0; __i < __n; __i++) {                                                       \
        type __next = operator(__before, __x[__i]);                                                \
        __y[__i] = __exclusive ? __before : __next;                                                \
        __before = __next;                                                                         \
    }
#define __OFFLOAD_RUN_VECTORS(name, element, type, whole, operator, of_vectors, identity)          \
    typedef type __attribute__((ext_vector_type(8))) name##_vector;                                \
    __OFFLOADCC_INLINE void name##_scan_vector(name##_vector *__v) {                               \
        name##_vector __none = identity;                                                           \
        *__v = of_vectors(__builtin_shufflevector(*__v, __none, 8, 0, 1, 2, 8, 4, 5, 6), *__v);    \
        *__v = of_vectors(__builtin_shufflevector(*__v, __none, 8, 8, 0, 1, 8, 8, 4, 5), *__v);    \
        *__v = of_vectors(__builtin_shufflevector(*__v, __none, 8, 8, 8, 8, 3, 3, 3, 3), *__v);    \
    }                                                                                              \
    __OFFLOADCC_INLINE void name##_store(type __before, const name##_vector *__scanned, type *__y, \
                                         int __exclusive) {                                        \
        name##_vector __v = *__scanned, __first = __before, __none = identity;                     \
        if (__exclusive)                                                                           \
            __v = __builtin_shufflevector(__v, __none, 8, 0, 1, 2, 3, 4, 5, 6);                    \
        __v = of_vectors(__first, __v);                                                            \
        __builtin_memcpy(__y, &__v, sizeof __v);                                                   \
    }                                                                                              \
    __OFFLOAD_ALONE void name##_run(size_t __n, type __before, const type *__x, type *__y,         \
                                    int __exclusive) {                                             \
        for (; __n >= 16; __n -= 16, __x += 16, __y += 16) {                                       \
            name##_vector __v[2];                                                                  \
            __builtin_memcpy(__v, __x, sizeof __v);                                                \
            name##_scan_vector(&__v[0]);                                                           \
            name##_scan_vector(&__v[1]);                                                           \
            type __middle = operator(__before, __v[0][7]);                                         \
            name##_store(__before, &__v[0], __y, __exclusive);                                     \
            name##_store(__middle, &__v[1], __y + 8, __exclusive);                                 \
            __before = operator(__middle, __v[1][7]);                                              \
        }                                                                                          \
        __OFFLOAD_RUN_REST(type, operator)                                                         \
    }
#define __OFFLOAD_RUN_STRETCHES(name, element, type, whole, operator, of_vectors, identity)        \
    __OFFLOAD_ALONE void name##_run(size_t __n, type __before, const element *__x, element *__y,   \
                                    int __exclusive) {                                             \
        enum { __part = 1024 };                                                                    \
        for (; __n >= 4 * __part; __n -= 4 * __part, __x += 4 * __part, __y += 4 * __part) {       \
            type __all[4], __next;                                                                 \
            __all[0] = __before;                                                                   \
            for (int __s = 1; __s < 4; __s++)                                                      \
                __all[__s] = operator(__all[__s - 1],                                              \
                                      name##_fold(__part, __x + (__s - 1) * __part));              \
            if (__exclusive)                                                                       \
                for (int __i = 0; __i < __part; __i++)                                             \
                    _Pragma("clang loop unroll(full)") for (int __s = 0; __s < 4; __s++) {         \
                        __next = operator(__all[__s], __x[__s * __part + __i]);                    \
                        __y[__s * __part + __i] = __all[__s];                                      \
                        __all[__s] = __next;                                                       \
                    }                                                                              \
            else                                                                                   \
                for (int __i = 0; __i < __part; __i++)                                             \
                    _Pragma("clang loop unroll(full)") for (int __s = 0; __s < 4; __s++) {         \
                        __all[__s] = operator(__all[__s], __x[__s * __part + __i]);                \
                        __y[__s * __part + __i] = __all[__s];                                      \
                    }                                                                              \
            __before = __all[3];                                                                   \
        }                                                                                          \
        __OFFLOAD_RUN_REST(type, operator)                                                         \
    }

/* For numbers narrower than `type`: scans pieces as `whole` does numbers of that type. */
#define __OFFLOAD_RUN_NARROW(name, element, type, whole, operator, of_vectors, identity)           \
    __OFFLOAD_ALONE void name##_run(size_t __n, type __before, const element *__x, element *__y,   \
                                    int __exclusive) {                                             \
        type __room[257];                                                                          \
        while (__n) {                                                                              \
            size_t __count = __n < 256 ? __n : 256;                                                \
            __room[0] = __before;                                                                  \
            for (size_t __i = 0; __i < __count; __i++)                                             \
                __room[__i + 1] = element##_load(__x + __i);                                       \
            whole##_run(__count, __before, __room + 1, __room + 1, 0);                             \
            for (size_t __i = 0; __i < __count; __i++)                                             \
                element##_store(__y + __i, __room[__i + !__exclusive]);                            \
            __before = __room[__count];                                                            \
            __n -= __count, __x += __count, __y += __count;                                        \
        }                                                                                          \
    }

/* One after the other: for large elements, which memory does not bring any faster. */
#define __OFFLOAD_RUN_PLAIN(name, element, type, whole, operator, of_vectors, identity)            \
    __OFFLOAD_ALONE void name##_run(size_t __n, type __before, const element *__x, element *__y,   \
                                    int __exclusive) {                                             \
        __OFFLOAD_RUN_REST(type, operator)                                                         \
    }

/* Combines each chunk in the order of its elements. */
#define __OFFLOAD_TOTALS(fold, name, element, type, operator, identity)                            \
    fold(name, element, type, operator, identity) __OFFLOAD_KERNEL_IF_USED void name##_totals(     \
        size_t __n, size_t __chunk, const element __x[__n], unsigned int __chunks,                 \
        offload_out type __totals_of_chunks[__chunks]) {                                           \
        (void)__chunks;                                                                            \
        __OFFLOAD_TOTAL_OF_CHUNK(name, type, operator, identity)                                   \
    }

/* Combines each chunk by the kernel `totals`, scans the results, and scans each chunk from what
 * precedes it. `whole` is the scan of the results: this one, or that of their type, if `type` is
 * not the elements'. */
#define __OFFLOAD_SCAN(run, name, element, type, whole, totals, operator, of_vectors, identity)    \
    run(name, element, type, whole, operator, of_vectors, identity) __OFFLOAD_KERNEL_IF_USED void  \
    name##_kernel(size_t __n, size_t __chunk, int __exclusive, const element __x[__n],             \
                  offload_out element __y[__n], unsigned int __chunks,                             \
                  const type *__before_chunks offload_count(__chunks)){__OFFLOAD_SCAN_CHUNK(       \
        name, type, operator,                                                                      \
        identity)} __OFFLOAD_FUNCTION void name##_launch(size_t __n, const element *__x,           \
                                                         element *__y, int __exclusive,            \
                                                         const struct __offload_call *__call) {    \
        type __totals[__offload_most_chunks];                                                      \
        size_t __chunk = __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks);       \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__x, __n, sizeof(element), "x", __call);                                   \
        __offload_array(__y, __n, sizeof(element), "y", __call);                                   \
        if (__x != __y)                                                                            \
            __offload_apart(__x, __n, sizeof(element), __y, __n, sizeof(element), "x and y",       \
                            __call);                                                               \
        if (__chunks > 1) {                                                                        \
            offload(totals, __OFFLOAD_ON(__chunks))(__n, __chunk, __x, __chunks, __totals);        \
            offload(whole##_kernel, __OFFLOAD_ON(1))(__chunks, __offload_least_chunk, 1, __totals, \
                                                     __totals, 0, NULL);                           \
        }                                                                                          \
        if (__n)                                                                                   \
            offload(name##_kernel, __OFFLOAD_ON(__chunks))(__n, __chunk, __exclusive, __x, __y,    \
                                                           __chunks > 1 ? __chunks : 0, __totals); \
    }

/* ---- All types and operators ----------------------------------------------------------------- */

/* Sums of integers have 64 bits, or those of wider elements. Narrower floating-point numbers are
 * combined as float. */
#define __OFFLOAD_REDUCE_ONE(how, suffix, element, type, name, expression, identity)               \
    __OFFLOAD_OPERATOR(offload_reduce_##name##_##suffix, type, expression)                         \
    __OFFLOAD_REDUCE(__OFFLOAD_FOLD_##how, offload_reduce_##name##_##suffix, element, type,        \
                     offload_reduce_##name##_##suffix##_operator, identity)
/* A reduction's kernel combines the chunks. */
#define __OFFLOAD_SCAN_BY(how, suffix, element, type, whole, name, identity, reduction)            \
    __OFFLOAD_SCAN(__OFFLOAD_RUN_##how, offload_scan_##name##_##suffix, element, type,             \
                   offload_scan_##name##_##whole, reduction##_kernel, reduction##_operator,        \
                   __OFFLOAD_VECTORS_##name, identity)
#define __OFFLOAD_SCAN_ONE(how, suffix, element, type, whole, name, identity)                      \
    __OFFLOAD_SCAN_BY(how, suffix, element, type, whole, name, identity,                           \
                      offload_reduce_##name##_##suffix)
#define __OFFLOAD_FOLD_PLAIN __OFFLOAD_FOLD_VECTORS

#define __OFFLOAD_ORDERED(how, suffix, element, type, whole, least, most, lower, higher)           \
    __OFFLOAD_REDUCE_ONE(how, suffix, element, type, min, lower, most)                             \
    __OFFLOAD_REDUCE_ONE(how, suffix, element, type, max, higher, least)                           \
    __OFFLOAD_SCAN_ONE(how, suffix, element, type, whole, min, most)                               \
    __OFFLOAD_SCAN_ONE(how, suffix, element, type, whole, max, least)
#define __OFFLOAD_SUMS(how, suffix, element, type, whole, plus)                                    \
    __OFFLOAD_REDUCE_ONE(how, suffix, element, type, add, plus, 0)                                 \
    __OFFLOAD_SCAN_ONE(how, suffix, element, type, whole, add, 0)
/* Prefix sums have the elements' type, which is not that of the sum. */
#define __OFFLOAD_SUMS_APART(bits)                                                                 \
    __OFFLOAD_REDUCE_ONE(VECTORS, i##bits, __offload_i##bits, long, add, wrap, 0)                  \
    __OFFLOAD_REDUCE_ONE(VECTORS, u##bits, __offload_u##bits, unsigned long, add, wrap, 0)         \
    __OFFLOAD_OPERATOR(offload_scan_add_u##bits, __offload_u##bits, wrap)                          \
    __OFFLOAD_TOTALS(__OFFLOAD_FOLD_VECTORS, offload_scan_add_u##bits, __offload_u##bits,          \
                     __offload_u##bits, offload_scan_add_u##bits##_operator, 0)                    \
    __OFFLOAD_SCAN(__OFFLOAD_RUN_VECTORS, offload_scan_add_u##bits, __offload_u##bits,             \
                   __offload_u##bits, offload_scan_add_u##bits, offload_scan_add_u##bits##_totals, \
                   offload_scan_add_u##bits##_operator, __OFFLOAD_VECTORS_add, 0)
#define __OFFLOAD_FLOATING(how, suffix, element, type, whole, infinity, lower, higher)             \
    __OFFLOAD_SUMS(how, suffix, element, type, whole, add)                                         \
    __OFFLOAD_ORDERED(how, suffix, element, type, whole, -infinity, infinity, lower, higher)
/* Those without a sign do what does not depend on it for the others too. */
#define __OFFLOAD_INTEGERS(how, bits, signed_type, unsigned_type, most)                            \
    __OFFLOAD_REDUCE_ONE(how, u##bits, unsigned_type, unsigned_type, and, and,                     \
                         (unsigned_type) - 1)                                                      \
    __OFFLOAD_REDUCE_ONE(how, u##bits, unsigned_type, unsigned_type, or, or, 0)                    \
    __OFFLOAD_REDUCE_ONE(how, u##bits, unsigned_type, unsigned_type, xor, xor, 0)                  \
    __OFFLOAD_ORDERED(how, i##bits, signed_type, signed_type, i##bits, -most - 1, most, min, max)  \
    __OFFLOAD_ORDERED(how, u##bits, unsigned_type, unsigned_type, u##bits, 0, (unsigned_type) - 1, \
                      min, max)

/* clang-format off */
__OFFLOAD_INTEGERS(VECTORS, 8, __offload_i8, __offload_u8, 127)
__OFFLOAD_INTEGERS(VECTORS, 16, __offload_i16, __offload_u16, 32767)
__OFFLOAD_INTEGERS(VECTORS, 32, __offload_i32, __offload_u32, __INT_MAX__)
__OFFLOAD_INTEGERS(VECTORS, 64, __offload_i64, __offload_u64, __LONG_MAX__)
#define __OFFLOAD_MOST_OF_128 ((__offload_wide_i128)((__offload_wide_u128)-1 >> 1))
__OFFLOAD_INTEGERS(PLAIN, 128, __offload_wide_i128, __offload_wide_u128, __OFFLOAD_MOST_OF_128)
__OFFLOAD_SUMS_APART(8)
__OFFLOAD_SUMS_APART(16)
__OFFLOAD_SUMS_APART(32)
__OFFLOAD_SUMS(VECTORS, u64, __offload_u64, unsigned long, u64, wrap)
__OFFLOAD_SUMS(PLAIN, u128, __offload_wide_u128, __offload_wide_u128, u128, add)
__OFFLOAD_SUMS(PLAIN, c32, __offload_c32, float _Complex, c32, add)
__OFFLOAD_SUMS(PLAIN, c64, __offload_c64, double _Complex, c64, add)
__OFFLOAD_FLOATING(VECTORS, f32, __offload_f32, float, f32, __builtin_inff(), fminf, fmaxf)
__OFFLOAD_FLOATING(VECTORS, f64, __offload_f64, double, f64, __builtin_inf(), fmin, fmax)
__OFFLOAD_FLOATING(NARROW, f16, __offload_f16, float, f32, __builtin_inff(), fminf, fmaxf)
__OFFLOAD_FLOATING(NARROW, b16, __offload_b16, float, f32, __builtin_inff(), fminf, fmaxf)

/* _Bool: what other bytes do, but a greatest value of 255. Its sums are maxima. */
__OFFLOAD_SCAN_BY(VECTORS, bool, __offload_u8, __offload_u8, bool, min, 1, offload_reduce_min_u8)
/* clang-format on */
#define offload_scan_max_bool_launch offload_scan_max_u8_launch
#define offload_scan_add_bool_launch offload_scan_max_u8_launch
#define offload_scan_add_i8_launch offload_scan_add_u8_launch
#define offload_scan_add_i16_launch offload_scan_add_u16_launch
#define offload_scan_add_i32_launch offload_scan_add_u32_launch
#define offload_scan_add_i64_launch offload_scan_add_u64_launch
#define offload_scan_add_i128_launch offload_scan_add_u128_launch
#define offload_reduce_add_i64_launch offload_reduce_add_u64_launch
#define offload_reduce_add_i128_launch offload_reduce_add_u128_launch
#define offload_reduce_add_bool_launch offload_reduce_add_u8_launch
#define offload_reduce_min_bool_launch offload_reduce_min_u8_launch
#define offload_reduce_max_bool_launch offload_reduce_max_u8_launch

#endif
