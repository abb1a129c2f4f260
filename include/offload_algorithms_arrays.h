/* offload_algorithms_arrays.h - selection, histograms, transposition and fill of
 * offload_algorithms.h, which includes it. Nothing here is for users. */
#ifndef OFFLOAD_ALGORITHMS_H
#include "offload_algorithms.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_ALGORITHMS_ARRAYS_H) && !defined(__cplusplus)
#define OFFLOAD_ALGORITHMS_ARRAYS_H

/* ---- Selection ------------------------------------------------------------------------------- */

/* Counts what each chunk keeps, scans the counts, and copies what each chunk keeps to its place.
 * `keeps(x, flags, i)` says whether element i is kept. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOAD_COUNT_KEPT(name, keeps)                                                          \
    offload_shared unsigned int __room[__offload_threads];                                         \
    unsigned int __me = offload_thread_id(0), __count = 0;                                         \
    size_t __end = __offload_end(__n, __chunk);                                                    \
    for (size_t __i = offload_block_id(0) * __chunk + __me; __i < __end; __i += __offload_threads) \
        __count += keeps(__x, __flags, __i) ? 1 : 0;                                               \
    __room[__me] = __count;                                                                        \
    offload_barrier();                                                                             \
    for (unsigned int __half = __offload_threads / 2; __half; __half /= 2) {                       \
        if (__me < __half)                                                                         \
            __room[__me] += __room[__me + __half];                                                 \
        offload_barrier();                                                                         \
    }                                                                                              \
    if (__me == 0)                                                                                 \
        __counts[offload_block_id(0)] = __room[0];

/* The kept elements of a tile are brought together in shared memory, as their numbers. */
#define __OFFLOAD_MOVE_KEPT(name, keeps)                                                           \
    enum { __items = 8, __size = __offload_threads * __items };                                    \
    offload_shared unsigned short __kept[__size];                                                  \
    offload_shared unsigned int __totals[2][__offload_threads];                                    \
    unsigned int __me = offload_thread_id(0);                                                      \
    size_t __end = __offload_end(__n, __chunk), __at = __before[offload_block_id(0)];              \
    for (size_t __base = offload_block_id(0) * __chunk; __base < __end; __base += __size) {        \
        unsigned int __mine = 0, __count = 0, __place;                                             \
        for (unsigned int __i = 0; __i < __items; __i++) {                                         \
            size_t __j = __base + __me * __items + __i;                                            \
            if (__j < __end && (keeps(__x, __flags, __j))) {                                       \
                __mine |= 1u << __i;                                                               \
                __count++;                                                                         \
            }                                                                                      \
        }                                                                                          \
        __totals[0][__me] = __count;                                                               \
        __OFFLOAD_SCAN_THREADS(unsigned int, __offload_plus)                                       \
        __place = __totals[0][__me] - __count;                                                     \
        for (unsigned int __i = 0; __i < __items; __i++)                                           \
            if (__mine >> __i & 1)                                                                 \
                __kept[__place++] = (unsigned short)(__me * __items + __i);                        \
        offload_barrier();                                                                         \
        __count = __totals[0][__offload_threads - 1];                                              \
        for (unsigned int __i = __me; __i < __count; __i += __offload_threads)                     \
            __y[__at + __i] = __x[__base + __kept[__i]];                                           \
        __at += __count;                                                                           \
        offload_barrier();                                                                         \
    }                                                                                              \
    if (__me == 0 && __end == __n)                                                                 \
        __total[0] = __at;
#else
#define __OFFLOAD_COUNT_KEPT(name, keeps)                                                          \
    size_t __first = offload_block_id(0) * __chunk, __end = __offload_end(__n, __chunk);           \
    if (offload_thread_id(0) == 0)                                                                 \
        __counts[offload_block_id(0)] = name##_count_alone(__first, __end, __x, __flags);
