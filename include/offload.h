/* offload.h - kernels in C, for GPUs and the CPU. Compile with offloadcc.
 *
 *     #include <offload.h>
 *
 *     offload_kernel void saxpy(size_t n, float a, const float x[n], float y[n])
 *     {
 *         size_t i = offload_global_id(0);
 *         if (i < n)
 *             y[i] += a * x[i];
 *     }
 *
 *     offload(saxpy, .threads = {n})(n, 2.0f, x, y);
 *
 * A kernel's prototype says what moves: `const float x[n]` goes to the device, `float y[n]` goes
 * there and comes back, values and structs are copied. Where no device serves, the same kernel runs
 * on the CPU's cores.
 *
 * The header is C99 and later. Names that begin with __offloadcc_ are not for users.
 */
#ifndef OFFLOAD_H
#define OFFLOAD_H

#include <stddef.h>

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Marks a function as a kernel. It returns void, has a prototype, and gives every pointer parameter
 * a bound over the parameters before it. It may be static or external, be declared in a header, and
 * be called like any function: `offload(k, ...)(arguments)` launches many threads of it,
 * `k(arguments)` one; inside a kernel that is a function call. */
#define offload_kernel __attribute__((annotate("offload_kernel")))

/* On an array parameter: the kernel writes every element and reads none before, so nothing goes to
 * the device: `offload_out float y[n]`. What the kernel leaves unwritten is undefined afterwards.
 */
#define offload_out __attribute__((annotate("offload_out")))

/* On an array parameter: room on the device for the time of the launch; nothing is copied. The
 * kernel finds undefined values there. */
#define offload_scratch __attribute__((annotate("offload_scratch")))

/* On a pointer parameter: the argument is a device address already and is passed as it is: of
 * offload_malloc, or of others who allocate on the device the kernel runs on. The host's address of
 * what is mapped or of a device variable stops the program, as does memory of offload_malloc for
 * another device. Any other address is taken to be right: where the CPU runs the kernel the host's
 * own are, and some devices can use them. */
#define offload_device_ptr __attribute__((annotate("offload_device_ptr")))

/* On a pointer in a struct: the number of elements that it points to, an expression over members of
 * the same struct, before or behind it, and constants. Such pointers go with their struct, however
 * the kernel gets it: by value or in an array.
 *
 *     struct matrix { int rows, cols; float *data offload_count(rows * cols); };
 *     offload_kernel void scale(struct matrix m, float by);
 *
 * What `const float *data` points to goes to the device; what `float *data` points to also comes
 * back. offload_out and offload_scratch say otherwise, as on parameters; an offload_device_ptr goes
 * as it is. The pointers themselves do not come back; a kernel must not change those in arrays of
 * structs, which are the host's own where the CPU runs it (-Woffload-pointer-write). Where the
 * count is one integer member before the pointer, clang's own attribute does too, which sanitizers
 * know: `size_t n; float *data __counted_by(n);`. (Linux's <linux/stddef.h> makes __counted_by
 * nothing: include this header before it.)
 *
 * A null pointer whose count is not 0 stops the program. A pointer that may be null, whatever its
 * count, and stays null in the kernel, is declared offload_count_or_null(count), or with clang's
 * __counted_by_or_null(n). */
