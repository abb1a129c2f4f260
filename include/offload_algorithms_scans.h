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

/* The types of elements. They may alias what the user's array is made of: long is used for long
 * long, and an integer of the size for what is only copied. */
typedef signed char __offload_i8;
typedef unsigned char __offload_u8;
typedef short __attribute__((may_alias)) __offload_i16;
typedef unsigned short __attribute__((may_alias)) __offload_u16;
typedef int __attribute__((may_alias)) __offload_i32;
typedef unsigned int __attribute__((may_alias)) __offload_u32;
typedef long __attribute__((may_alias)) __offload_i64;
typedef unsigned long __attribute__((may_alias)) __offload_u64;
typedef float __attribute__((may_alias)) __offload_f32;
typedef double __attribute__((may_alias)) __offload_f64;
typedef struct __attribute__((may_alias)) __offload_u128 {
    unsigned long __low, __high;
} __offload_u128;

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
/* The same, where the program ends if there is none. */
__OFFLOADCC_INLINE void *__offload_room(size_t __n, size_t __size, const char *__what,
                                        const char *__file, unsigned int __line) {
    size_t __bytes;
    void *__room = NULL;
    if (!__builtin_mul_overflow(__n, __size, &__bytes))
        __room = __offload_room_of(__bytes);
    if (!__room) {
        fprintf(stderr,
                "%s:%u: offloadcc: error: %s: there is no memory for a copy of %zu elements of "
                "%zu bytes\n",
                __file, __line, __what, __n, __size);
        abort();
    }
    return __room;
}

/* End the program at the line of the call: if a number is negative; if an array with elements is a
 * null pointer; and if two arrays overlap, where the algorithm does not work in place. Numbers of
 * bytes that are too large are for the launch. */
__OFFLOAD_FUNCTION void __offload_number(size_t __n, const char *__of, const char *__file,
                                         unsigned int __line) {
    if ((long)__n >= 0)
        return;
    fprintf(stderr, "%s:%u: offloadcc: error: the number of %s is negative (%ld)\n", __file, __line,
            __of, (long)__n);
    abort();
}
__OFFLOAD_FUNCTION void __offload_array(const void *__x, size_t __n, const char *__which,
                                        const char *__file, unsigned int __line) {
    if (__x || !__n)
        return;
    fprintf(stderr, "%s:%u: offloadcc: error: %s is a null pointer, but has %zu elements\n", __file,
            __line, __which, __n);
    abort();
}
__OFFLOAD_FUNCTION void __offload_apart(const void *__x, size_t __n, size_t __size_of_x,
                                        const void *__y, size_t __m, size_t __size_of_y,
                                        const char *__which, const char *__file,
                                        unsigned int __line) {
    const char *__first = (const char *)__x, *__second = (const char *)__y;
    size_t __of_x, __of_y;
    if (__builtin_mul_overflow(__n, __size_of_x, &__of_x) ||
        __builtin_mul_overflow(__m, __size_of_y, &__of_y) || !__of_x || !__of_y || !__x || !__y ||
        __first + __of_x <= __second || __second + __of_y <= __first)
        return;
    fprintf(stderr,
            "%s:%u: offloadcc: error: %s overlap, and the algorithm needs separate arrays\n",
            __file, __line, __which);
    abort();
}

/* Stands for an array that an algorithm has in another form: values of a sort, flags of a
 * selection. A null pointer may be the user's mistake. */
#define __OFFLOAD_NO_ARRAY ((void *)-1ul)

#define __OFFLOAD_ON(count)                                                                        \
    .blocks = {(count)}, .block_size = {__offload_threads}, .__file = __file, .__line = __line

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

/* Each defines name_fold(n, x), which combines n elements in their order, on a CPU. The first is
 * for operators that LLVM knows, and turns into vectors. The other combines eight stretches side by
 * side, and then the results, so that each step need not wait for the one before. */
#define __OFFLOAD_FOLD_VECTORS(name, element, type, operator, identity)                            \
    __OFFLOAD_ALONE type name##_fold(size_t __n, const element *__x) {                             \
        type __all = identity;                                                                     \
        for (size_t __i = 0; __i < __n; __i++)                                                     \
            __all = operator(__all, (type)__x[__i]);                                               \
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
    __OFFLOAD_FUNCTION type name##_launch(size_t __n, const element *__x, const char *__file,      \
                                          unsigned int __line) {                                   \
        type __parts[__offload_most_chunks], __all = identity;                                     \
        size_t __chunk = __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks);       \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        __offload_number(__n, "elements", __file, __line);                                         \
        __offload_array(__x, __n, "x", __file, __line);                                            \
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
#define __OFFLOAD_RUN_VECTORS(name, type, operator, of_vectors, identity)                          \
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
#define __OFFLOAD_RUN_STRETCHES(name, type, operator, of_vectors, identity)                        \
    __OFFLOAD_ALONE void name##_run(size_t __n, type __before, const type *__x, type *__y,         \
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
                    _Pragma("clang loop unroll(full)") for (int __s = 0; __s < 4; __s++)           \
                        __y[__s * __part + __i] =                                                  \
                            __all[__s] = operator(__all[__s], __x[__s * __part + __i]);            \
            __before = __all[3];                                                                   \
        }                                                                                          \
        __OFFLOAD_RUN_REST(type, operator)                                                         \
    }

