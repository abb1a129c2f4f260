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
 * there and comes back, other parameters are passed by value. On a machine without a device that
 * the program has code for, the same kernel runs on the CPU's cores.
 *
 * The header compiles as C99 and later, and as C89 with clang's extensions. In C++ it declares what
 * C++ can use (offload_cplusplus.h). Names that begin with __offloadcc_ are internal.
 */
#ifndef OFFLOAD_H
#define OFFLOAD_H

#include <stddef.h>
#ifdef __NVPTX__
#include "offload_scopes.h"
#endif

/* The symbol of a runtime function: its name and a version number. The version changes whenever the
 * function or a struct that it takes changes, so an object that was compiled earlier never calls an
 * incompatible function. */
#define __OFFLOADCC_VERSION(name, version) __asm__("__offloadcc_" #name "_v" #version)

#ifdef __cplusplus
#include "offload_cplusplus.h" /* declarations: kernels and launches are C */
#else

/* ---- Marks ----------------------------------------------------------------------------------- */

/* Marks a function as a kernel. A kernel returns void and has a prototype. Every pointer parameter
 * has either a bound, which may use the parameters before it, as in `float x[n]`, or a count
 * (offload_count, below). A kernel may be static or external. A header may declare it; a kernel
 * that a header defines has to be static, like any function. `offload(k, ...)(arguments)` launches
 * many threads of the kernel k. On the host, `k(arguments)` launches one thread; inside a kernel it
 * is a plain function call. */
#define offload_kernel __attribute__((annotate("offload_kernel")))

/* On a static kernel, for headers that define kernels of which a file uses some: the kernel is
 * compiled only if the file uses it. Uses are launches, calls and taken addresses, in functions
 * with external linkage, in functions that these use, and in the initial values of variables. */
#define offload_if_used __attribute__((annotate("offload_if_used"), unused))

/* Marks a function that kernels and device functions of other files may call, or take the address
 * of. Declare it with the mark in a header, and define it in one file. Functions that only device
 * code of their own file uses, and static and inline functions in headers, do not need it. A kernel
 * that kernels of other files call has both marks. A program whose files share device code is
 * linked by offloadcc, which compiles that code as one. */
#define offload_device __attribute__((annotate("offload_device")))

/* On a kernel: the largest number of threads in a block, a constant from 1 to 1024. The larger a
 * block may be, the fewer registers a GPU has for each thread; a low limit lets the compiler use
 * more of them:
 *
 *     offload_kernel offload_block_limit(128) void trace(size_t n, struct ray rays[n])
 *
 * A launch without .block_size uses blocks within the limit. A launch with larger blocks stops the
 * program with a message; if the block size is constant, it is a compile-time error. */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define offload_block_limit(threads)
#else
#define offload_block_limit(threads) __attribute__((annotate("offload_block_limit", (threads))))
#endif

/* On a kernel: the attribute amdgpu_waves_per_eu of clang's HIP, which clang refuses in C. The
 * first number is the least number of waves that each SIMD unit of an AMD GPU is to run at once,
 * and the second, if there is one, the largest. The compiler limits the kernel's registers
 * accordingly:
 *
 *     offload_kernel __attribute__((amdgpu_waves_per_eu(4, 8))) void trace(...)
 */
#if defined(__NVPTX__) || defined(__AMDGPU__)
#define amdgpu_waves_per_eu(...) annotate("amdgpu_waves_per_eu")
#else
#define amdgpu_waves_per_eu(...) annotate("amdgpu_waves_per_eu", __VA_ARGS__)
#endif

/* On an array parameter: the kernel writes every element before it reads it, so nothing is copied
 * to the device: `offload_out float y[n]`. Elements that the kernel does not write have undefined
 * values afterwards. */
#define offload_out __attribute__((annotate("offload_out")))

/* On an array parameter: the kernel uses the array only as room for its own values. Nothing is
 * copied: the array's values are undefined when the kernel starts, and again after the launch. The
 * argument is an array of the size that the parameter says, not NULL: where the CPU runs the
 * kernel, it uses that array. On a device it uses memory that exists only during the launch. */
#define offload_scratch __attribute__((annotate("offload_scratch")))

