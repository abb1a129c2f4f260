// A launch on the CPU that waits for ever ends the program, with OFFLOADCC_CHECK=1: where blocks wait for blocks that have
// not begun, or threads for threads of their block. One that computes for long is let alone, and so is one whose blocks
// wait for a while.
//
// DEFINE: %{run} = env OFFLOADCC_CHECK=1 OFFLOADCC_CHECK_WAIT=1 OMP_NUM_THREADS=2
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %{run} %t.cpu blocks 2>&1 | FileCheck --check-prefix=BLOCKS %s
// RUN: not --crash %{run} %t.cpu threads 2>&1 | FileCheck --check-prefix=THREADS %s
// RUN: not --crash %{run} %t.cpu together 2>&1 | FileCheck --check-prefix=TOGETHER %s
// RUN: %{run} %t.cpu work | FileCheck --check-prefix=RIGHT %s
// RUN: %{run} OFFLOADCC_CHECK_WAIT=0x1 %t.cpu later 2>&1 | FileCheck --check-prefixes=UNKNOWN,RIGHT %s
// RUN: %{run} %t.cpu later | FileCheck --check-prefix=RIGHT %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t.image
// RUN: not --crash %{run} %t.image blocks 2>&1 | FileCheck --check-prefix=BLOCKS %s
// RUN: not --crash %{run} %t.image threads 2>&1 | FileCheck --check-prefix=THREADS %s
// RUN: %{run} %t.image work | FileCheck --check-prefix=RIGHT %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

// A barrier of the grid, written by hand.
offload_kernel void blocks_meet(int n, int a[n])
{
    if (offload_thread_id(0) == 0) {
        offload_atomic_add(&a[0], 1);
        while (offload_atomic_load(&a[0]) < (int)offload_block_count(0))
            ;
    }
    offload_barrier();
}

offload_kernel void threads_meet(int n, volatile int a[n])
{
    unsigned me = offload_thread_id(0);
    while (me + 1 < offload_block_size(0) && !a[me + 1])
        ;
    a[me] = 1;
}

static double seconds(void)
{
    struct timespec time;
    timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

// Takes three seconds, in one block that gets its work by an atomic.
offload_kernel void work(int n, unsigned a[n], unsigned turns)
{
    for (unsigned i; (i = offload_atomic_add(&a[0], 1)) < turns;) {
        unsigned value = i;
        for (int step = 0; step < 1000; step++)
            value = value * 1664525 + 1013904223;
        offload_atomic_add(&a[1 + value % 2], 1);
    }
}

// One block computes, and the other waits for it.
offload_kernel void later(int n, unsigned a[n], unsigned turns)
{
    if (offload_thread_id(0) > 0)
        return;
    if (offload_block_id(0) == 0) {
        unsigned value = 1;
        for (unsigned turn = 0; turn < turns; turn++)
            value = value * value + turn;
        offload_atomic_store(&a[0], value | 1);
    }
    while (!offload_atomic_load(&a[0]))
        ;
}

int main(int argc, char **argv)
{
    enum { N = 8 };
    const char *what = argv[argc - 1];
    int a[N] = {0};
    unsigned b[N] = {0};
    if (strcmp(what, "blocks") == 0)
        offload(blocks_meet, .blocks = {64}, .block_size = {32})(N, a);
    if (strcmp(what, "threads") == 0)
        offload(threads_meet, .blocks = {1}, .block_size = {N})(N, a);
    if (strcmp(what, "together") == 0)
        offload(threads_meet, .blocks = {3}, .block_size = {2}, .cooperative = true)(N, a);
    offload(blocks_meet, .blocks = {64}, .block_size = {32}, .cooperative = true)(N, a);
    double start = seconds();
    unsigned turns = 1000;
    for (; seconds() < start + 3; turns *= 2) { // the last one is the longest
        memset(b, 0, sizeof b);
        if (strcmp(what, "work") == 0)
            offload(work, .blocks = {1}, .block_size = {1})(N, b, turns);
        else
            offload(later, .blocks = {2}, .block_size = {2}, .cooperative = true)(N, b, 100 * turns);
    }
    puts(a[0] == 64 && b[0] ? "right" : "wrong");
}
// BLOCKS: :24: offloadcc: error: kernel 'blocks_meet': it seems to wait for ever: for 1 second, block [0,0,0], and 1 other, has only read again what nothing changes; blocks may run one after the other, and so may the threads of a block between barriers, so what it waits for may not have begun; use offload_barrier(), or offload_grid_barrier() in a launch with .cooperative = true
// BLOCKS-NEXT: note: the launch is here
// THREADS: kernel 'threads_meet': it seems to wait for ever: for 1 second, block [0,0,0] has only read again what nothing changes; blocks may run
// TOGETHER: kernel 'threads_meet': it seems to wait for ever: for 1 second, block [0,0,0], and 2 others, has only read again what nothing changes; between barriers, the threads of a block run one after the other, so a thread must not wait for another one in a loop; use offload_barrier() or offload_grid_barrier()
// UNKNOWN: offloadcc: warning: unknown value '0x1' of OFFLOADCC_CHECK_WAIT; expected a number of seconds, such as 60
// RIGHT: right
