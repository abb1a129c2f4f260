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
 * The header is C99 and later, and C89 with clang's extensions. Names that begin with __offloadcc_
 * are not for users.
 */
#ifndef OFFLOAD_H
#define OFFLOAD_H

#ifdef __cplusplus
#error kernels and their launches are C: move them to a .c file, whose functions C++ calls by extern "C"
#endif

#include <stddef.h>
#ifdef __NVPTX__
#include "offload_scopes.h"
#endif

/* The symbol of a function of the runtime: its name with a version, another one whenever the
 * function or a struct that it takes changes. So objects that are already compiled never call
 * another function than they know. */
#define __OFFLOADCC_VERSION(name, version) __asm__("__offloadcc_" #name "_v" #version)

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Marks a function as a kernel. It returns void, has a prototype, and gives every pointer parameter
 * a bound over the parameters before it, or a count (offload_count, below). It may be static or
 * external, be declared in a header, and be called like any function: `offload(k, ...)(arguments)`
 * launches many threads of it, `k(arguments)` one; inside a kernel that is a function call. */
#define offload_kernel __attribute__((annotate("offload_kernel")))

/* On a kernel: its blocks have at most so many threads, a constant from 1 to 1024. The code can
 * then use more registers of a GPU, which it has fewer of for each thread the larger blocks may be:
 *
 *     offload_kernel offload_block_limit(128) void trace(size_t n, struct ray rays[n])
 *
 * A launch without .block_size takes blocks that are small enough; one of larger blocks stops the
 * program, and is an error where its size is constant. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define offload_block_limit(threads)
#else
#define offload_block_limit(threads) __attribute__((annotate("offload_block_limit", (threads))))
#endif

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

/* On a pointer parameter without a bound: the number of elements that it points to, an expression
 * over the kernel's parameters, also over later ones, and constants. A pointer to arrays counts
 * these: `float (*rows)[4] offload_count(n)` is mapped as `float rows[n][4]` is. A pointer to
 * arrays without a count is refused, since its type does not say how many there are.
 *
 *     offload_kernel void scale(float *x offload_count(n), size_t n);
 *
 * On a pointer in a struct: the number of elements that it points to, an expression over members of
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
 * A null pointer whose count is not 0 stops the program, unless the kernel does not use the
 * pointer: then it is not mapped, and neither it nor its count matters. A pointer that may be null,
 * whatever its count, and stays null in the kernel, is declared offload_count_or_null(count), or
 * with clang's __counted_by_or_null(n). */
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

/* What an option without a name would initialise, as in offload(k, 64): clang names this type. */
typedef void (*__offloadcc_options_are_named_such_as_threads_n_or_block_size_256)(void);

/* The options of a launch, written as designated initialisers in offload(). All are optional. */
struct offload_launch {
    /* At least so many threads in all, in x, y and z; dimensions left out are 1. The number of
     * blocks follows. Kernels compare their index with the problem's size, since the last block may
     * be larger than needed. A zero in x launches nothing. */
    size_t threads[3];

    /* The grid exactly: blocks, and threads in each, in x, y and z; dimensions left out are 1.
     * Without block_size, a block has 256 threads (one dimension), 32x8 (two) or 8x8x4 (three).
     * A block has at most 1024 threads, or as offload_block_limit says. With both threads and
     * blocks, block_size follows. NVIDIA's GPUs run at most 65535 blocks in y and in z, of 64
     * threads in z; AMD's fewer than 2^32 threads in a dimension. There a larger grid stops the
     * program. */
    unsigned int blocks[3];
    unsigned int block_size[3];

    /* Dynamic shared memory for each block, in bytes. Left out there is none, and the launch of a
     * kernel that uses it stops the program. Zero says that this launch does without. */
    size_t shared_bytes;

    /* The device, from 0 to omp_get_num_devices() - 1; that number itself is the host. Left out:
     * OpenMP's default device (OMP_DEFAULT_DEVICE). Any other number stops the program, but on a
     * machine without devices: there each is the host. */
    int device;
    unsigned int __line; /* where the launch is, for messages */