/* On a pointer parameter: the argument is already a device address, and is passed unchanged. It
 * comes from offload_malloc, or from any other allocator of memory on the device that the kernel
 * runs on. Three mistakes stop the program with a message: the host address of an array that a
 * region or offload_enter_data has mapped, the host address of a device variable, and an
 * offload_malloc address of another device. No other address is checked: another host address may
 * be right, because it is valid where the CPU runs the kernel, and on some devices. */
#define offload_device_ptr __attribute__((annotate("offload_device_ptr")))

/* On a pointer parameter without a bound: the number of elements that it points to. The count is an
 * expression of constants and of the kernel's parameters, including later ones. For a pointer to
 * arrays it is the number of arrays: `float (*rows)[4] offload_count(n)` is mapped like
 * `float rows[n][4]`. A pointer to arrays needs a count, since its type does not say how many
 * arrays there are.
 *
 *     offload_kernel void scale(float *x offload_count(n), size_t n);
 *
 * On a pointer in a struct: the number of elements that it points to. The count is an expression of
 * constants and of members of the same struct, before or after the pointer. The elements are mapped
 * with the struct, whether the kernel takes the struct by value or in an array.
 *
 *     struct matrix { int rows, cols; float *data offload_count(rows * cols); };
 *     offload_kernel void scale(struct matrix m, float by);
 *
 * The elements of `const float *data` are copied to the device; those of `float *data` are also
 * copied back. offload_out, offload_scratch and offload_device_ptr change that as they do on
 * parameters. The pointers themselves are not copied back. A kernel must not change a pointer in an
 * array of structs: on a device the change is lost, but where the CPU runs the kernel it changes
 * the host's pointer (-Woffload-pointer-write warns of assignments to such a pointer). In a struct
 * that is passed by value, the pointer is the kernel's own copy and may be changed. If the count is
 * a single integer member before the pointer, clang's own attribute, which sanitizers check too,
 * has the same effect: `size_t n; float *data __counted_by(n);`. (<linux/stddef.h> defines
 * __counted_by as nothing: include offload.h before it.)
 *
 * A null pointer whose count is not 0 stops the program with a message. If the kernel does not use
 * the pointer, nothing is mapped, and neither the pointer nor its count matters. A parameter or
 * member that may be null although its count is not 0 is declared offload_count_or_null(count). A
 * member may have clang's __counted_by_or_null(n) instead. It is null in the kernel too.
 *
 * clang does not see that a count uses a parameter, since a count may come before the parameter. If
 * the kernel uses it nowhere else, `(void)n;` in the kernel answers -Wunused-parameter. */
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

/* The type of the member that an option without a name would initialise, as in offload(k, 64).
 * clang's error message names this type. */
typedef void (*__offloadcc_options_are_named_such_as_threads_n_or_block_size_256)(void);

/* The options of a launch, written as designated initialisers in offload(). All are optional. A
 * launch runs blocks of threads. Their number and size depend on the options that are given:
 *
 *     .threads                  as many blocks of the default size as have these threads
 *     .threads, .block_size     as many blocks of this size as have these threads
 *     .blocks                   this many blocks of the default size
 *     .blocks, .block_size      exactly these
 *     .threads, .blocks         this many blocks, of .threads / .blocks threads, rounded up
 *     all three                 .blocks of .block_size; too few for .threads: stops the program
 *     none, or .block_size      as many blocks as fill the device
 *
 * The default size is 256 threads in one dimension, 32x8 in two and 8x8x4 in three, or less where
 * offload_block_limit says so. */
struct offload_launch {
    /* At least this many threads in x, y and z. Dimensions that are left out are 1. Threads run in
     * whole blocks, so there may be more: `.threads = {1}` runs 256. So kernels compare their index
     * with the size of the problem. If x is 0, nothing is launched. */
    size_t threads[3];

    /* The number of blocks in x, y and z. Dimensions that are left out are 1. If x is 0, nothing is
     * launched. NVIDIA GPUs run at most 65535 blocks in y and in z; a larger grid stops the program
     * with a message on these GPUs. */
    unsigned int blocks[3];

    /* The number of threads in each block, in x, y and z. Dimensions that are left out are 1. A
     * block has at most 1024 threads, or fewer where offload_block_limit says so. NVIDIA GPUs run
     * at most 64 threads of a block in z; AMD GPUs run fewer than 2^32 threads of all blocks in
     * each dimension. More stop the program with a message on these GPUs. */
    unsigned int block_size[3];

