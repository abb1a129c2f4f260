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

/* On a pointer parameter: the argument is a device address already and is passed as it is. */
#define offload_device_ptr __attribute__((annotate("offload_device_ptr")))

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
     * OpenMP's default device (OMP_DEFAULT_DEVICE). Any other number stops the program. */
    int device;
    int __padding; /* written out for the sake of `#pragma pack` */

    /* Filled in by the launch itself. */
    void (*__kernel)(void);
    struct offload_launch *__outer;
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
                                  __VA_ARGS__}))                                                   \
     _Pragma("clang diagnostic pop"))
/* clang-format on */

/* What marks an option that was left out, in threads[0] and blocks[0]. */
#define __OFFLOADCC_UNSET (~(size_t)0)

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
    return (size_t)offload_block_id(__dimension) * offload_block_size(__dimension) +
           offload_thread_id(__dimension);
}

/* The number of all threads of the launch: block count * block size; a stride for loops. */
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) __OFFLOADCC_DIMENSION;
__OFFLOADCC_INLINE size_t offload_global_size(int __dimension) {
    return (size_t)offload_block_count(__dimension) * offload_block_size(__dimension);
}

/* ---- Not in this version --------------------------------------------------------------------- */

/* Named here so that using them gives a clear message. */
#define __OFFLOADCC_LATER(what)                                                                    \
    __attribute__((unavailable(what " are not supported by this version of offloadcc")))

void offload_barrier(void) __OFFLOADCC_LATER("barriers");
void *offload_dynamic_shared(void) __OFFLOADCC_LATER("shared variables");
#define offload_shared __attribute__((annotate("offload_shared"))) static
#define offload_global __attribute__((annotate("offload_global")))

#endif