    /* Filled in by the launch itself. */
    __offloadcc_options_are_named_such_as_threads_n_or_block_size_256 __kernel;
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

/* What is called is the runtime's, and control flow integrity knows no function there: that call is
 * not checked. clang has an attribute for it, which -fsanitize=kcfi does not heed; there the call
 * is direct, of the runtime's function by a name of the kernel's type, once the code is optimised.
 */
#if defined(__has_attribute) && __has_attribute(cfi_unchecked_callee)
#define __OFFLOADCC_UNCHECKED __attribute__((cfi_unchecked_callee))
#else
#define __OFFLOADCC_UNCHECKED
#endif

/* clang-format off */
#if defined(__has_feature) && __has_feature(kcfi) && !defined(__OPTIMIZE__)
#define __OFFLOADCC_CALLEE(kernel, configured)                                                     \
    (_Pragma(                                                                                      \
         "GCC error \"launches need -O1 or more with -fsanitize=kcfi\"")(__typeof__(&*(kernel)))(   \
        configured))
#elif defined(__has_feature) && __has_feature(kcfi)
#define __OFFLOADCC_CALLEE(kernel, configured)                                                     \
    __OFFLOADCC_DIRECT(kernel, configured, __COUNTER__)
#define __OFFLOADCC_DIRECT(kernel, configured, number)                                             \
    __OFFLOADCC_NUMBERED(kernel, configured, number)
#define __OFFLOADCC_NUMBERED(kernel, configured, number)                                           \
    ((configured), ({                                                                              \
         extern __typeof__(*(kernel)) __offloadcc_thunk_##number __asm__(                          \
             "__offloadcc_launch_thunk");                                                          \
         &__offloadcc_thunk_##number;                                                              \
     }))
#else
#define __OFFLOADCC_CALLEE(kernel, configured)                                                     \
    ((__typeof__(*(kernel)) __OFFLOADCC_UNCHECKED *)(configured))
#endif
#define __OFFLOADCC_OFFLOAD(kernel, ...)                                                           \
    (_Pragma("clang diagnostic push")                                                              \
     _Pragma("clang diagnostic ignored \"-Winitializer-overrides\"")                               \
     _Pragma("clang diagnostic ignored \"-Wcast-function-type\"")                                  \
     _Pragma("clang diagnostic ignored \"-Wcast-function-type-strict\"")                           \
     _Pragma("clang diagnostic ignored \"-Wignored-attributes\"")                                  \
     __OFFLOADCC_CALLEE(kernel, __offloadcc_configure(                                             \
         (__offloadcc_function *)(kernel),                                                         \
         &(struct offload_launch){.threads = {__OFFLOADCC_UNSET},                                  \
                                  .blocks = {(unsigned int)__OFFLOADCC_UNSET},                     \
                                  .shared_bytes = __OFFLOADCC_UNSET,                               \
                                  .device = -1,                                                    \
                                  .__file = __FILE__,                                              \
                                  .__line = __LINE__,                                              \
                                  __VA_ARGS__}))                                                   \
     _Pragma("clang diagnostic pop"))
/* clang-format on */

/* What is no option, as in offload(k, 3), comes behind the line, where no number fits.
 * What marks an option that was left out, in threads[0], blocks[0] and shared_bytes; none is so
 * large, and no negative number of a user's is it. */
#define __OFFLOADCC_UNSET ((size_t)0x8000000180000001)

/* Puts the options on this thread's list of launches to come and returns what is to be called in
 * the kernel's place. */
typedef void __offloadcc_function(void);
__offloadcc_function *__offloadcc_configure(__offloadcc_function *__kernel,
                                            struct offload_launch *__launch)
    __OFFLOADCC_VERSION(configure, 1);

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