#define __OFFLOAD_MOVE_KEPT(name, keeps)                                                           \
    size_t __first = offload_block_id(0) * __chunk, __end = __offload_end(__n, __chunk);           \
    if (offload_thread_id(0) == 0) {                                                               \
        size_t __at =                                                                              \
            name##_move_alone(__first, __end, __before[offload_block_id(0)], __x, __flags, __y);   \
        if (__end == __n)                                                                          \
            __total[0] = __at;                                                                     \
    }
#endif

/* On a CPU: kept elements are brought together on the stack, without a branch for each, which is
 * predicted wrongly where an element in two is kept. What is not kept is overwritten by the next
 * one: in y it may be an element of another chunk. There are 1024 bytes, as memcpy copies more at a
 * lower rate. Large elements take longer to copy twice. */
#define __OFFLOAD_SELECT(name, type, keeps)                                                        \
    __OFFLOAD_ALONE size_t name##_count_alone(size_t __first, size_t __end, const type *__x,       \
                                              const unsigned char *__flags) {                      \
        size_t __count = 0;                                                                        \
        (void)__flags;                                                                             \
        (void)__x;                                                                                 \
        for (size_t __i = __first; __i < __end; __i++)                                             \
            __count += keeps(__x, __flags, __i) ? 1 : 0;                                           \
        return __count;                                                                            \
    }                                                                                              \
    __OFFLOAD_ALONE size_t name##_move_alone(size_t __first, size_t __end, size_t __at,            \
                                             const type *__x, const unsigned char *__flags,        \
                                             type *__y) {                                          \
        enum { __most = sizeof(type) <= 32 ? 1024 / (sizeof(type) + !sizeof(type)) : 1 };          \
        type __kept[__most];                                                                       \
        (void)__flags;                                                                             \
        while (__most > 1 && __first < __end) {                                                    \
            size_t __count = 0, __last = __end - __first < __most ? __end : __first + __most;      \
            for (; __first < __last; __first++) {                                                  \
                __kept[__count] = __x[__first];                                                    \
                __count += keeps(__x, __flags, __first) ? 1 : 0;                                   \
            }                                                                                      \
            __builtin_memcpy(__y + __at, __kept, __count * sizeof(type));                          \
            __at += __count;                                                                       \
        }                                                                                          \
        for (; __first < __end; __first++)                                                         \
            if (keeps(__x, __flags, __first))                                                      \
                __y[__at++] = __x[__first];                                                        \
        return __at;                                                                               \
    }                                                                                              \
    __OFFLOAD_KERNEL_IF_USED void name##_count(                                                    \
        size_t __n, size_t __chunk, const type __x[__n], size_t __flagged,                         \
        const unsigned char *__flags offload_count(__flagged), unsigned int __chunks,              \
        offload_out __offload_u64 __counts[__chunks]) {                                            \
        (void)__chunks;                                                                            \
        (void)__x;                                                                                 \
        (void)__flags;                                                                             \
        (void)__flagged;                                                                           \
        __OFFLOAD_COUNT_KEPT(name, keeps)                                                          \
    }                                                                                              \
    __OFFLOAD_KERNEL_IF_USED void name##_kernel(                                                   \
        size_t __n, size_t __chunk, const type __x[__n], size_t __flagged,                         \
        const unsigned char *__flags offload_count(__flagged), unsigned int __chunks,              \
        const __offload_u64 __before[__chunks], type __y[__n], offload_out size_t __total[1]) {    \
        (void)__chunks;                                                                            \
        (void)__flags;                                                                             \
        (void)__flagged;                                                                           \
        __OFFLOAD_MOVE_KEPT(name, keeps)                                                           \
    }                                                                                              \
    __OFFLOAD_FUNCTION size_t name##_launch(size_t __n, const type *__x,                           \
                                            const unsigned char *__flags, type *__y,               \
                                            const struct __offload_call *__call) {                 \
        __offload_u64 __counts[__offload_most_chunks];                                             \
        size_t __total[1] = {0}, __flagged = __n;                                                  \
        size_t __chunk = __offload_chunk(__n, __offload_least_chunk, __offload_most_chunks);       \
        unsigned int __chunks = __offload_chunks(__n, __chunk);                                    \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__x, __n, sizeof *__x, "x", __call);                                       \
        __offload_array(__y, __n, sizeof *__y, "y", __call);                                       \
        if (__flags == __OFFLOAD_NO_ARRAY) {                                                       \
            __flagged = 0;                                                                         \
            __flags = NULL;                                                                        \
        }                                                                                          \
        __offload_array(__flags, __flagged, 1, "flags", __call);                                   \
        __offload_apart(__x, __n, sizeof(type), __y, __n, sizeof(type), "x and y", __call);        \
        __offload_apart(__flags, __flagged, 1, __y, __n, sizeof(type), "flags and y", __call);     \
        if (!__n)                                                                                  \
            return 0;                                                                              \
        offload(name##_count, __OFFLOAD_ON(__chunks))(__n, __chunk, __x, __flagged, __flags,       \
                                                      __chunks, __counts);                         \
        offload_scan_add_u64_launch(__chunks, __counts, __counts, 1, __call);                      \
        offload(name##_kernel, __OFFLOAD_ON(__chunks))(__n, __chunk, __x, __flagged, __flags,      \
                                                       __chunks, __counts, __y, __total);          \
        return __total[0];                                                                         \
    }

