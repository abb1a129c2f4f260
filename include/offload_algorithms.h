/* offload_algorithms.h - algorithms over whole arrays, called from host code: reductions, scans,
 * sorts, histograms, selection, transposition and fill. Compile with offloadcc.
 *
 *     #include <offload_algorithms.h>
 *
 *     float x[n], y[n];
 *     double d[n];
 *     int keys[n], positions[n];
 *
 *     float sum = offload_reduce_add(n, x);
 *     offload_inclusive_scan_add(n, x, y);
 *     offload_sort(n, d);
 *     offload_sort_pairs(n, keys, positions);
 *
 * A call launches kernels, as offload() does, on OpenMP's default device, or on the CPU's cores
 * where no device runs them. It returns when its result is there. Its arrays are mapped as those of
 * launches: they stay on the device between calls and launches until host code looks at them
 * (docs/resident.md), and are found there if a data region has mapped them. They may also be memory
 * of offload_malloc on the device that runs the kernels. What a call needs for itself is not copied
 * either. With -fno-offload-resident, all of it is copied for each launch, which costs time.
 *
 * Elements are integers of 1, 2, 4, 8 or 16 bytes, _Bool, _Float16, __bf16, float or double, if not
 * said otherwise. Integers are enumerations and __int128 too, but not _BitInt. An array of another
 * type does not compile, nor one that is const and that the algorithm writes. There is no long
 * double on GPUs, so it is refused on all targets. A file compiles only the kernels that it uses,
 * and what it does not use costs the time to parse it.
 *
 * Errors end the program with a message that names the function and the line of the call: a null
 * pointer where there are elements, a number that is negative or whose bytes are too many, arrays
 * that overlap where that is not allowed, no memory on the device. If `n` is 0, nothing is
 * launched, and no pointer is used. A macro evaluates each of its arguments once.
 *
 * Results are deterministic: the same elements give the same bits in each run on the same kind of
 * device (all CPUs are one kind if the program was compiled for the same CPU), whatever the number
 * of cores and however blocks are scheduled. Another kind of device may add floating-point numbers
 * in another order.
 *
 * The header compiles as C99 and later, not as C++: a C++ file calls functions of a C file that
 * uses it. Names that begin with __offload_ are internal. */
#ifndef OFFLOAD_ALGORITHMS_H
#define OFFLOAD_ALGORITHMS_H

#ifdef __cplusplus
#error offload_algorithms.h is for C: call its functions in a function in a .c file, and declare that extern "C" in a header that the C++ file includes
#elif !defined(__STDC_VERSION__) || __STDC_VERSION__ < 199901L
#error offload_algorithms.h needs -std=c99, gnu99 or later
#else

#include "offload.h"
#include <stdio.h>
#include <stdlib.h>

#include "offload_algorithms_scans.h" /* the others use it */

#include "offload_algorithms_arrays.h"
#include "offload_algorithms_sort.h"

/* ---- Reductions ------------------------------------------------------------------------------ */

/* Combines the n elements of x, and returns
 *
 *     offload_reduce_add(n, x)    their sum
 *     offload_reduce_min(n, x)    the least, and
 *     offload_reduce_max(n, x)    the greatest of them
 *     offload_reduce_and(n, x)    their bitwise and
 *     offload_reduce_or(n, x)     their bitwise or
 *     offload_reduce_xor(n, x)    their bitwise exclusive or
 *
 * and, or and xor are for integers and _Bool. Sums are also for float _Complex and double _Complex.
 *
 * The type of the result is that of the elements; but sums of integers of up to 8 bytes and of
 * _Bool are long or unsigned long, and sums of _Float16 and __bf16 are float. Sums of integers wrap
 * around beyond their type. A sum of _Bool is the number of elements that are true. Sums of
 * floating-point numbers are added in an order of the device's choice, with many partial sums, so
 * they are usually closer to the exact sum than those of a loop. min and max ignore NaNs; of 0.0
 * and -0.0 they return any.
 *
 * If n is 0, the result is the operator's neutral element: 0; all bits set for `and`; for min and
 * max the greatest and the least value of the type, for floating-point types plus and minus
 * infinity, which are also the result if all elements are NaNs. */