    /* The size of each block's dynamic shared memory, in bytes. If it is left out, there is none,
     * and launching a kernel that uses dynamic shared memory stops the program with a message. An
     * explicit 0 allows such a launch, which must not use the memory. */
    size_t shared_bytes;

    /* The number of the device, from 0 to omp_get_num_devices() - 1; omp_get_num_devices() itself
     * is the host. If it is left out, the launch goes to OpenMP's default device
     * (OMP_DEFAULT_DEVICE). Any other number stops the program with a message. On a machine without
     * devices, every number is the host. */
    int device;
    unsigned int __line; /* line of the launch in __file, for messages; offload() sets both */

    /* The launch sets these. */
    __offloadcc_options_are_named_such_as_threads_n_or_block_size_256 __kernel;
    struct offload_launch *__outer;
    const char *__file;

    /* `.cooperative = true`, or 1 where C has no `true`: all blocks run at the same time, which
     * offload_grid_barrier needs. If the device cannot run so many at once, the program stops with
     * a message that says how many it can; the CPU runs at most 4096. Without .threads and .blocks,
     * as many blocks run as a GPU can run at once, or one for each of the CPU's cores. Cooperative
     * launches of several threads of the host run on devices one after the other. */
    _Bool cooperative;
};

/* offload(kernel, options...)(arguments...) launches a kernel and waits for it:
 *
 *     offload(blur, .threads = {w, h}, .block_size = {16, 16})(w, h, in, out);
 *
 * `kernel` is the name of a kernel or a pointer to one. clang checks the arguments against the
 * kernel's prototype and converts them. The options apply to this launch only, even if its
 * arguments contain other launches.
 *
 * Without .threads and .blocks, as many threads run as fill the device: hundreds of thousands on a
 * GPU, 32 for each core on a CPU. That is for kernels with offload_for, or with a loop whose stride
 * is offload_global_size. A kernel whose threads handle one element each needs .threads: else it
 * handles only as many elements as there happen to be threads. */
#define offload(...) __OFFLOADCC_OFFLOAD(__VA_ARGS__, )

/* The pointer that offload() calls is the runtime's, which control flow integrity does not know as
 * a function of the kernel's type. So this call must not be checked. clang has an attribute for
 * that, which -fsanitize=kcfi ignores. With kcfi, the call becomes a direct one when the code is
 * optimised: it calls the runtime's function, declared under another name with the kernel's type.
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
     __OFFLOADCC_CALLEE(__OFFLOADCC_KERNEL(kernel), __offloadcc_configure(                         \
         (__offloadcc_function *)__OFFLOADCC_KERNEL(kernel),                                       \
         &(struct offload_launch){.threads = {__OFFLOADCC_UNSET},                                  \
                                  .blocks = {(unsigned int)__OFFLOADCC_UNSET},                     \
                                  .shared_bytes = __OFFLOADCC_UNSET,                               \
                                  .device = -1,                                                    \
                                  .__file = __FILE__,                                              \
                                  .__line = __LINE__,                                              \
                                  __VA_ARGS__}))                                                   \
     _Pragma("clang diagnostic pop"))
/* clang-format on */

/* The kernel. What is not a function or a pointer (5 among GCC's kinds of types), as in
 * offload(k(n, x)), is replaced by a function that takes any arguments: so clang has nothing to say
 * about it, and offloadcc reports it. It is not defined. */
#define __OFFLOADCC_KERNEL(kernel)                                                                 \
    __builtin_choose_expr(__builtin_classify_type(kernel) != 5, &__offloadcc_not_a_kernel, (kernel))
void __offloadcc_not_a_kernel(...) __attribute__((overloadable));

/* Above, `.__line` comes last: a positional argument, as in offload(k, 3), initialises the member
 * after it. That member is a pointer to a function, so it does not compile.
 *
 * The value below marks threads[0], blocks[0] and shared_bytes as not given. It is larger than any
 * grid, and neither it nor its low 32 bits are what a small negative number becomes when it is
 * converted. So no user's value equals it. */
#define __OFFLOADCC_UNSET ((size_t)0x8000000180000001)

/* Puts the options on this thread's list of pending launches, and returns the pointer that
 * offload() calls instead of the kernel. */
typedef void __offloadcc_function(void);
__offloadcc_function *__offloadcc_configure(__offloadcc_function *__kernel,
                                            struct offload_launch *__launch)
    __OFFLOADCC_VERSION(configure, 2);

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