/* Sanitizers see a thread's accesses at their lines in a plain loop. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(hwaddress_sanitizer) ||                      \
    __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define __OFFLOADCC_WATCHED
#endif
#endif

/* In C89's modes clang says, unasked, what GCC would not allow. */
#define __OFFLOADCC_BEFORE_FOR                                                                     \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")

/* A loop over 0 to n - 1, shared out among all threads of a launch in x, whatever their number:
 *
 *     offload_for (i, n)
 *         y[i] += a * x[i];
 *
 * `i` is a new size_t; `n` is evaluated once. Each index is one thread's, once; which thread's, and
 * in which order, is the target's affair: neighbouring threads take neighbouring indices on a GPU,
 * a core takes a stretch on a CPU. Threads may run the body a different number of times, so it has
 * no barrier. `break` ends this thread's share only. In C89's modes `i` lives on behind the loop.
 */
#if defined(__NVPTX__) || defined(__AMDGPU__) || defined(__OFFLOADCC_WATCHED)
/* clang-format off */
#define offload_for(i, n)                                                                          \
    __OFFLOADCC_BEFORE_FOR                                                                         \
    for (size_t __offloadcc_##i##_end = (n), i = offload_global_id(0); i < __offloadcc_##i##_end;  \
         i += offload_global_size(0))                                                              \
    _Pragma("clang diagnostic pop")
/* clang-format on */
#else
/* Each block has a stretch, which all its threads go through together: in each turn of the outer
 * loop they take as many neighbouring indices as they are. So the loop's control is the same for
 * all, and the compiler can put it outside of its loops over threads. The inner loop runs once, or
 * not at all; if it is left by a break, `go` is 0 and ends the outer one. */