#define __OFFLOAD_SELECT_FLAGGED(bits)                                                             \
    __OFFLOADCC_INLINE int offload_select_##bits##_keeps(                                          \
        const __offload_u##bits *__x, const unsigned char *__flags, size_t __i) {                  \
        (void)__x;                                                                                 \
        return __flags[__i];                                                                       \
    }                                                                                              \
    __OFFLOAD_SELECT(offload_select_##bits, __offload_u##bits, offload_select_##bits##_keeps)
__OFFLOAD_SELECT_FLAGGED(8)
__OFFLOAD_SELECT_FLAGGED(16)
__OFFLOAD_SELECT_FLAGGED(32)
__OFFLOAD_SELECT_FLAGGED(64)
__OFFLOAD_SELECT_FLAGGED(128)

/* ---- Histograms ------------------------------------------------------------------------------ */

/* `bin(v)` is the bin of a value: `bins` or more if it has none. Few bins are counted in the
 * block's shared memory, or on the stack of a core; those who have counted add up. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOAD_HISTOGRAM_CHUNK(name, bin)                                                       \
    offload_shared unsigned int __counted[__offload_shared_bins];                                  \
    unsigned int __me = offload_thread_id(0);                                                      \
    size_t __end = __offload_end(__n, __chunk);                                                    \
    int __shares = __bins <= __offload_shared_bins;                                                \
    if (__shares)                                                                                  \
        for (unsigned int __b = __me; __b < __bins; __b += __offload_threads)                      \
            __counted[__b] = 0;                                                                    \
    offload_barrier();                                                                             \
    for (size_t __i = offload_block_id(0) * __chunk + __me; __i < __end;                           \
         __i += __offload_threads) {                                                               \
        size_t __b = bin(__x[__i]);                                                                \
        if (__b < __bins && __shares)                                                              \
            offload_atomic_add(&__counted[__b], 1u);                                               \
        else if (__b < __bins)                                                                     \
            offload_atomic_add(&__counts[__b], 1ul);                                               \
    }                                                                                              \
    offload_barrier();                                                                             \
    if (__shares)                                                                                  \
        for (unsigned int __b = __me; __b < __bins; __b += __offload_threads)                      \
            if (__counted[__b])                                                                    \
                offload_atomic_add(&__counts[__b], (unsigned long)__counted[__b]);
#else
#define __OFFLOAD_HISTOGRAM_CHUNK(name, bin)                                                       \
    size_t __first = offload_block_id(0) * __chunk;                                                \
    if (offload_thread_id(0) == 0)                                                                 \
        name##_alone(__offload_end(__n, __chunk) - __first, __x + __first, __low, __high, __scale, \
                     __bins, __counts);
#endif

#define __OFFLOAD_HISTOGRAM(name, type, number, bin)                                               \
    __OFFLOAD_ALONE void name##_alone(size_t __n, const type *__x, number __low, number __high,    \
                                      number __scale, size_t __bins, __offload_u64 *__counts) {    \
        (void)__low;                                                                               \
        (void)__high;                                                                              \
        (void)__scale;                                                                             \
        if (__bins > __offload_shared_bins) {                                                      \
            for (size_t __i = 0; __i < __n; __i++) {                                               \
                size_t __b = bin(__x[__i]);                                                        \
                if (__b < __bins)                                                                  \
                    offload_atomic_add(&__counts[__b], 1ul);                                       \
            }                                                                                      \
            return;                                                                                \
        }                                                                                          \
        unsigned int __counted[4][__offload_shared_bins];                                          \
        for (int __t = 0; __t < 4; __t++)                                                          \
            __builtin_memset(__counted[__t], 0, __bins * sizeof **__counted);                      \
        for (size_t __i = 0; __i < __n; __i++) {                                                   \
            size_t __b = bin(__x[__i]);                                                            \
            if (__b < __bins)                                                                      \
                __counted[__i % 4][__b]++;                                                         \
        }                                                                                          \
        for (size_t __b = 0; __b < __bins; __b++) {                                                \
            unsigned int __count =                                                                 \
                __counted[0][__b] + __counted[1][__b] + __counted[2][__b] + __counted[3][__b];     \
            if (__count)                                                                           \
                offload_atomic_add(&__counts[__b], (unsigned long)__count);                        \
        }                                                                                          \
    }                                                                                              \
    __OFFLOAD_KERNEL_IF_USED void name##_kernel(size_t __n, size_t __chunk, const type __x[__n],   \
                                                number __low, number __high, number __scale,       \
                                                size_t __bins, __offload_u64 __counts[__bins]) {   \
        (void)__low;                                                                               \
        (void)__high;                                                                              \
        (void)__scale;                                                                             \
        __OFFLOAD_HISTOGRAM_CHUNK(name, bin)                                                       \
    }                                                                                              \
    __OFFLOAD_FUNCTION void name##_launch(                                                         \
        size_t __n, const type *__x, number __low, number __high, number __scale, size_t __bins,   \
        __offload_u64 *__counts, const struct __offload_call *__call) {                            \
        size_t __chunk = __offload_chunk(__n, 16 * __offload_least_chunk, __offload_most_chunks);  \
        if (__chunk > 1ul << 31)                                                                   \
            __chunk = 1ul << 31; /* counts of a chunk have 32 bits */                              \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_number(__bins, "bins", __call);                                                  \
        __offload_array(__x, __n, sizeof *__x, "x", __call);                                       \
        __offload_array(__counts, __bins, sizeof *__counts, "counts", __call);                     \
        __offload_apart(__x, __n, sizeof(type), __counts, __bins, sizeof *__counts,                \
                        "x and counts", __call);                                                   \
        if (__bins)                                                                                \
            offload(offload_fill_64_kernel, __OFFLOAD_HERE)(__bins, 0, __counts);                  \
        if (__n && __bins)                                                                         \
            offload(name##_kernel, __OFFLOAD_ON(__offload_chunks(__n, __chunk)))(                  \
                __n, __chunk, __x, __low, __high, __scale, __bins, __counts);                      \
    }