/* These are for kernels and the functions that they call. The dimension is 0 (x), 1 (y) or 2 (z).
 * In host code, outside any kernel, indices are 0 and sizes are 1. */

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

/* This thread's index among all threads of the launch:
 * offload_block_id * offload_block_size + offload_thread_id. */
__OFFLOADCC_INLINE size_t offload_global_id(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE size_t offload_global_id(int __dimension) {
    return __offloadcc_global_id((unsigned int)__dimension);
}

/* The number of all threads of the launch, offload_block_count * offload_block_size: the stride of
 * a loop whose iterations all threads share. */
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) {
    return (size_t)offload_block_count(__dimension) * offload_block_size(__dimension);
}

/* With these sanitizers, offload_for is a plain loop, so that they report accesses at their lines.
 */
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(hwaddress_sanitizer) ||                      \
    __has_feature(memory_sanitizer) || __has_feature(thread_sanitizer)
#define __OFFLOADCC_WATCHED
#endif
#endif

/* In C89 modes, clang warns by default about declarations in a `for` that GCC would not allow. */
#define __OFFLOADCC_BEFORE_FOR                                                                     \
    _Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Wgcc-compat\"")

/* A loop over 0 to n - 1 whose iterations are divided among the threads of the launch in x, however
 * many there are:
 *
 *     offload_for (i, n)
 *         y[i] += a * x[i];
 *
 * `i` is a new variable of type size_t; each thread evaluates `n` once. Each index is processed
 * once, by one thread; if the launch has several threads in y or z, once for each of those. The
 * target decides which thread and in which order: on a GPU, neighbouring threads take neighbouring
 * indices; on a CPU, each core takes a range of indices. Threads may run the body different numbers
 * of times, so the body must not contain a barrier. `break` ends only this thread's iterations. In
 * C89 modes, `i` stays declared after the loop. */
#if defined(__NVPTX__) || defined(__AMDGPU__) || defined(__OFFLOADCC_WATCHED)
/* clang-format off */
#define offload_for(i, n)                                                                          \
    __OFFLOADCC_BEFORE_FOR                                                                         \
    for (size_t __offloadcc_##i##_end = (n), i = offload_global_id(0); i < __offloadcc_##i##_end;  \
         i += offload_global_size(0))                                                              \
    _Pragma("clang diagnostic pop")
/* clang-format on */
#else
/* Each block has a range of indices, which all its threads go through together: each iteration of
 * the outer loop covers as many neighbouring indices as the block has threads. So the condition of
 * the outer loop is the same for all threads, and the compiler can move the outer loop outside its
 * loops over threads. The inner loop runs once or not at all. If the body leaves it by a break,
 * `go` is 0, which ends the outer loop. */
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

/* Returns the first index of this block's part of the range 0 to *end - 1, and sets *end to the
 * index after the last. Parts are multiples of 64 indices, which are whole cache lines for elements
 * of any size. */
__OFFLOADCC_INLINE size_t __offloadcc_stretch(size_t *__end) {
    size_t __n = *__end, __blocks = offload_block_count(0), __this_block = offload_block_id(0);
    size_t __length = (__n / __blocks + (__n % __blocks != 0) + 63) & ~(size_t)63, __first;
    if (__builtin_mul_overflow(__length, __this_block, &__first) || __first > __n)
        __first = __n;
    if (__builtin_add_overflow(__first, __length, &__length))
        __length = (size_t)-1;
    *__end = __length < __n ? __length : __n; /* by which compilers see that it is at most n */
    return __first;
}
#endif

/* ---- Blocks: barriers and shared memory ------------------------------------------------------ */

void __offloadcc_barrier(void) __attribute__((convergent));
void *__offloadcc_dynamic_shared(void);

/* Waits until all threads of the block have reached the barrier. What a thread wrote to shared
 * memory or arrays before the barrier is visible to all threads of the block after it. All threads
 * of a block must reach the same barriers: a barrier may be in a branch or loop only if all of them
 * take the branch or run the loop the same number of times.
 *
 * Barriers do not wait for threads that have returned from the kernel, on any target. So
 * `if (i >= n) return;` is allowed before a barrier, provided that the other threads do not need
 * what the returned thread would have done later, such as loading its part of a shared array.
 * Usually they do need it: -Woffload-divergent-barrier warns. A `return` in a function that the
 * kernel calls does not end the thread, so the thread must still reach the barrier.
 *
 * Between barriers, the threads of a block may run one after the other, and so may blocks. So a
 * loop that waits until another thread has written something may never end. A barrier between
 * blocks that is written by hand is such a loop: use offload_grid_barrier (offload_grid.h). */