#define offload_count(...) __OFFLOADCC_COUNT(__VA_ARGS__)
#define offload_count_or_null(...) __OFFLOADCC_COUNT_OR_NULL(__VA_ARGS__)
#define __OFFLOADCC_COUNT(...) __attribute__((annotate("offload_count=" #__VA_ARGS__)))
#define __OFFLOADCC_COUNT_OR_NULL(...)                                                             \
    __attribute__((annotate("offload_count_or_null=" #__VA_ARGS__)))
#ifndef __counted_by
#define __counted_by(member) __attribute__((counted_by(member)))
#endif
#ifndef __counted_by_or_null
#define __counted_by_or_null(member) __attribute__((counted_by_or_null(member)))
#endif

/* ---- Launching ------------------------------------------------------------------------------- */

/* The options of a launch, written as designated initialisers in offload(). All are optional. */
struct offload_launch {
    /* At least so many threads in all, in x, y and z; dimensions left out are 1. The number of
     * blocks follows. Kernels compare their index with the problem's size, since the last block may
     * be larger than needed. A zero in x launches nothing. */
    size_t threads[3];

    /* The grid exactly: blocks, and threads in each, in x, y and z; dimensions left out are 1.
     * Without block_size, a block has 256 threads (one dimension), 32x8 (two) or 8x8x4 (three).
     * A block has at most 1024 threads. With both threads and blocks, block_size follows. */
    unsigned int blocks[3];
    unsigned int block_size[3];

    /* Dynamic shared memory for each block, in bytes. */
    size_t shared_bytes;

    /* The device, from 0 to omp_get_num_devices() - 1; that number itself is the host. Left out:
     * OpenMP's default device (OMP_DEFAULT_DEVICE). Any other number stops the program, but on a
     * machine without devices: there each is the host. */
    int device;
    unsigned int __line; /* where the launch is, for messages */

    /* Filled in by the launch itself. */
    void (*__kernel)(void);
    struct offload_launch *__outer;
    const char *__file;
};

/* offload(kernel, options...)(arguments...) launches a kernel and waits for it:
 *
 *     offload(blur, .threads = {w, h}, .block_size = {16, 16})(w, h, in, out);
 *
 * `kernel` is a kernel's name or a pointer to one. The arguments are checked and converted against
 * its prototype. Without options the grid fills the device, for kernels that stride over their data
 * by offload_global_size. The options belong to this launch alone, whatever the arguments do. */
#define offload(...) __OFFLOADCC_OFFLOAD(__VA_ARGS__, )

/* clang-format off */
#define __OFFLOADCC_OFFLOAD(kernel, ...)                                                           \
    (_Pragma("clang diagnostic push")                                                              \
     _Pragma("clang diagnostic ignored \"-Winitializer-overrides\"")                               \
     _Pragma("clang diagnostic ignored \"-Wcast-function-type\"")                                  \
     _Pragma("clang diagnostic ignored \"-Wcast-function-type-strict\"")                           \
     ((__typeof__(&*(kernel)))__offloadcc_configure(                                               \
         (__offloadcc_function *)(kernel),                                                         \
         &(struct offload_launch){.threads = {__OFFLOADCC_UNSET},                                  \
                                  .blocks = {(unsigned int)__OFFLOADCC_UNSET},                     \
                                  .device = -1,                                                    \
                                  .__file = __FILE__,                                              \
                                  .__line = __LINE__,                                              \
                                  __VA_ARGS__}))                                                   \
     _Pragma("clang diagnostic pop"))
/* clang-format on */

/* What is no option, as in offload(k, 3), comes behind the line, where no number fits.
 * What marks an option that was left out, in threads[0] and blocks[0]; no grid is so large, and no
 * negative number of a user's is it. */
#define __OFFLOADCC_UNSET ((size_t)0x8000000180000001)

/* Puts the options on this thread's list of launches to come and returns what is to be called in
 * the kernel's place. */
typedef void __offloadcc_function(void);
__offloadcc_function *__offloadcc_configure(__offloadcc_function *__kernel,
                                            struct offload_launch *__launch);

/* ---- Indices --------------------------------------------------------------------------------- */

unsigned int __offloadcc_thread_id(unsigned int __dimension);
unsigned int __offloadcc_block_id(unsigned int __dimension);
unsigned int __offloadcc_block_size(unsigned int __dimension);
unsigned int __offloadcc_block_count(unsigned int __dimension);
size_t __offloadcc_global_id(unsigned int __dimension);

#define __OFFLOADCC_INLINE __attribute__((always_inline)) static __inline__
#define __OFFLOADCC_DIMENSION                                                                      \
    __attribute__((diagnose_if(__dimension < 0 || __dimension > 2,                                 \
                               "a dimension is 0 (x), 1 (y) or 2 (z)", "error")))

/* In a kernel and what it calls, with dimension 0 (x), 1 (y) or 2 (z). On the host, outside any
 * kernel, ids are 0 and sizes are 1. */

/* This thread's index in its block, from 0 to offload_block_size - 1. */
__OFFLOADCC_INLINE unsigned int offload_thread_id(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE unsigned int offload_thread_id(int __dimension) {
    return __offloadcc_thread_id((unsigned int)__dimension);
}

/* This block's index in the grid, from 0 to offload_block_count - 1. */
__OFFLOADCC_INLINE unsigned int offload_block_id(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE unsigned int offload_block_id(int __dimension) {
    return __offloadcc_block_id((unsigned int)__dimension);
}

/* The number of threads in a block, the same for all blocks of a launch. */
__OFFLOADCC_INLINE unsigned int offload_block_size(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE unsigned int offload_block_size(int __dimension) {
    return __offloadcc_block_size((unsigned int)__dimension);
}

/* The number of blocks in the grid. */
__OFFLOADCC_INLINE unsigned int offload_block_count(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE unsigned int offload_block_count(int __dimension) {
    return __offloadcc_block_count((unsigned int)__dimension);
}

/* This thread's index among all threads of the launch: block id * block size + thread id. */
__OFFLOADCC_INLINE size_t offload_global_id(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE size_t offload_global_id(int __dimension) {
    return __offloadcc_global_id((unsigned int)__dimension);
}

/* The number of all threads of the launch: block count * block size; a stride for loops. */
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) {
    return (size_t)offload_block_count(__dimension) * offload_block_size(__dimension);
}

/* A loop over 0 to n - 1, shared out among all threads of a launch in x, whatever their number:
 *
 *     offload_for (i, n)
 *         y[i] += a * x[i];
 *
 * `i` is a new size_t; `n` is evaluated once. Each index is one thread's, once; which thread's, and
 * in which order, is the target's affair: neighbouring threads take neighbouring indices on a GPU,
 * a core takes a stretch on a CPU. Threads may run the body a different number of times, so it has
 * no barrier. `break` ends this thread's share only. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define offload_for(i, n)                                                                          \
    for (size_t __offloadcc_##i##_end = (n), i = offload_global_id(0); i < __offloadcc_##i##_end;  \
         i += offload_global_size(0))
#else
/* Each block has a stretch, which all its threads go through together: in each turn of the outer
 * loop they take as many neighbouring indices as they are. So the loop's control is the same for
 * all, and the compiler can put it outside of its loops over threads. The inner loop runs once, or
 * not at all; if it is left by a break, `go` is 0 and ends the outer one. */
#define offload_for(i, n)                                                                          \
    for (size_t __offloadcc_##i##_end = (n),                                                       \
                __offloadcc_##i##_base = __offloadcc_stretch(&__offloadcc_##i##_end),              \
                __offloadcc_##i##_go = 1;                                                          \
         __offloadcc_##i##_go & (__offloadcc_##i##_base < __offloadcc_##i##_end);                  \
         __offloadcc_##i##_base += offload_block_size(0))                                          \
        for (size_t i = __offloadcc_##i##_base + offload_thread_id(0),                             \
                    __offloadcc_##i##_once = i < __offloadcc_##i##_end;                            \
             __offloadcc_##i##_go = !__offloadcc_##i##_once, __offloadcc_##i##_once;               \
             __offloadcc_##i##_once = 0)

/* The first index of this block's stretch of 0 to *end - 1; *end becomes that behind its last. A
 * stretch is of whole cache lines for any type of elements. */
__OFFLOADCC_INLINE size_t __offloadcc_stretch(size_t *__end) {
    size_t __n = *__end, __blocks = offload_block_count(0), __this_block = offload_block_id(0);
    size_t __length = (__n / __blocks + (__n % __blocks != 0) + 63) & ~(size_t)63, __first;
    if (__builtin_mul_overflow(__length, __this_block, &__first) || __first > __n)
        __first = __n;
    if (__n - __first > __length)
        *__end = __first + __length;
    return __first;
}
#endif

/* ---- Blocks: barriers and shared memory ------------------------------------------------------ */

void __offloadcc_barrier(void) __attribute__((convergent));
void *__offloadcc_dynamic_shared(void);

/* Waits until all threads of the block are here; what they wrote before, to shared memory or
 * arrays, all of them see afterwards. The threads of a block must come to the same barriers, so a
 * barrier may stand in a branch or loop only if all of them take it alike.
 *
 * A thread that has returned from its kernel is not waited for any more, on any target. So
 * `if (i >= n) return;` may stand before barriers, if the others need nothing that this thread
 * would have done behind it, such as loading its part of a shared array. That is seldom so:
 * -Woffload-divergent-barrier warns of it. To return from a function that a kernel calls is no such
 * end. */
__OFFLOADCC_INLINE void offload_barrier(void) __attribute__((convergent));
__OFFLOADCC_INLINE void offload_barrier(void) {
    __offloadcc_barrier();
}

/* In a kernel or what it calls: a variable that all threads of a block share, each block its own:
 * `offload_shared float tile[16][17];`. It has no initial value, and its value is undefined when a
 * block starts. In C it is an ordinary variable of static storage: its address can be passed on. */
#define offload_shared __attribute__((annotate("offload_shared"))) static

/* The block's dynamic shared memory: `.shared_bytes` of the launch, aligned to 16 bytes. The value
 * is undefined when a block starts. Every call returns the same address. */
__OFFLOADCC_INLINE void *offload_dynamic_shared(void) {
    return __offloadcc_dynamic_shared();
}

/* ---- Atomics --------------------------------------------------------------------------------- */

/* On objects of any arithmetic type of 4 or 8 bytes (the bitwise ones: integers), in arrays, shared
 * or device variables; seen by all threads of the launch. Each returns the value from before.
 * Without _explicit the order is relaxed, which orders nothing else; the explicit forms take
 * __ATOMIC_RELAXED, _ACQUIRE, _RELEASE, _ACQ_REL or _SEQ_CST, or <stdatomic.h>'s names.
 * On the host they are atomic among the host's threads. */
/* clang-format off */
#define offload_atomic_add(address, value) offload_atomic_add_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_sub(address, value) offload_atomic_sub_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_min(address, value) offload_atomic_min_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_max(address, value) offload_atomic_max_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_and(address, value) offload_atomic_and_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_or(address, value) offload_atomic_or_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_xor(address, value) offload_atomic_xor_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_exchange(address, value) offload_atomic_exchange_explicit(address, value, __ATOMIC_RELAXED)
#define offload_atomic_load(address) offload_atomic_load_explicit(address, __ATOMIC_RELAXED)
#define offload_atomic_store(address, value) offload_atomic_store_explicit(address, value, __ATOMIC_RELAXED)

/* If *address equals *expected, *address becomes `desired` and the result is true; else *expected
 * becomes *address, and the result is false. Values are compared bit by bit. */
#define offload_atomic_compare_exchange(address, expected, desired) \
    offload_atomic_compare_exchange_explicit(address, expected, desired, __ATOMIC_RELAXED, __ATOMIC_RELAXED)

#define offload_atomic_add_explicit(address, value, order) __OFFLOADCC_FETCH(add, address, value, order)
#define offload_atomic_sub_explicit(address, value, order) __OFFLOADCC_FETCH(sub, address, value, order)
#define offload_atomic_min_explicit(address, value, order) __OFFLOADCC_FETCH(min, address, value, order)
#define offload_atomic_max_explicit(address, value, order) __OFFLOADCC_FETCH(max, address, value, order)
#define offload_atomic_and_explicit(address, value, order) __OFFLOADCC_FETCH(and, address, value, order)
#define offload_atomic_or_explicit(address, value, order) __OFFLOADCC_FETCH(or, address, value, order)
#define offload_atomic_xor_explicit(address, value, order) __OFFLOADCC_FETCH(xor, address, value, order)
/* clang-format on */
#define offload_atomic_exchange_explicit(address, value, order)                                    \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_new = (value), __offloadcc_old;               \
        __scoped_atomic_exchange(__OFFLOADCC_ATOMIC(address), &__offloadcc_new, &__offloadcc_old,  \
                                 order, __MEMORY_SCOPE_DEVICE);                                    \
        __offloadcc_old;                                                                           \
    }))
#define offload_atomic_compare_exchange_explicit(address, expected, desired, success, failure)     \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_new = (desired);                              \
        (_Bool) __scoped_atomic_compare_exchange(__OFFLOADCC_ATOMIC(address), expected,            \
                                                 &__offloadcc_new, 0, success, failure,            \
                                                 __MEMORY_SCOPE_DEVICE);                           \
    }))
#define offload_atomic_load_explicit(address, order)                                               \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_old;                                          \
        __scoped_atomic_load(__OFFLOADCC_ATOMIC(address), &__offloadcc_old, order,                 \
                             __MEMORY_SCOPE_DEVICE);                                               \
        __offloadcc_old;                                                                           \
    }))