#define offload_reduce_add(n, x) __OFFLOAD_CALL_SUM(offload_reduce_add, n, x)
#define offload_reduce_min(n, x) __OFFLOAD_CALL_REDUCE(offload_reduce_min, n, x)
#define offload_reduce_max(n, x) __OFFLOAD_CALL_REDUCE(offload_reduce_max, n, x)
#define offload_reduce_and(n, x) __OFFLOAD_CALL_BITS(offload_reduce_and, n, x)
#define offload_reduce_or(n, x) __OFFLOAD_CALL_BITS(offload_reduce_or, n, x)
#define offload_reduce_xor(n, x) __OFFLOAD_CALL_BITS(offload_reduce_xor, n, x)

/* At file scope: defines the function `type name(size_t n, const type *x)`, which combines elements
 * by an operator of yours:
 *
 *     static struct interval hull(struct interval a, struct interval b) { ... }
 *     OFFLOAD_DEFINE_REDUCE(hull_of_all, struct interval, hull, {INFINITY, -INFINITY});
 *
 *     struct interval all = hull_of_all(n, intervals);
 *
 * The type is arithmetic, or a struct without pointers, of at most 32 bytes. The operator is the
 * name of a function or macro of two arguments of that type, which is inlined into the kernel. It
 * has to be associative and commutative. The last argument initialises a variable of the type with
 * the operator's neutral element, for which operator(neutral, a) is a; it is the result if n is 0.
 */