#define __OFFLOAD_BIN_OF_INTEGER(v) ((size_t)(v))
#define __OFFLOAD_BIN_OF_WIDE(v) ((v) >> 64 ? ~0ul : (size_t)(v))
/* A comparison with a NaN is false. Just below `high`, the product may round up to the number of
 * bins. */
#define __OFFLOAD_BIN_OF_NUMBER(v)                                                                 \
    (!((v) >= __low && (v) < __high)      ? __bins                                                 \
     : ((v) - __low) * __scale < (__bins) ? (size_t)(((v) - __low) * __scale)                      \
                                          : __bins - 1)

__OFFLOADCC_INLINE size_t __offload_bin_of_float(float __v, float __low, float __high,
                                                 float __scale, size_t __bins) {
    return __OFFLOAD_BIN_OF_NUMBER(__v);
}
#define __OFFLOAD_BIN_OF_F16(v)                                                                    \
    __offload_bin_of_float(__offload_f16_load(&(v)), __low, __high, __scale, __bins)
#define __OFFLOAD_BIN_OF_B16(v)                                                                    \
    __offload_bin_of_float(__offload_b16_load(&(v)), __low, __high, __scale, __bins)

/* ---- Fill and transposition ------------------------------------------------------------------ */

#define __OFFLOAD_FILL(bits)                                                                       \
    __OFFLOAD_KERNEL_IF_USED void offload_fill_##bits##_kernel(                                    \
        size_t __n, __offload_u##bits __value, offload_out __offload_u##bits __x[__n]) {           \
        offload_for (__i, __n)                                                                     \
            __x[__i] = __value;                                                                    \
    }                                                                                              \
    __OFFLOAD_FUNCTION void offload_fill_##bits##_launch(size_t __n, const void *__value,          \
                                                         __offload_u##bits *__x,                   \
                                                         const struct __offload_call *__call) {    \
        __offload_u##bits __bits;                                                                  \
        __builtin_memcpy(&__bits, __value, sizeof __bits);                                         \
        __offload_number(__n, "elements", __call);                                                 \
        __offload_array(__x, __n, sizeof *__x, "x", __call);                                       \
        if (__n)                                                                                   \
            offload(offload_fill_##bits##_kernel, __OFFLOAD_HERE)(__n, __bits, __x);               \
    }

/* A block transposes neighbouring square tiles: through shared memory on a GPU, so that
 * neighbouring threads read and write neighbours. On a CPU its first thread transposes a part
 * of the same size alone. */
enum { __offload_side = 32, __offload_most_blocks = 4096 };
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define __OFFLOAD_TRANSPOSE_TILES(name, type)                                                      \
    offload_shared type __tile[__offload_side][__offload_side + 1];                                \
    unsigned int __column = offload_thread_id(0) % __offload_side;                                 \
    unsigned int __top = offload_thread_id(0) / __offload_side;                                    \
    enum { __step = __offload_threads / __offload_side };                                          \
    for (size_t __t = __first; __t < __end; __t++) {                                               \
        size_t __row = __t / __across * __offload_side, __left = __t % __across * __offload_side;  \
        for (unsigned int __r = __top; __r < __offload_side; __r += __step)                        \
            if (__row + __r < __rows && __left + __column < __columns)                             \
                __tile[__r][__column] = __x[__row + __r][__left + __column];                       \
        offload_barrier();                                                                         \
        for (unsigned int __r = __top; __r < __offload_side; __r += __step)                        \
            if (__left + __r < __columns && __row + __column < __rows)                             \
                __y[__left + __r][__row + __column] = __tile[__column][__r];                       \
        offload_barrier();                                                                         \
    }
#else
#define __OFFLOAD_TRANSPOSE_TILES(name, type)                                                      \
    (void)__across;                                                                                \
    (void)__first;                                                                                 \
    (void)__end;                                                                                   \
    if (offload_thread_id(0) == 0)                                                                 \
        name##_alone(__rows, __columns, offload_block_id(0), offload_block_count(0), __x[0],       \
                     __y[0]);