#define offload_atomic_store_explicit(address, value, order)                                       \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_new = (value);                                \
        __scoped_atomic_store(__OFFLOADCC_ATOMIC(address), &__offloadcc_new, order,                \
                              __MEMORY_SCOPE_DEVICE);                                              \
    }))

#define __OFFLOADCC_ATOMIC_TYPE(address) __typeof__(__typeof__(*(address)))
#define __OFFLOADCC_FETCH(operation, address, value, order)                                        \
    __scoped_atomic_fetch_##operation(__OFFLOADCC_ATOMIC(address),                                 \
                                      (__OFFLOADCC_ATOMIC_TYPE(address))(value), order,            \
                                      __MEMORY_SCOPE_DEVICE)
/* A bit-field is the check that every C and every C library lets a header write. */
#define __OFFLOADCC_ATOMIC(address)                                                                \
    ((void)sizeof(struct {                                                                         \
         int atomics_are_for_arithmetic_types_of_4_or_8_bytes : __OFFLOADCC_HAS_ATOMICS(address);  \
     }),                                                                                           \
     (address))
#define __OFFLOADCC_HAS_ATOMICS(address) (sizeof *(address) == 4 || sizeof *(address) == 8 ? 1 : -1)

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* The threads of a block that a GPU runs as one: a warp or wavefront. On a CPU each thread is
 * alone. The lanes of a group must call these together. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