__OFFLOADCC_INLINE void offload_barrier(void) __attribute__((convergent));
__OFFLOADCC_INLINE void offload_barrier(void) {
    __offloadcc_barrier();
}

/* In a kernel or a function that it calls: a variable that all threads of a block share. Each block
 * has its own: `offload_shared float tile[16][17];`. It cannot have an initialiser, and its value
 * is undefined when a block starts. To C it is a static variable, so its address can be passed to
 * functions. */
#define offload_shared __attribute__((annotate("offload_shared"))) static

/* Returns the address of the block's dynamic shared memory, which has the launch's `.shared_bytes`
 * bytes and is aligned to 16 bytes. Its value is undefined when a block starts. Every call returns
 * the same address. Where the CPU runs the kernel, the size is rounded up to a multiple of 64
 * bytes, and an access in the page (4 KiB) after that crashes the program, with a message. Other
 * accesses outside the memory may go unnoticed. */
__OFFLOADCC_INLINE void *offload_dynamic_shared(void) {
    return __offloadcc_dynamic_shared();
}

/* ---- Atomics --------------------------------------------------------------------------------- */

/* Atomic operations on objects of any arithmetic type of 2, 4 or 8 bytes (the bitwise operations:
 * on integers only), in arrays, shared variables or device variables. Each returns the previous
 * value. Those of 2 bytes, such as short, _Float16 and __bf16, are one instruction on some GPUs;
 * elsewhere they are loops that compare and exchange the 4 bytes around the object. For objects of
 * 1 byte use C's own atomics (below), which are such loops too.
 *
 * Loads, stores and exchanges also work on structs of these sizes. Their type has to be aligned to
 * its size: `struct {int a, b;} __attribute__((aligned(8)))`. Else they are errors at their lines,
 * on all targets.
 *
 * Integers of 16 bytes work on NVIDIA GPUs from sm_90 on and on the CPU, aligned to 16 bytes. So do
 * structs of 16 bytes that are aligned to 16 bytes. On other GPUs they are errors at their lines.
 *
 * Their scope is the device: they are atomic with respect to all threads of this launch and of
 * other launches on the same device, but not with respect to the host or other devices. For memory
 * that those access at the same time, use C's own atomics, whose scope is the whole system:
 * <stdatomic.h>, _Atomic, __atomic_fetch_add and the like. clang's __scoped_atomic_fetch_add and
 * the like have the scope that their last argument names.
 *
 * Without _explicit the memory order is relaxed: no other access is ordered by them. The explicit
 * forms take __ATOMIC_RELAXED, _ACQUIRE, _RELEASE, _ACQ_REL or _SEQ_CST, or <stdatomic.h>'s names.
 * In host code they are atomic for the host's threads. */
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

/* If *address equals *expected, sets *address to `desired` and returns true; else sets *expected to
 * *address and returns false. Values are compared bit by bit. */
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
        __OFFLOADCC_ATOMICALLY(__scoped_atomic_exchange(__OFFLOADCC_ATOMIC(address),               \
                                                        &__offloadcc_new, &__offloadcc_old, order, \
                                                        __MEMORY_SCOPE_DEVICE));                   \
        __offloadcc_old;                                                                           \
    }))
#define offload_atomic_compare_exchange_explicit(address, expected, desired, success, failure)     \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_new = (desired);                              \
        (_Bool) __OFFLOADCC_ATOMICALLY(__scoped_atomic_compare_exchange(                           \
            __OFFLOADCC_ATOMIC(address), expected, &__offloadcc_new, 0, success, failure,          \
            __MEMORY_SCOPE_DEVICE));                                                               \
    }))
#define offload_atomic_load_explicit(address, order)                                               \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_old;                                          \
        __OFFLOADCC_ATOMICALLY(__scoped_atomic_load(__OFFLOADCC_ATOMIC(address), &__offloadcc_old, \
                                                    order, __MEMORY_SCOPE_DEVICE));                \
        __offloadcc_old;                                                                           \
    }))