/* clang-format off */
#define offload_for(i, n)                                                                          \
    __OFFLOADCC_BEFORE_FOR                                                                         \
    for (size_t __offloadcc_##i##_end = (n),                                                       \
                __offloadcc_##i##_base = __offloadcc_stretch(&__offloadcc_##i##_end),              \
                __offloadcc_##i##_go = 1;                                                          \
         __offloadcc_##i##_go & (__offloadcc_##i##_base < __offloadcc_##i##_end);                  \
         __offloadcc_##i##_base += offload_block_size(0))                                          \
        for (size_t i = __offloadcc_##i##_base + offload_thread_id(0),                             \
                    __offloadcc_##i##_once = i < __offloadcc_##i##_end;                            \
             __offloadcc_##i##_go = !__offloadcc_##i##_once, __offloadcc_##i##_once;               \
             __offloadcc_##i##_once = 0)                                                           \
    _Pragma("clang diagnostic pop")
/* clang-format on */

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
 * is undefined when a block starts. Every call returns the same address. Where the CPU runs the
 * kernel, what goes beyond the memory's end by 64 bytes or more is stopped by the system. */
__OFFLOADCC_INLINE void *offload_dynamic_shared(void) {
    return __offloadcc_dynamic_shared();
}

/* ---- Atomics --------------------------------------------------------------------------------- */

/* On objects of any arithmetic type of 4 or 8 bytes (the bitwise ones: integers), in arrays, shared
 * or device variables. Each returns the value from before.
 * Their scope is the device: all threads of the launch see them, and those of other launches on the
 * same device, but not the host and not other GPUs. For memory that these use at the same time
 * there are C's own atomics, whose scope is the whole system: <stdatomic.h>, _Atomic,
 * __atomic_fetch_add and the like. clang's __scoped_atomic_fetch_add and the like have the scope
 * that they are given. Without _explicit the order is relaxed, which orders nothing else; the
 * explicit forms take
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
#define __OFFLOADCC_HAS_ATOMICS(address)                                                           \
    (sizeof *(address) == 4 || sizeof *(address) == 8 ? 32 : -1)

/* ---- Lanes ----------------------------------------------------------------------------------- */

/* The threads of a block that a GPU runs as one: a warp or wavefront. On a CPU each thread is
 * alone. The lanes of a group must call these together. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
unsigned int __offloadcc_lane_id(void);
unsigned int __offloadcc_lane_count(void);
unsigned long __offloadcc_lane_ballot(int __predicate) __attribute__((convergent));
#define __OFFLOADCC_LANE_SHUFFLE(name, type)                                                       \
    type __offloadcc_lane_##name(type __value, unsigned int __by) __attribute__((convergent));
#else
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_id(void) {
    return 0;
}
__OFFLOADCC_INLINE unsigned int __offloadcc_lane_count(void) {
    return 1;
}
__OFFLOADCC_INLINE unsigned long __offloadcc_lane_ballot(int __predicate) {
    return __predicate != 0;
}
#define __OFFLOADCC_LANE_SHUFFLE(name, type)                                                       \
    __OFFLOADCC_INLINE type __offloadcc_lane_##name(type __value, unsigned int __by) {             \
        (void)__by;                                                                                \
        return __value;                                                                            \
    }
#endif
/* A target's instruction for each kind needs no number of the lane. */
#define __OFFLOADCC_LANE_SHUFFLES(kind)                                                            \
    __OFFLOADCC_LANE_SHUFFLE(kind##32, unsigned int)                                               \
    __OFFLOADCC_LANE_SHUFFLE(kind##64, unsigned long)                                              \
    __OFFLOADCC_INLINE unsigned long __offloadcc_bits_##kind(                                      \
        unsigned long __bits, unsigned long __bytes, unsigned int __by) {                          \
        return __bytes == 4 ? __offloadcc_lane_##kind##32((unsigned int)__bits, __by)              \
                            : __offloadcc_lane_##kind##64(__bits, __by);                           \
    }
__OFFLOADCC_LANE_SHUFFLES(shuffle_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_up_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_down_)
__OFFLOADCC_LANE_SHUFFLES(shuffle_xor_)

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
#define offload_lane_shuffle(value, lane) __OFFLOADCC_SHUFFLE(shuffle_, value, lane)
#define offload_lane_shuffle_up(value, delta) __OFFLOADCC_SHUFFLE(shuffle_up_, value, delta)
#define offload_lane_shuffle_down(value, delta) __OFFLOADCC_SHUFFLE(shuffle_down_, value, delta)
#define offload_lane_shuffle_xor(value, mask) __OFFLOADCC_SHUFFLE(shuffle_xor_, value, mask)

/* Types narrower than int become int first. */
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

/* The sum, least or greatest of the values that all threads of the block pass; every thread gets
 * it. For integers of up to 8 bytes, of which the narrow ones become int, float and double; others
 * are refused. A barrier, but one that every thread of the block must come to: none may have
 * returned before, for its value would be missing. Sums of floating-point values are in an order of
 * the target's, the same for the same geometry. Where some value is a NaN, the least and the
 * greatest may be any of them. */
#define offload_block_reduce_add(value) __OFFLOADCC_REDUCE(add, value)
#define offload_block_reduce_min(value) __OFFLOADCC_REDUCE(min, value)
#define offload_block_reduce_max(value) __OFFLOADCC_REDUCE(max, value)

enum __offloadcc_reduction { __offloadcc_add, __offloadcc_min, __offloadcc_max };

/* A function for each type, and the operation as an argument: each compilation reads them all. In
 * every mode of C, without a warning: __builtin_choose_expr and not _Generic. */
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

/* ---- Device variables ------------------------------------------------------------------------ */

/* On a variable at file scope that kernels use: it lives on each device, from the first launch
 * there to the end, and begins with its initial value. `offload_global float table[256];`
 * The host has a copy of its own under the same name; nothing is copied but by offload_update_to
 * and offload_update_from (below). Where the CPU runs the kernels there is only the host's. A const
 * variable needs no mark. */
#define offload_global __attribute__((annotate("offload_global")))

/* Data that stays on the device, and device memory by hand. */
#include "offload_data.h"

#endif