#endif

/* name_square transposes a square of 8 x 8 elements in vectors of 8. Each of three rounds puts the
 * elements of rows i and i + 4 side by side, in rows 2 * i and 2 * i + 1. */
#define __OFFLOAD_TRANSPOSE_VECTORS(name, type)                                                    \
    __OFFLOADCC_INLINE void name##_square(const type *__x, size_t __columns, type *__y,            \
                                          size_t __rows) {                                         \
        typedef type __row __attribute__((vector_size(8 * sizeof(type))));                         \
        __row __from[8], __to[8];                                                                  \
        for (size_t __i = 0; __i < 8; __i++)                                                       \
            __builtin_memcpy(&__from[__i], __x + __i * __columns, sizeof(__row));                  \
        for (int __round = 0; __round < 3; __round++) {                                            \
            for (int __i = 0; __i < 4; __i++) {                                                    \
                __to[2 * __i] = __builtin_shufflevector(__from[__i], __from[__i + 4], 0, 8, 1, 9,  \
                                                        2, 10, 3, 11);                             \
                __to[2 * __i + 1] = __builtin_shufflevector(__from[__i], __from[__i + 4], 4, 12,   \
                                                            5, 13, 6, 14, 7, 15);                  \
            }                                                                                      \
            for (int __i = 0; __i < 8; __i++)                                                      \
                __from[__i] = __to[__i];                                                           \
        }                                                                                          \
        for (size_t __i = 0; __i < 8; __i++)                                                       \
            __builtin_memcpy(__y + __i * __rows, &__from[__i], sizeof(__row));                     \
    }                                                                                              \
    __OFFLOAD_TRANSPOSE(name, type)
