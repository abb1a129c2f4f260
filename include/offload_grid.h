/* offload_grid.h - barriers of the whole grid. offload.h includes this file. */
#ifndef OFFLOAD_H
#include "offload.h" /* which includes this file */
#endif

#if !defined(OFFLOAD_GRID_H) && !defined(__cplusplus)
#define OFFLOAD_GRID_H

/* Waits until all threads of all blocks have reached the barrier. What a thread wrote to arrays
 * before the barrier is visible to all threads of the launch after it. The launch must be
 * cooperative:
 *
 *     offload(relax, .cooperative = true)(n, cells);
 *
 * A kernel that calls this, itself or in a function, stops the program with a message if a launch
 * is not cooperative, and if a plain call runs it. If the call is in a function of another file,
 * only the CPU notices that.
 *
 * All threads of all blocks must reach the same barriers, and no thread may have returned before:
 * else the kernel may never end on a GPU. On the CPU, blocks that wait for a block that has ended
 * stop the program with a message.
 *
 * As with offload_barrier, an array by which threads exchange values must not be `restrict`.
 *
 * On the CPU, each block of a cooperative launch is a thread of the operating system, at most 4096.
 * The barrier takes a few microseconds if there are no more blocks than cores, as in a launch
 * without .threads and .blocks, and a few more for each block beyond that.
 *
 * A barrier between blocks that is written by hand, as a loop that waits until a counter in an
 * array has a value, works on many GPUs in launches whose blocks all happen to run at the same
 * time. On the CPU such a launch never ends, because some blocks begin when others have ended.
 * `.cooperative = true` makes all blocks run at the same time there, too; this function waits
 * better. With OFFLOADCC_CHECK=1 in the environment, a launch on the CPU that only waits stops the
 * program with a message after 10 seconds (docs/checks.md). */
__OFFLOADCC_INLINE void offload_grid_barrier(void) __attribute__((convergent));

#if defined(__NVPTX__) || defined(__AMDGPU__)
void __offloadcc_grid_barrier(void) __attribute__((convergent));
#else
void __offloadcc_grid_wait(void); /* of one thread of a block, for the others */
__OFFLOADCC_INLINE void __offloadcc_grid_barrier(void) __attribute__((convergent));
__OFFLOADCC_INLINE void __offloadcc_grid_barrier(void) {
    __offloadcc_barrier();
    if (!__offloadcc_thread_id(0) && !__offloadcc_thread_id(1) && !__offloadcc_thread_id(2))
        __offloadcc_grid_wait();
    __offloadcc_barrier();
}
#endif

__OFFLOADCC_INLINE void offload_grid_barrier(void) {
    __offloadcc_grid_barrier();
}

#endif