/* Combines each chunk, scans the results, and scans each chunk from what precedes it. */
#define __OFFLOAD_SCAN(fold, run, name, type, operator, of_vectors, identity)                      \
    fold(name, type, type, operator, identity) run(name, type, operator, of_vectors, identity)     \
        __OFFLOAD_KERNEL_IF_USED void                                                              \
        name##_totals(size_t __n, size_t __chunk, const type __x[__n], unsigned int __chunks,      \
                      offload_out type __totals_of_chunks[__chunks]) {                             \
        (void)__chunks;                                                                            \
        __OFFLOAD_TOTAL_OF_CHUNK(name, type, operator, identity)                                   \
    }                                                                                              \
    __OFFLOAD_KERNEL_IF_USED void name##_kernel(                                                   \
        size_t __n, size_t __chunk, int __exclusive, const type __x[__n],                          \
        offload_out type __y[__n], unsigned int __chunks,                                          \
        const type *__before_chunks offload_count(__chunks)){__OFFLOAD_SCAN_CHUNK(                 \
        name, type, operator,                                                                      \
        identity)} __OFFLOAD_FUNCTION void name##_launch(size_t __n, const type *__x, type *__y,   \
                                                         int __exclusive, const char *__file,      \
                                                         unsigned int __line) {                    \
        type __totals[__offload_most_chunks];                                                      \
        size_t __chunk = __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks);       \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        __offload_number(__n, "elements", __file, __line);                                         \
        __offload_array(__x, __n, "x", __file, __line);                                            \
        __offload_array(__y, __n, "y", __file, __line);                                            \
        if (__x != __y)                                                                            \
            __offload_apart(__x, __n, sizeof(type), __y, __n, sizeof(type), "a scan: x and y",     \
                            __file, __line);                                                       \
        if (__chunks > 1) {                                                                        \
            offload(name##_totals, __OFFLOAD_ON(__chunks))(__n, __chunk, __x, __chunks, __totals); \
            offload(name##_kernel, __OFFLOAD_ON(1))(__chunks, __offload_least_chunk, 1, __totals,  \
                                                    __totals, 0, NULL);                            \
        }                                                                                          \
        if (__n)                                                                                   \
            offload(name##_kernel, __OFFLOAD_ON(__chunks))(__n, __chunk, __exclusive, __x, __y,    \
                                                           __chunks > 1 ? __chunks : 0, __totals); \
    }

/* ---- All types and operators ----------------------------------------------------------------- */

/* Sums of integers have 64 bits. */
#define __OFFLOAD_REDUCE_ONE(suffix, element, type, name, expression, identity)                    \
    __OFFLOAD_OPERATOR(offload_reduce_##name##_##suffix, type, expression)                         \
    __OFFLOAD_REDUCE(__OFFLOAD_FOLD_VECTORS, offload_reduce_##name##_##suffix, element, type,      \
                     offload_reduce_##name##_##suffix##_operator, identity)
#define __OFFLOAD_SCAN_ONE(suffix, type, name, expression, identity)                               \
    __OFFLOAD_OPERATOR(offload_scan_##name##_##suffix, type, expression)                           \
    __OFFLOAD_SCAN(__OFFLOAD_FOLD_VECTORS, __OFFLOAD_RUN_VECTORS, offload_scan_##name##_##suffix,  \
                   type, offload_scan_##name##_##suffix##_operator, __OFFLOAD_VECTORS_##name,      \
                   identity)

#define __OFFLOAD_ALL(suffix, type, sum, least, most, plus, lower, higher)                         \
    __OFFLOAD_REDUCE_ONE(suffix, type, sum, add, plus, 0)                                          \
    __OFFLOAD_REDUCE_ONE(suffix, type, type, min, lower, most)                                     \
    __OFFLOAD_REDUCE_ONE(suffix, type, type, max, higher, least)                                   \
    __OFFLOAD_SCAN_ONE(suffix, type, add, plus, 0)                                                 \
    __OFFLOAD_SCAN_ONE(suffix, type, min, lower, most)                                             \
    __OFFLOAD_SCAN_ONE(suffix, type, max, higher, least)
#define __OFFLOAD_ALL_OF_INTEGERS(suffix, type, sum, least, most)                                  \
    __OFFLOAD_ALL(suffix, type, sum, least, most, wrap, min, max)                                  \
    __OFFLOAD_REDUCE_ONE(suffix, type, type, and, and, (type) - 1)                                 \
    __OFFLOAD_REDUCE_ONE(suffix, type, type, or, or, 0)                                            \
    __OFFLOAD_REDUCE_ONE(suffix, type, type, xor, xor, 0)

/* clang-format off */
__OFFLOAD_ALL_OF_INTEGERS(i8, __offload_i8, long, -128, 127)
__OFFLOAD_ALL_OF_INTEGERS(u8, __offload_u8, unsigned long, 0, 255)
__OFFLOAD_ALL_OF_INTEGERS(i16, __offload_i16, long, -32768, 32767)
__OFFLOAD_ALL_OF_INTEGERS(u16, __offload_u16, unsigned long, 0, 65535)
__OFFLOAD_ALL_OF_INTEGERS(i32, __offload_i32, long, -__INT_MAX__ - 1, __INT_MAX__)
__OFFLOAD_ALL_OF_INTEGERS(u32, __offload_u32, unsigned long, 0, -1u)
__OFFLOAD_ALL_OF_INTEGERS(i64, __offload_i64, long, -__LONG_MAX__ - 1, __LONG_MAX__)
__OFFLOAD_ALL_OF_INTEGERS(u64, __offload_u64, unsigned long, 0, -1ul)
__OFFLOAD_ALL(f32, __offload_f32, float, -__builtin_inff(), __builtin_inff(), add, fminf, fmaxf)
__OFFLOAD_ALL(f64, __offload_f64, double, -__builtin_inf(), __builtin_inf(), add, fmin, fmax)
/* clang-format on */

#endif