#define __OFFLOAD_TRANSPOSE_SCALARS(name, type)                                                    \
    __OFFLOADCC_INLINE void name##_square(const type *__x, size_t __columns, type *__y,            \
                                          size_t __rows) {                                         \
        for (size_t __c = 0; __c < 8; __c++)                                                       \
            for (size_t __r = 0; __r < 8; __r++)                                                   \
                __y[__c * __rows + __r] = __x[__r * __columns + __c];                              \
    }                                                                                              \
    __OFFLOAD_TRANSPOSE(name, type)

/* On a CPU: a block goes down a strip of columns, 8 rows at a time, and on in the next strip, so
 * that y is written in long runs. With a wider strip, too many of these often have the same place
 * in the cache. In a flat matrix there are no long runs but in x. */
#define __OFFLOAD_TRANSPOSE(name, type)                                                            \
    __OFFLOAD_ALONE void name##_alone(size_t __rows, size_t __columns, size_t __block,             \
                                      size_t __blocks, const type *__x, type *__y) {               \
        size_t __wide = __rows < 128 ? 256 : sizeof(type) > 8 ? 32 : 16;                           \
        size_t __down = (__rows - 1) / 8 + 1;                                                      \
        size_t __pieces = ((__columns - 1) / __wide + 1) * __down;                                 \
        size_t __of_block = (__pieces - 1) / __blocks + 1, __at = __block * __of_block;            \
        size_t __end = __at + __of_block < __pieces ? __at + __of_block : __pieces;                \
        while (__at < __end) {                                                                     \
            size_t __top = __at % __down * 8, __left = __at / __down * __wide, __r = __top, __c;   \
            size_t __count = __down - __at % __down;                                               \
            __count = __end - __at < __count ? __end - __at : __count;                             \
            __at += __count;                                                                       \
            size_t __bottom = __rows - __top < __count * 8 ? __rows : __top + __count * 8;         \
            size_t __right = __columns - __left < __wide ? __columns : __left + __wide;            \
            size_t __squares = __right - (__right - __left) % 8;                                   \
            for (; __bottom - __r >= 8; __r += 8)                                                  \
                for (__c = __left; __c < __squares; __c += 8)                                      \
                    name##_square(__x + __r * __columns + __c, __columns,                          \
                                  __y + __c * __rows + __r, __rows);                               \
            for (; __r < __bottom; __r++)                                                          \
                for (__c = __left; __c < __squares; __c++)                                         \
                    __y[__c * __rows + __r] = __x[__r * __columns + __c];                          \
            for (__c = __squares; __c < __right; __c++)                                            \
                for (__r = __top; __r < __bottom; __r++)                                           \
                    __y[__c * __rows + __r] = __x[__r * __columns + __c];                          \
        }                                                                                          \
    }                                                                                              \
    __OFFLOAD_KERNEL_IF_USED void name##_kernel(                                                   \
        size_t __rows, size_t __columns, size_t __across, size_t __tiles, size_t __of_block,       \
        const type __x[__rows][__columns], offload_out type __y[__columns][__rows]) {              \
        size_t __first = offload_block_id(0) * __of_block;                                         \
        size_t __end = __offload_end(__tiles, __of_block);                                         \
        __OFFLOAD_TRANSPOSE_TILES(name, type)                                                      \
    }                                                                                              \
    __OFFLOAD_FUNCTION void name##_launch(size_t __rows, size_t __columns, const type *__x,        \
                                          type *__y, const struct __offload_call *__call) {        \
        size_t __across = (__columns - 1) / __offload_side + 1;                                    \
        size_t __tiles = ((__rows - 1) / __offload_side + 1) * __across;                           \
        size_t __of_block = __offload_chunk(__tiles, 4, __offload_most_blocks);                    \
        size_t __elements;                                                                         \
        __offload_number(__rows, "rows", __call);                                                  \
        __offload_number(__columns, "columns", __call);                                            \
        if (__builtin_mul_overflow(__rows, __columns, &__elements))                                \
            __OFFLOAD_STOP("%zu rows of %zu elements do not fit in memory", __rows, __columns);    \
        __offload_array(__x, __elements, sizeof(type), "x", __call);                               \
        __offload_array(__y, __elements, sizeof(type), "y", __call);                               \
        __offload_apart(__x, __elements, sizeof(type), __y, __elements, sizeof(type), "x and y",   \
                        __call);                                                                   \
        if (__rows && __columns)                                                                   \
            offload(name##_kernel, __OFFLOAD_ON(__offload_chunks(__tiles, __of_block)))(           \
                __rows, __columns, __across, __tiles, __of_block, (const void *)__x, (void *)__y); \
    }