#define OFFLOAD_DEFINE_REDUCE(name, type, operator, ...)                                           \
    __OFFLOAD_OWN(name, type, __VA_ARGS__)                                                         \
    __OFFLOAD_REDUCE(__OFFLOAD_FOLD_STRETCHES, name##_reduce, type,                                \
                     type, operator,(name##_neutral()))                                            \
    __attribute__((unused)) __OFFLOAD_FUNCTION type name(size_t __n, const type *__x) {            \
        return name##_reduce_launch(__n, __x, __OFFLOAD_CALL(#name));                              \
    }                                                                                              \
    struct __offload_defined

/* ---- Scans ----------------------------------------------------------------------------------- */

/* Writes prefix sums, minima or maxima of the n elements of x to y:
 *
 *     offload_inclusive_scan_add(n, x, y)    y[i] = x[0] + ... + x[i]
 *     offload_exclusive_scan_add(n, x, y)    y[i] = x[0] + ... + x[i - 1], and y[0] = 0
 *
 * and so on. x and y have the same type and are the same array or do not overlap. Sums of integers
 * wrap around in that type: widen the elements first if they do not fit. A sum of _Bool is true, as
 * C converts it, if one of the elements is. Sums are also for float _Complex and double _Complex;
 * those of _Float16 and __bf16 are added as float, and rounded when they are written. y[0] of an
 * exclusive scan is the neutral element (see the reductions). min and max treat NaNs and zeros as
 * the reductions do. Partial sums of floating-point numbers are added in an order of the device's
 * choice: they may differ in their last bits from those of a loop, and need not grow where all
 * elements are positive. */
#define offload_inclusive_scan_add(n, x, y)                                                        \
    __OFFLOAD_CALL_PREFIX_SUMS(offload_scan_add, n, x, y, 0, "offload_inclusive_scan_add")
#define offload_inclusive_scan_min(n, x, y)                                                        \
    __OFFLOAD_CALL_SCAN(offload_scan_min, n, x, y, 0, "offload_inclusive_scan_min")
#define offload_inclusive_scan_max(n, x, y)                                                        \
    __OFFLOAD_CALL_SCAN(offload_scan_max, n, x, y, 0, "offload_inclusive_scan_max")
#define offload_exclusive_scan_add(n, x, y)                                                        \
    __OFFLOAD_CALL_PREFIX_SUMS(offload_scan_add, n, x, y, 1, "offload_exclusive_scan_add")
#define offload_exclusive_scan_min(n, x, y)                                                        \
    __OFFLOAD_CALL_SCAN(offload_scan_min, n, x, y, 1, "offload_exclusive_scan_min")
#define offload_exclusive_scan_max(n, x, y)                                                        \
    __OFFLOAD_CALL_SCAN(offload_scan_max, n, x, y, 1, "offload_exclusive_scan_max")

/* At file scope: defines scans by an operator of yours, as OFFLOAD_DEFINE_REDUCE does a reduction:
 * `void name_inclusive(size_t n, const type *x, type *y)` and `name_exclusive`. The operator has to
 * be associative; it need not be commutative: its first argument is what comes first. */
#define OFFLOAD_DEFINE_SCAN(name, type, operator, ...)                                             \
    __OFFLOAD_OWN(name, type, __VA_ARGS__)                                                         \
    __OFFLOAD_TOTALS(__OFFLOAD_FOLD_STRETCHES, name##_scan, type,                                  \
                     type, operator,(name##_neutral()))                                            \
    __OFFLOAD_SCAN(__OFFLOAD_RUN_STRETCHES, name##_scan, type, type, name##_scan,                  \
                   name##_scan_totals, operator, , (name##_neutral()))                             \
    __attribute__((unused)) __OFFLOAD_FUNCTION void name##_inclusive(size_t __n, const type *__x,  \
                                                                     type *__y) {                  \
        name##_scan_launch(__n, __x, __y, 0, __OFFLOAD_CALL(#name));                               \
    }                                                                                              \
    __attribute__((unused)) __OFFLOAD_FUNCTION void name##_exclusive(size_t __n, const type *__x,  \
                                                                     type *__y) {                  \
        name##_scan_launch(__n, __x, __y, 1, __OFFLOAD_CALL(#name));                               \
    }                                                                                              \
    struct __offload_defined

/* ---- Sorts ----------------------------------------------------------------------------------- */

/* Sorts the n elements of `keys` in place, the least first. It is a radix sort: its time does not
 * depend on the order of the keys, and it needs room for a copy of them.
 *
 * Floating-point numbers are in IEEE 754's total order: -0.0 comes before 0.0; NaNs whose sign bit
 * is not set come last, those whose sign bit is set first. Keys of 16 bytes take the most time, for
 * each byte takes a pass. */
#define offload_sort(n, keys)                                                                      \
    (__OFFLOAD_CHECK_ORDERED(keys), __OFFLOAD_CHECK_WRITES(keys),                                  \
     __OFFLOAD_BY_KEY(keys, _with_32_launch,                                                       \
                      _with_64_launch)(n, (void *)(keys), __OFFLOAD_NO_ARRAY,                      \
                                       __OFFLOAD_ORDER(keys), __OFFLOAD_CALL("offload_sort")))

/* Sorts the n elements of `keys` in place, and puts the n elements of `values` in the same order.
 * The sort is stable: values of equal keys keep their order. Values are of any type without
 * pointers; those of 4 and 8 bytes are fastest. They do not overlap the keys. */
#define offload_sort_pairs(n, keys, values)                                                        \
    (__OFFLOAD_CHECK_ORDERED(keys), __OFFLOAD_CHECK_WRITES(keys), __OFFLOAD_CHECK_WRITES(values),  \
     __builtin_choose_expr(                                                                        \
         sizeof *(values) == 4 && sizeof *(keys) <= 8,                                             \
         __OFFLOAD_BY_KEY(keys, _with_32_launch, _with_64_launch)(                                 \
             n, (void *)(keys), (void *)(values), __OFFLOAD_ORDER(keys),                           \
             __OFFLOAD_CALL("offload_sort_pairs")),                                                \
         __builtin_choose_expr(sizeof *(values) == 8,                                              \
                               __OFFLOAD_BY_KEY(keys, _with_64_launch, _with_64_launch)(           \
                                   n, (void *)(keys), (void *)(values), __OFFLOAD_ORDER(keys),     \
                                   __OFFLOAD_CALL("offload_sort_pairs")),                          \
                               __OFFLOAD_BY_KEY(keys, _with_any_launch, _with_any_launch)(         \
                                   n, (void *)(keys), (void *)(values), sizeof *(values),          \
                                   __OFFLOAD_ORDER(keys), __OFFLOAD_CALL("offload_sort_pairs")))))

/* ---- Histograms ------------------------------------------------------------------------------ */

/* Sets counts[b], of type unsigned long (or size_t), for each b from 0 to bins - 1: to the number
 * of elements of x that are b. Other elements are not counted. x has integers or _Bool, and does
 * not overlap counts. Up to 4096 bins are fastest. */
#define offload_histogram(n, x, bins, counts)                                                      \
    (__OFFLOAD_CHECK_INTEGERS(x), __OFFLOAD_CHECK_COUNTS(counts), __OFFLOAD_CHECK_WRITES(counts),  \
     __OFFLOAD_BY_INTEGER(x, offload_histogram)(n, (const void *)(x), 0, 0, 0, bins,               \
                                                (void *)(counts),                                  \
                                                __OFFLOAD_CALL("offload_histogram")))

/* The same for floating-point numbers, with bins of equal width from `low` to `high`: element v,
 * with low <= v < high, is in bin (v - low) * (bins / (high - low)), rounded down, as computed in
 * the elements' type, or float if that is narrower, but at most bins - 1. NaNs and elements out of
 * the range are not counted. */
#define offload_histogram_range(n, x, low, high, bins, counts)                                     \
    (__OFFLOAD_CHECK_FLOATING(x), __OFFLOAD_CHECK_COUNTS(counts), __OFFLOAD_CHECK_WRITES(counts),  \
     __extension__({                                                                               \
         size_t __offload_bins = (bins);                                                           \
         __OFFLOAD_NOT_NARROW(x) __offload_low = (low), __offload_high = (high);                   \
         __OFFLOAD_BY_FLOATING(x, offload_histogram)(                                              \
             n, (const void *)(x), __offload_low, __offload_high,                                  \
             (__typeof__(__offload_low))__offload_bins / (__offload_high - __offload_low),         \
             __offload_bins, (void *)(counts), __OFFLOAD_CALL("offload_histogram_range"));         \
     }))

/* ---- Selection ------------------------------------------------------------------------------- */

/* Copies the elements of x whose flag is not 0 to the beginning of y, in their order, and returns
 * how many they are. x and y have the same type, without pointers, of 1, 2, 4, 8 or 16 bytes;
 * flags are of type char, unsigned char or _Bool. y has room for n elements, and overlaps neither x
 * nor flags. The elements of y after the selected ones keep their values. */
#define offload_select(n, x, flags, y)                                                             \
    (__OFFLOAD_CHECK(has_flags, sizeof *(flags) == 1), __OFFLOAD_CHECK_SAME_TYPE(x, y),            \
     __OFFLOAD_CHECK_SIZE(x), __OFFLOAD_CHECK_WRITES(y),                                           \
     __OFFLOAD_BY_ANY_SIZE(x, offload_select, launch)(n, (const void *)(x), (const void *)(flags), \
                                                      (void *)(y),                                 \
                                                      __OFFLOAD_CALL("offload_select")))

/* At file scope: defines a selection by a predicate of yours:
 *
 *     static int is_positive(float v) { return v > 0; }
 *     OFFLOAD_DEFINE_SELECT(select_positive, float, is_positive);
 *
 *     size_t count = select_positive(n, x, y);
 *
 * The predicate is the name of a function or macro of an element, which is inlined into the kernel.
 * It must give the same answer each time: it is asked twice. */
#define OFFLOAD_DEFINE_SELECT(name, type, predicate)                                               \
    __OFFLOADCC_INLINE int name##_keeps(const type *__x, const unsigned char *__flags,             \
                                        size_t __i) {                                              \
        (void)__flags;                                                                             \
        return (predicate((__x[__i]))) ? 1 : 0;                                                    \
    }                                                                                              \
    __OFFLOAD_SELECT(name##_select, type, name##_keeps)                                            \
    __attribute__((unused)) __OFFLOAD_FUNCTION size_t name(size_t __n, const type *__x,            \
                                                           type *__y) {                            \
        return name##_select_launch(__n, __x, __OFFLOAD_NO_ARRAY, __y, __OFFLOAD_CALL(#name));     \
    }                                                                                              \
    struct __offload_defined

/* ---- Transposition and fill ------------------------------------------------------------------ */

/* Writes the transpose of the matrix x, of rows * columns elements in C's order, to y, which has
 * columns * rows elements and does not overlap x: y[c * rows + r] = x[r * columns + c]. x and y
 * have the same type, without pointers, of 1, 2, 4, 8 or 16 bytes. */
#define offload_transpose(rows, columns, x, y)                                                     \
    (__OFFLOAD_CHECK_SAME_TYPE(x, y), __OFFLOAD_CHECK_SIZE(x), __OFFLOAD_CHECK_WRITES(y),          \
     __OFFLOAD_BY_ANY_SIZE(x, offload_transpose, launch)(                                          \
         rows, columns, (const void *)(x), (void *)(y), __OFFLOAD_CALL("offload_transpose")))

/* Sets the n elements of x to `value`, which is converted to their type: any type without pointers
 * of 1, 2, 4, 8 or 16 bytes. */
#define offload_fill(n, x, value)                                                                  \
    (__extension__({                                                                               \
        __typeof__(*(x)) __offload_value = (value);                                                \
        __OFFLOAD_CHECK_SIZE(x), __OFFLOAD_CHECK_WRITES(x);                                        \
        __OFFLOAD_BY_ANY_SIZE(x, offload_fill, launch)                                             \
        (n, &__offload_value, (void *)(x), __OFFLOAD_CALL("offload_fill"));                        \
    }))

/* ---- Choosing by type ------------------------------------------------------------------------ */

/* The kinds are GCC's: 1 and 3 of integers and enumerations, 4 of _Bool. */
#define __OFFLOAD_KIND(x) __builtin_classify_type(*(x))
#define __OFFLOAD_IS_INTEGERS(x)                                                                   \
    (__OFFLOAD_KIND(x) == 1 || __OFFLOAD_KIND(x) == 3 || __OFFLOAD_KIND(x) == 4)
#define __OFFLOAD_ALSO(x, type) __builtin_types_compatible_p(__typeof__(*(x)), type)
#define __OFFLOAD_IS_NARROW(x) (__OFFLOAD_ALSO(x, _Float16) || __OFFLOAD_ALSO(x, __bf16))
#define __OFFLOAD_IS_FLOATING(x)                                                                   \
    (__OFFLOAD_ALSO(x, float) || __OFFLOAD_ALSO(x, double) || __OFFLOAD_IS_NARROW(x))
#define __OFFLOAD_IS_COMPLEX(x)                                                                    \
    (__OFFLOAD_ALSO(x, float _Complex) || __OFFLOAD_ALSO(x, double _Complex))
/* Floating-point numbers count as signed. In C, a comparison of theirs is not a constant. */
#define __OFFLOAD_IS_SIGNED(x)                                                                     \
    ((__typeof__(__builtin_choose_expr(__OFFLOAD_IS_INTEGERS(x), *(x), 0)))-1 < 0)

/* Errors at a call whose arrays are wrong. These functions are never called. */
#define __OFFLOAD_MUST(name, text)                                                                 \
    int __offload_##name(int __holds) __attribute__((diagnose_if(!__holds, text, "error")))
__OFFLOAD_MUST(has_order,
               "the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or "
               "double");
__OFFLOAD_MUST(
    has_sums,
    "the elements must be integers (not _BitInt), _Bool, _Float16, __bf16, float or double, "
    "or complex float or double");
__OFFLOAD_MUST(has_integers, "the elements must be integers (not _BitInt) or _Bool");
__OFFLOAD_MUST(has_fractions, "the elements must be _Float16, __bf16, float or double");
__OFFLOAD_MUST(is_not_long_double, "GPUs have no long double: use an array of double");
__OFFLOAD_MUST(has_size, "the elements must have 1, 2, 4, 8 or 16 bytes");
__OFFLOAD_MUST(has_counts, "the counts must be of type unsigned long or size_t");
__OFFLOAD_MUST(has_flags, "the flags must have one byte each");
__OFFLOAD_MUST(has_same_type, "the elements of x and y must have the same type");
__OFFLOAD_MUST(is_small, "the type of the elements must have at most 32 bytes");
__OFFLOAD_MUST(may_write, "the algorithm writes to an array that is const");
#define __OFFLOAD_CHECK(name, holds) ((void)sizeof(__offload_##name(holds)))

#define __OFFLOAD_IS_LONG(x)                                                                       \
    (__OFFLOAD_ALSO(x, long double) || __OFFLOAD_ALSO(x, long double _Complex))
#define __OFFLOAD_CHECK_NUMBERS(name, x, holds)                                                    \
    (__OFFLOAD_CHECK(is_not_long_double, !__OFFLOAD_IS_LONG(x)),                                   \
     __OFFLOAD_CHECK(name, __OFFLOAD_IS_LONG(x) || (holds)))
#define __OFFLOAD_CHECK_ORDERED(x)                                                                 \
    __OFFLOAD_CHECK_NUMBERS(has_order, x, __OFFLOAD_IS_INTEGERS(x) || __OFFLOAD_IS_FLOATING(x))
#define __OFFLOAD_CHECK_SUMS(x)                                                                    \
    __OFFLOAD_CHECK_NUMBERS(has_sums, x,                                                           \
                            __OFFLOAD_IS_INTEGERS(x) || __OFFLOAD_IS_FLOATING(x) ||                \
                                __OFFLOAD_IS_COMPLEX(x))
#define __OFFLOAD_CHECK_INTEGERS(x) __OFFLOAD_CHECK(has_integers, __OFFLOAD_IS_INTEGERS(x))
#define __OFFLOAD_CHECK_FLOATING(x)                                                                \
    __OFFLOAD_CHECK_NUMBERS(has_fractions, x, __OFFLOAD_IS_FLOATING(x))
#define __OFFLOAD_CHECK_SIZE(x)                                                                    \
    __OFFLOAD_CHECK(has_size, sizeof *(x) == 1 || sizeof *(x) == 2 || sizeof *(x) == 4 ||          \
                                  sizeof *(x) == 8 || sizeof *(x) == 16)
#define __OFFLOAD_CHECK_SAME_TYPE(x, y)                                                            \
    __OFFLOAD_CHECK(has_same_type, __OFFLOAD_ALSO(x, __typeof__(*(y))))
#define __OFFLOAD_CHECK_COUNTS(x) __OFFLOAD_CHECK(has_counts, __OFFLOAD_ALSO(x, unsigned long))
#define __OFFLOAD_CHECK_WRITES(x)                                                                  \
    __OFFLOAD_CHECK(may_write,                                                                     \
                    !__builtin_types_compatible_p(__typeof__(*(x)) *, const __typeof__(*(x)) *))

/* clang-format off */
#define __OFFLOAD_BY_SIGN(x, name, bits)                                                         \
    __builtin_choose_expr(__OFFLOAD_IS_SIGNED(x), name##_i##bits##_launch, name##_u##bits##_launch)
#define __OFFLOAD_BY_SIZE(x, name, rest)                                                         \
    __builtin_choose_expr(sizeof *(x) == 1, name##8##rest,                                         \
    __builtin_choose_expr(sizeof *(x) == 2, name##16##rest,                                        \
    __builtin_choose_expr(sizeof *(x) == 4, name##32##rest,                                        \
    __builtin_choose_expr(sizeof *(x) == 8, name##64##rest, name##128##rest))))
#define __OFFLOAD_BY_INTEGER(x, name)                                                            \
    __builtin_choose_expr(__OFFLOAD_KIND(x) == 4, name##_bool_launch,                            \
    __builtin_choose_expr(__OFFLOAD_IS_SIGNED(x), __OFFLOAD_BY_SIZE(x, name##_i, _launch),         \
                                                  __OFFLOAD_BY_SIZE(x, name##_u, _launch)))
#define __OFFLOAD_BY_FLOATING(x, name)                                                           \
    __builtin_choose_expr(__OFFLOAD_ALSO(x, float), name##_f32_launch,                           \
    __builtin_choose_expr(__OFFLOAD_ALSO(x, _Float16), name##_f16_launch,                        \
    __builtin_choose_expr(__OFFLOAD_ALSO(x, __bf16), name##_b16_launch, name##_f64_launch)))
#define __OFFLOAD_BY_TYPE(x, name)                                                               \
    __builtin_choose_expr(__OFFLOAD_IS_INTEGERS(x), __OFFLOAD_BY_INTEGER(x, name),               \
                                                    __OFFLOAD_BY_FLOATING(x, name))
#define __OFFLOAD_BY_TYPE_OF_SUMS(x, name)                                                       \
    __builtin_choose_expr(__OFFLOAD_ALSO(x, float _Complex), name##_c32_launch,                  \
    __builtin_choose_expr(__OFFLOAD_ALSO(x, double _Complex), name##_c64_launch,                 \
                          __OFFLOAD_BY_TYPE(x, name)))
#define __OFFLOAD_BY_ANY_SIZE(x, name, rest)                                                     \
    __OFFLOAD_BY_SIZE(x, name##_, _##rest)
/* Keys of 16 bytes have no sort with values of 4. */
#define __OFFLOAD_BY_KEY(keys, rest, rest_of_wide)                                               \
    __builtin_choose_expr(sizeof *(keys) == 16, offload_sort_128##rest_of_wide,                    \
    __builtin_choose_expr(sizeof *(keys) == 8, offload_sort_64##rest,                              \
    __builtin_choose_expr(sizeof *(keys) == 4, offload_sort_32##rest,                              \
    __builtin_choose_expr(sizeof *(keys) == 2, offload_sort_16##rest, offload_sort_8##rest))))
/* clang-format on */

/* The types of results. What is no number has 0 in its place, so that there is one error only. */
#define __OFFLOAD_NUMBER(x)                                                                        \
    __builtin_choose_expr(                                                                         \
        __OFFLOAD_IS_INTEGERS(x) || __OFFLOAD_IS_FLOATING(x) || __OFFLOAD_IS_COMPLEX(x), *(x), 0)
#define __OFFLOAD_NOT_NARROW(x)                                                                    \
    __typeof__(__builtin_choose_expr(__OFFLOAD_IS_NARROW(x), 0.0f, __OFFLOAD_NUMBER(x) + 0))
#define __OFFLOAD_SUM(x)                                                                           \
    __typeof__(__builtin_choose_expr(__OFFLOAD_IS_INTEGERS(x) && sizeof *(x) <= 8,                 \
                                     __builtin_choose_expr(__OFFLOAD_IS_SIGNED(x), 0l, 0ul),       \
                                     (__OFFLOAD_NOT_NARROW(x))0))

#define __OFFLOAD_CALL_SUM(name, n, x)                                                             \
    (__OFFLOAD_CHECK_SUMS(x), (__OFFLOAD_SUM(x))__OFFLOAD_BY_TYPE_OF_SUMS(x, name)(                \
                                  n, (const void *)(x), __OFFLOAD_CALL(#name)))
#define __OFFLOAD_CALL_REDUCE(name, n, x)                                                          \
    (__OFFLOAD_CHECK_ORDERED(x), (__typeof__(__OFFLOAD_NUMBER(x)))__OFFLOAD_BY_TYPE(x, name)(      \
                                     n, (const void *)(x), __OFFLOAD_CALL(#name)))
#define __OFFLOAD_CALL_BITS(name, n, x)                                                            \
    (__OFFLOAD_CHECK_INTEGERS(x),                                                                  \
     (__typeof__(__OFFLOAD_NUMBER(x)))__OFFLOAD_BY_SIZE(x, name##_u, _launch)(                     \
         n, (const void *)(x), __OFFLOAD_CALL(#name)))
#define __OFFLOAD_CHECK_SCAN(x, y) (__OFFLOAD_CHECK_SAME_TYPE(x, y), __OFFLOAD_CHECK_WRITES(y))
#define __OFFLOAD_CALL_SCAN(name, n, x, y, exclusive, call)                                        \
    (__OFFLOAD_CHECK_ORDERED(x), __OFFLOAD_CHECK_SCAN(x, y),                                       \
     __OFFLOAD_BY_TYPE(x, name)(n, (const void *)(x), (void *)(y), exclusive,                      \
                                __OFFLOAD_CALL(call)))
#define __OFFLOAD_CALL_PREFIX_SUMS(name, n, x, y, exclusive, call)                                 \
    (__OFFLOAD_CHECK_SUMS(x), __OFFLOAD_CHECK_SCAN(x, y),                                          \
     __OFFLOAD_BY_TYPE_OF_SUMS(x, name)(n, (const void *)(x), (void *)(y), exclusive,              \
                                        __OFFLOAD_CALL(call)))
/* Which bits of keys are flipped: two arguments (offload_algorithms_sort.h). */
#define __OFFLOAD_HIGHEST(keys) (1ul << (sizeof *(keys) < 8 ? sizeof *(keys) * 8 - 1 : 63))
#define __OFFLOAD_ORDER(keys)                                                                      \
    __OFFLOAD_IS_SIGNED(keys) ? __OFFLOAD_HIGHEST(keys) : 0,                                       \
        __OFFLOAD_IS_FLOATING(keys) ? __OFFLOAD_HIGHEST(keys) - 1 : 0

/* What definitions by users share: the neutral element, and a check of the type. */
#define __OFFLOAD_OWN(name, type, ...)                                                             \
    enum { name##_has_a_small_type = sizeof(__offload_is_small(sizeof(type) <= 32)) };             \
    __OFFLOADCC_INLINE type name##_neutral(void) {                                                 \
        type __neutral = __VA_ARGS__;                                                              \
        return __neutral;                                                                          \
    }

#endif
#endif