unsigned int __offloadcc_lane_id(void);
unsigned int __offloadcc_lane_count(void);
unsigned int __offloadcc_lane_shuffle_32(unsigned int __value, unsigned int __lane)
    __attribute__((convergent));
unsigned long __offloadcc_lane_shuffle_64(unsigned long __value, unsigned int __lane)
    __attribute__((convergent));
unsigned long __offloadcc_lane_ballot(int __predicate) __attribute__((convergent));
#else
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_id(void) {
    return 0;
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_count(void) {
    return 1;
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_shuffle_32(unsigned int __value,
                                                            unsigned int __lane) {
    (void)__lane;
    return __value;
}
__OFFLOADCC_INLINE unsigned long __offloadcc_lane_shuffle_64(unsigned long __value,
                                                             unsigned int __lane) {
    (void)__lane;
    return __value;
}
__OFFLOADCC_INLINE unsigned long __offloadcc_lane_ballot(int __predicate) {
    return __predicate != 0;
}
#endif

/* This thread's place in its group, from 0; and the size of a group: 32, 64, or 1 on a CPU. */
__OFFLOADCC_INLINE unsigned int offload_lane_id(void) {
    return __offloadcc_lane_id();
}
__OFFLOADCC_INLINE unsigned int offload_lane_count(void) {
    return __offloadcc_lane_count();
}

/* The lanes whose predicate is not zero: bit i is lane i's. Lanes that do not take part have 0. */
__OFFLOADCC_INLINE unsigned long offload_lane_ballot(int __predicate) {
    return __offloadcc_lane_ballot(__predicate);
}

/* Whether the predicate of some lane, or of every lane, that takes part is not zero. */
__OFFLOADCC_INLINE int offload_lane_any(int __predicate) {
    return __offloadcc_lane_ballot(__predicate) != 0;
}
__OFFLOADCC_INLINE int offload_lane_all(int __predicate) {
    return __offloadcc_lane_ballot(!__predicate) == 0;
}

/* The value that another lane passes, for values of any arithmetic type up to 8 bytes: that of lane
 * `lane`; of the lane so many below (up), above (down), or whose number differs in the bits of
 * `mask` (xor). Where there is no such lane, the result is this lane's own value. */
#define offload_lane_shuffle(value, lane) __OFFLOADCC_SHUFFLE(idx, value, lane)
#define offload_lane_shuffle_up(value, delta) __OFFLOADCC_SHUFFLE(up, value, delta)
#define offload_lane_shuffle_down(value, delta) __OFFLOADCC_SHUFFLE(down, value, delta)
#define offload_lane_shuffle_xor(value, mask) __OFFLOADCC_SHUFFLE(xor, value, mask)

/* Types narrower than int become int first. */
#define __OFFLOADCC_SHUFFLE(kind, value, lane)                                                     \
    __OFFLOADCC_BY_TYPE(__offloadcc_shuffle, value)(value, __offloadcc_lane_##kind(lane))
#define __OFFLOADCC_BY_TYPE(function, value)                                                       \
    _Generic((value),                                                                              \
        default: function##_int,                                                                   \
        unsigned int: function##_uint,                                                             \
        long: function##_long,                                                                     \
        unsigned long: function##_ulong,                                                           \
        long long: function##_llong,                                                               \
        unsigned long long: function##_ullong,                                                     \
        float: function##_float,                                                                   \
        double: function##_double)
#define __OFFLOADCC_EACH_TYPE(define)                                                              \
    define(int, int, 32) define(unsigned int, uint, 32) define(long, long, 64)                     \
        define(unsigned long, ulong, 64) define(long long, llong, 64)                              \
            define(unsigned long long, ullong, 64) define(float, float, 32)                        \
                define(double, double, 64)

/* The lane that a shuffle reads. */
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_idx(unsigned int __lane) {
    return __lane < offload_lane_count() ? __lane : offload_lane_id();
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_up(unsigned int __delta) {
    return __delta <= offload_lane_id() ? offload_lane_id() - __delta : offload_lane_id();
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_down(unsigned int __delta) {
    return __delta < offload_lane_count() - offload_lane_id() ? offload_lane_id() + __delta
                                                              : offload_lane_id();
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_xor(unsigned int __mask) {
    return __offloadcc_lane_idx(offload_lane_id() ^ __mask);
}

#define __OFFLOADCC_DEFINE_SHUFFLE(type, name, width)                                              \
    __OFFLOADCC_INLINE type __offloadcc_shuffle_##name(type __value, unsigned int __lane) {        \
        __typeof__(__offloadcc_lane_shuffle_##width(0, 0)) __bits;                                 \
        __builtin_memcpy(&__bits, &__value, sizeof __bits);                                        \
        __bits = __offloadcc_lane_shuffle_##width(__bits, __lane);                                 \
        __builtin_memcpy(&__value, &__bits, sizeof __bits);                                        \
        return __value;                                                                            \
    }
__OFFLOADCC_EACH_TYPE(__OFFLOADCC_DEFINE_SHUFFLE)

/* ---- Reductions over a block ----------------------------------------------------------------- */

/* The sum, least or greatest of the values that all threads of the block pass; every thread gets
 * it. For int, long and long long, signed and unsigned, float and double; narrower types become
 * int. A barrier, but one that every thread of the block must come to: none may have returned
 * before, for its value would be missing. Sums of floating-point values are in an order of the
 * target's, the same for the same geometry. */
#define offload_block_reduce_add(value) __OFFLOADCC_BY_TYPE(__offloadcc_block_add, value)(value)
#define offload_block_reduce_min(value) __OFFLOADCC_BY_TYPE(__offloadcc_block_min, value)(value)
#define offload_block_reduce_max(value) __OFFLOADCC_BY_TYPE(__offloadcc_block_max, value)(value)

/* This thread's number in its block, in all dimensions, and the threads of a block. */
__OFFLOADCC_INLINE unsigned int __offloadcc_thread_number(void) {
    return offload_thread_id(0) +
           offload_block_size(0) *
               (offload_thread_id(1) + offload_block_size(1) * offload_thread_id(2));
}
__OFFLOADCC_INLINE unsigned int __offloadcc_thread_count(void) {
    return offload_block_size(0) * offload_block_size(1) * offload_block_size(2);
}

/* A tree: in each round the upper half is added to the lower. */
#define __OFFLOADCC_DEFINE_REDUCTION(operation, type, name, combine)                               \
    __OFFLOADCC_INLINE type __offloadcc_block_##operation##_##name(type __value)                   \
        __attribute__((convergent));                                                               \
    __OFFLOADCC_INLINE type __offloadcc_block_##operation##_##name(type __value) {                 \
        offload_shared type __partial[1024];                                                       \
        unsigned int __me = __offloadcc_thread_number();                                           \
        __partial[__me] = __value;                                                                 \
        offload_barrier();                                                                         \
        for (unsigned int __n = __offloadcc_thread_count(); __n > 1; __n -= __n / 2) {             \
            if (__me < __n / 2) {                                                                  \
                type __a = __partial[__me], __b = __partial[__me + (__n - __n / 2)];               \
                __partial[__me] = (combine);                                                       \
            }                                                                                      \
            offload_barrier();                                                                     \
        }                                                                                          \
        __value = __partial[0];                                                                    \
        offload_barrier();                                                                         \
        return __value;                                                                            \
    }
#define __OFFLOADCC_DEFINE_REDUCTIONS(type, name, width)                                           \
    __OFFLOADCC_DEFINE_REDUCTION(add, type, name, __a + __b)                                       \
    __OFFLOADCC_DEFINE_REDUCTION(min, type, name, __b < __a ? __b : __a)                           \
    __OFFLOADCC_DEFINE_REDUCTION(max, type, name, __a < __b ? __b : __a)
__OFFLOADCC_EACH_TYPE(__OFFLOADCC_DEFINE_REDUCTIONS)

/* ---- Device variables ------------------------------------------------------------------------ */

/* On a variable at file scope that kernels use: it lives on each device, from the first launch
 * there to the end, and begins with its initial value. `offload_global float table[256];`
 * The host has a copy of its own under the same name; nothing is copied but by offload_update_to
 * and offload_update_from (below). Where the CPU runs the kernels there is only the host's. A const
 * variable needs no mark. */
#define offload_global __attribute__((annotate("offload_global")))

/* ---- Data that stays on the device ----------------------------------------------------------- */

/* A launch moves its arrays to the device and back. Data that several launches use can stay:
 *
 *     offload_data(offload_to(x, n), offload_tofrom(y, n)) {
 *         for (int i = 0; i < 100; i++)
 *             offload(saxpy, .threads = {n})(n, 2.0f, x, y);
 *     }
 *
 * What is mapped already is not moved again: launches in the block, and in what it calls, find x
 * and y on the device and leave them there, whatever the kernel's prototype says. A launch may take
 * any part of what is mapped. The host's copies are its own meanwhile: what a kernel writes comes
 * back at the end of the block if the item says so, and before by offload_update_from; what the
 * host writes goes there by offload_update_to. Items copy elements as they are: memory that
 * pointers in them point to is not mapped with them.
 *
 * The block ends by its end, by return, goto, break or continue, and then what is mapped is copied
 * back as its item says, and released. A `return` computes its value before that. `break` and
 * `continue` leave the block alone, not a loop around it: -Woffload-data-break warns of those. A
 * goto or case cannot lead into the block. exit() and longjmp() copy nothing back.
 *
 * Regions nest. Data that is mapped by an outer region, or by offload_enter_data, stays as that
 * says, and an inner region's item for it moves nothing.
 *
 * Arrays that are passed to a launch may overlap in part only where one mapping holds all of them,
 * such as that of a region around the launch; else they are the same, one within the other, or
 * separate.
 *
 * There are 16 items at most; `.device` may follow, as in a launch. Where the host runs the
 * kernels there is one copy of everything, and nothing to move, but the same mistakes stop the
 * program: an array that overlaps in part with what is mapped, a null pointer, a negative count. */
#define offload_data(...)                                                                          \
    __OFFLOADCC_QUIETLY _Pragma("clang diagnostic ignored \"-Wc2y-extensions\"")                   \
        __OFFLOADCC_DATA(__COUNTER__, __VA_ARGS__) _Pragma("clang diagnostic pop")

/* The items of a region: `n` elements at `p`, which is a pointer to a complete type or an array. */
/* clang-format off */
#define offload_to(p, n) __OFFLOADCC_ITEM(to, p, n)         /* goes to the device */
#define offload_from(p, n) __OFFLOADCC_ITEM(from, p, n)     /* comes back at the end */
#define offload_tofrom(p, n) __OFFLOADCC_ITEM(tofrom, p, n) /* both */
#define offload_alloc(p, n) __OFFLOADCC_ITEM(alloc, p, n)   /* room on the device, no copies */
/* clang-format on */

/* The same where begin and end are in different functions or threads: offload_enter_data maps,
 * offload_exit_data releases what was mapped, once for each time that it was entered; the last
 * time copies back what its items say, but the pointers in structs that a launch has followed:
 * those are the host's. Both take the same items and `.device`:
 *
 *     offload_enter_data(offload_to(grid->cells, grid->count));
 *     offload_exit_data(offload_from(grid->cells, grid->count));
 */
#define offload_enter_data(...)                                                                    \
    (__OFFLOADCC_QUIETLY __offloadcc_enter_data(&(struct __offloadcc_region)__OFFLOADCC_REGION(    \
        __VA_ARGS__)) _Pragma("clang diagnostic pop"))
#define offload_exit_data(...)                                                                     \
    (__OFFLOADCC_QUIETLY __offloadcc_exit_data(&(struct __offloadcc_region)__OFFLOADCC_REGION(     \
        __VA_ARGS__)) _Pragma("clang diagnostic pop"))

/* What is no item, as in offload_data(x, n), initialises the first member: a pointer does not, and
 * then this is the type that clang asks for. */
typedef size_t __offloadcc_item_made_by_offload_to_from_tofrom_or_alloc;
struct __offloadcc_item {
    __offloadcc_item_made_by_offload_to_from_tofrom_or_alloc __count;
    size_t __size;
    const volatile void *__address;
    const char *__text; /* the address as written; NULL: no item */
    int __direction, __padding;
};

struct __offloadcc_region {
    struct __offloadcc_item __items[16];
    const char *__file;
    unsigned int __line;
    int device;
};

struct __offloadcc_region *__offloadcc_begin_data(struct __offloadcc_region *__region);
void __offloadcc_end_data(struct __offloadcc_region *__region);
void __offloadcc_enter_data(const struct __offloadcc_region *__region);
void __offloadcc_exit_data(const struct __offloadcc_region *__region);

#define __OFFLOADCC_QUIETLY                                                                        \
    _Pragma("clang diagnostic push")                                                               \
        _Pragma("clang diagnostic ignored \"-Winitializer-overrides\"")                            \
            _Pragma("clang diagnostic ignored \"-Wmissing-field-initializers\"")                   \
                _Pragma("clang diagnostic ignored \"-Wreserved-identifier\"")
#define __OFFLOADCC_REGION(...)                                                                    \
    {.__file = __FILE__, .__line = __LINE__, .device = -1, .__items[0] = __VA_ARGS__}

/* The variable's cleanup ends the region on every way out of the loop. The loop has no condition,
 * so that the compiler sees that the block runs once. */
#define __OFFLOADCC_DATA(id, ...)                                                                  \
    __OFFLOADCC_DATA_LOOP(__OFFLOADCC_JOIN(__offloadcc_region_, id),                               \
                          __OFFLOADCC_JOIN(__offloadcc_begun_, id),                                \
                          __OFFLOADCC_JOIN(__offloadcc_end_, id), __VA_ARGS__)
/* clang-format off */
#define __OFFLOADCC_DATA_LOOP(region, begun, end, ...)                                             \
    for (struct __offloadcc_region region __attribute__((__cleanup__(__offloadcc_end_data))) =     \
             __OFFLOADCC_REGION(__VA_ARGS__),                                                      \
             *begun __attribute__((__unused__)) = __offloadcc_begin_data(&region);                 \
         ; __extension__({ goto end; }))                                                           \
        if (0) {                                                                                   \
        end:                                                                                       \
            break;                                                                                 \
        } else
/* clang-format on */
#define __OFFLOADCC_JOIN(a, b) __OFFLOADCC_JOIN_EXPANDED(a, b)
#define __OFFLOADCC_JOIN_EXPANDED(a, b) a##b

#define __OFFLOADCC_ITEM(direction, p, n) __offloadcc_item_##direction((p), (n), sizeof *(p), #p)
#define __OFFLOADCC_DEFINE_ITEM(name, direction)                                                   \
    __OFFLOADCC_INLINE struct __offloadcc_item __offloadcc_item_##name(                            \
        const volatile void *__address, size_t __count, size_t __size, const char *__text) {       \
        struct __offloadcc_item __item = {__count, __size, __address, __text, direction, 0};       \
        return __item;                                                                             \
    }
__OFFLOADCC_DEFINE_ITEM(alloc, 0)
__OFFLOADCC_DEFINE_ITEM(to, 1)
__OFFLOADCC_DEFINE_ITEM(from, 2)
__OFFLOADCC_DEFINE_ITEM(tofrom, 3)

/* Options of an update: the device, as in struct offload_launch; left out: the default device. */
struct offload_update {
    int device;
    int __padding;
};

/* Copies `count` elements at `address` to their copy on the device, or from it; `address` points
 * into a device variable, or into what a region has mapped: `offload_update_to(table, 256)`,
 * `offload_update_from(&y[first], 10)`. Options follow: `offload_update_to(table, 256, .device =
 * 1)`. Where the host runs the kernels there is nothing to do. An address that has no copy on the
 * device, or a count that goes beyond it, stops the program with a message. */
#define offload_update_to(address, ...) __OFFLOADCC_UPDATE(1, #address, address, __VA_ARGS__, )
#define offload_update_from(address, ...) __OFFLOADCC_UPDATE(0, #address, address, __VA_ARGS__, )

/* clang-format off */
#define __OFFLOADCC_UPDATE(to, text, address, count, ...)                                          \
    (__OFFLOADCC_QUIETLY                                                                           \
     __offloadcc_update((void *)(address), (count), sizeof *(address), to,                         \
                        &(struct offload_update){.device = -1, .__padding = 0, __VA_ARGS__}, text, \
                        __FILE__, __LINE__)                                                                  \
     _Pragma("clang diagnostic pop"))
/* clang-format on */
void __offloadcc_update(void *__address, size_t __count, size_t __size, int __to,
                        const struct offload_update *__options, const char *__text,
                        const char *__file, unsigned int __line);

/* ---- Device memory by hand ------------------------------------------------------------------- */

/* Options of an allocation: the device, as in struct offload_launch. */
struct offload_allocation {
    int device;
    int __padding;
};

/* Memory on the device, for kernel parameters marked offload_device_ptr:
 *
 *     float *p = offload_malloc(n * sizeof *p);
 *     offload_memcpy(p, x, n * sizeof *p);
 *     offload(k, .threads = {n})(n, p);
 *     offload_memcpy(x, p, n * sizeof *p);
 *     offload_free(p);
 *
 * `offload_malloc(bytes, .device = 1)` names the device. The value is undefined; NULL says that
 * there is not enough, or that `bytes` is 0. The host cannot use the address but for arithmetic and
 * these functions. Where the host runs the kernels it is the host's memory.
 *
 * offload_memcpy copies from the host to a device, back, or between devices: it knows the addresses
 * that offload_malloc returned, and takes every other for the host's. At least one must be of the
 * former, and both stretches within their allocation; they must not overlap. */
#define offload_malloc(...) __OFFLOADCC_MALLOC(__VA_ARGS__, )
#define offload_free(p) __offloadcc_free((p), #p, __FILE__, __LINE__)
#define offload_memcpy(to, from, bytes)                                                            \
    __offloadcc_memcpy((to), (from), (bytes), #to, #from, __FILE__, __LINE__)

/* clang-format off */
#define __OFFLOADCC_MALLOC(bytes, ...)                                                             \
    (__OFFLOADCC_QUIETLY                                                                           \
     __offloadcc_malloc(                                                                           \
         (bytes), &(struct offload_allocation){.device = -1, .__padding = 0, __VA_ARGS__},         \
         __FILE__, __LINE__)                                                        \
     _Pragma("clang diagnostic pop"))
/* clang-format on */
void *__offloadcc_malloc(size_t __bytes, const struct offload_allocation *__options,
                         const char *__file, unsigned int __line);
void __offloadcc_free(void *__pointer, const char *__text, const char *__file, unsigned int __line);
void __offloadcc_memcpy(void *__to, const void *__from, size_t __bytes, const char *__to_text,
                        const char *__from_text, const char *__file, unsigned int __line);

#endif