/* clang-format off */
__OFFLOAD_FILL(8)
__OFFLOAD_FILL(16)
__OFFLOAD_FILL(32)
__OFFLOAD_FILL(64)
__OFFLOAD_FILL(128)
__OFFLOAD_TRANSPOSE_VECTORS(offload_transpose_8, __offload_u8)
__OFFLOAD_TRANSPOSE_VECTORS(offload_transpose_16, __offload_u16)
__OFFLOAD_TRANSPOSE_VECTORS(offload_transpose_32, __offload_u32)
__OFFLOAD_TRANSPOSE_VECTORS(offload_transpose_64, __offload_u64)
__OFFLOAD_TRANSPOSE_SCALARS(offload_transpose_128, __offload_u128)
__OFFLOAD_HISTOGRAM(offload_histogram_i8, __offload_i8, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_u8, __offload_u8, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_i16, __offload_i16, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_u16, __offload_u16, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_i32, __offload_i32, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_u32, __offload_u32, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_i64, __offload_i64, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_u64, __offload_u64, int, __OFFLOAD_BIN_OF_INTEGER)
__OFFLOAD_HISTOGRAM(offload_histogram_u128, __offload_wide_u128, int, __OFFLOAD_BIN_OF_WIDE)
__OFFLOAD_HISTOGRAM(offload_histogram_f16, __offload_f16, float, __OFFLOAD_BIN_OF_F16)
__OFFLOAD_HISTOGRAM(offload_histogram_b16, __offload_b16, float, __OFFLOAD_BIN_OF_B16)
__OFFLOAD_HISTOGRAM(offload_histogram_f32, __offload_f32, float, __OFFLOAD_BIN_OF_NUMBER)
__OFFLOAD_HISTOGRAM(offload_histogram_f64, __offload_f64, double, __OFFLOAD_BIN_OF_NUMBER)
/* clang-format on */
#define offload_histogram_i128_launch offload_histogram_u128_launch
#define offload_histogram_bool_launch offload_histogram_u8_launch

#endif