#define offload_atomic_store_explicit(address, value, order)                                       \
    (__extension__({                                                                               \
        __OFFLOADCC_ATOMIC_TYPE(address) __offloadcc_new = (value);                                \
        __OFFLOADCC_ATOMICALLY(__scoped_atomic_store(                                              \
            __OFFLOADCC_ATOMIC(address), &__offloadcc_new, order, __MEMORY_SCOPE_DEVICE));         \
    }))

#define __OFFLOADCC_ATOMIC_TYPE(address) __typeof__(__typeof__(*(address)))
#define __OFFLOADCC_FETCH(operation, address, value, order)                                        \
    __OFFLOADCC_ATOMICALLY(__scoped_atomic_fetch_##operation(                                      \
        __OFFLOADCC_ATOMIC(address), (__OFFLOADCC_ATOMIC_TYPE(address))(value), order,             \
        __MEMORY_SCOPE_DEVICE))
/* clang warns that operations on 16 bytes may be slow, also where processors have them. */
#define __OFFLOADCC_ATOMICALLY(...)                                                                \
    (_Pragma("clang diagnostic push") _Pragma("clang diagnostic ignored \"-Watomic-alignment\"")   \
         __VA_ARGS__ _Pragma("clang diagnostic pop"))
/* Checks the type by the widths of bit-fields: that works in every C standard, _Static_assert does
 * not. For an object that is aligned to less than its size, clang would call libatomic. If there is
 * an error in `address`, clang repeats it for each use of `address` here. */
#define __OFFLOADCC_ATOMIC(address)                                                                \
    ((void)sizeof(struct {                                                                         \
         int atomics_are_not_for_types_of_1_byte : sizeof *(address) == 1 ? -1 : 32;               \
         int atomics_are_for_arithmetic_types_of_2_to_16_bytes : __OFFLOADCC_HAS_ATOMICS(address); \
         int atomics_are_for_types_aligned_to_their_size                                           \
             : __alignof__(__OFFLOADCC_ATOMIC_TYPE(address)) %                                     \
               sizeof *(address)                                                                   \
             ? -1                                                                                  \
             : 32;                                                                                 \
     }),                                                                                           \
     (address))
#define __OFFLOADCC_HAS_ATOMICS(address)                                                           \
    (16 % sizeof *(address) == 0 &&                                                                \
             !__builtin_types_compatible_p(__typeof__(*(address)), long double)                    \
         ? 32                                                                                      \
         : -1)

#include "offload_cache.h"
#include "offload_grid.h"
#include "offload_lanes.h"

/* ---- Device variables ------------------------------------------------------------------------ */

/* On a variable at file scope that kernels use: `offload_global float table[256];`. When a device
 * is first used, it gets a copy of the variable, and keeps it until the program ends. The copy
 * starts with the value of the initialiser, not with what the host has assigned since. The host has
 * its own copy under the same name. Only offload_update_to and offload_update_from (below) copy
 * between them. Where the CPU runs the kernels, there is only one, the host's. A const variable
 * does not need the mark. Kernels of other files may use a variable that a header declares with
 * `extern offload_global`, and that the file which defines it declares so too. */
#define offload_global __attribute__((annotate("offload_global")))

/* On a variable at file scope that kernels read and never write: `offload_constant float
 * weight[9];`. It is a device variable like those of offload_global: each device has a copy, which
 * starts with the value of the initialiser, the host changes it by offload_update_to(weight, 9),
 * and a header may declare it with `extern`. Kernels must not write it, which is an error at the
 * line that does. So they load it once for many uses, whatever they write in between.
 *
 * On NVIDIA GPUs it is in constant memory, and on AMD GPUs it is loaded by scalar loads where all
 * threads of a wavefront read the same element. Both are fast if the threads that run together read
 * the same element at the same time. If they read different ones, NVIDIA GPUs read one after the
 * other: offload_global, or a const variable without a mark, is faster then. NVIDIA GPUs have 64
 * KiB of constant memory for all variables of a program's file, or of all files that share device
 * code; more are an error. A const variable with the mark is in constant memory too. */
#define offload_constant __attribute__((annotate("offload_global"), annotate("offload_constant")))

/* Data that stays on the device, and device memory by hand. */
#include "offload_data.h"

#endif /* C */
#endif
