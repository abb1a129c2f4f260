// What stops a launch with barriers of the grid: that it is not cooperative, that it has more blocks than can run at the
// same time, and that some blocks end while others wait.
//
// RUN: %offloadcc -O2 -Wno-offload-cooperative -Wno-offload-plain-call -Wno-offload-unused-dimension --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O0 -Wno-offload-cooperative -Wno-offload-plain-call -Wno-offload-unused-dimension --offload-arch=x86-64 %s -o %t.image
// RUN: not --crash %t.cpu launch 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.image launch 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.cpu pointer 2>&1 | FileCheck --check-prefix=LAUNCH %s
// RUN: not --crash %t.cpu plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not --crash %t.image plain 2>&1 | FileCheck --check-prefix=PLAIN %s
// RUN: not --crash %t.cpu many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: not --crash %t.image many 2>&1 | FileCheck --check-prefix=MANY %s
// RUN: not --crash %t.cpu some 2>&1 | FileCheck --check-prefix=SOME %s
// RUN: not --crash %t.image some 2>&1 | FileCheck --check-prefix=SOME %s
// RUN: not --crash %t.cpu most 2>&1 | FileCheck --check-prefix=MOST %s
// RUN: %t.cpu most-blocks | FileCheck --check-prefix=RIGHT %s
// RUN: %t.image most-blocks | FileCheck --check-prefix=RIGHT %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

static void meet(unsigned from, unsigned to)
{
    unsigned block = offload_block_id(0);
    if (block >= from && block < to)
        offload_grid_barrier();
}

offload_kernel void k(unsigned from, unsigned to, int n, int x[n])
{
    if (offload_thread_id(0) == 0)
        offload_atomic_add(&x[0], 1);
    meet(from, to);
    if (offload_global_id(0) == 1)
        x[1] = x[0];
}

int main(int argc, char **argv)
{
    int x[2] = {0, 0};
    void (*pointer)(unsigned, unsigned, int, int *) = k;
    const char *what = argv[argc - 1];
    if (strcmp(what, "launch") == 0)
        offload(k, .blocks = {1}, .block_size = {64})(0, 9, 2, x);
    if (strcmp(what, "pointer") == 0)
        offload(pointer, .blocks = {1}, .block_size = {64}, .cooperative = false)(0, 9, 2, x);
    if (strcmp(what, "plain") == 0)
        k(0, 9, 2, x);
    if (strcmp(what, "many") == 0)
        offload(k, .blocks = {100, 41}, .cooperative = true)(0, 0, 2, x);
    if (strcmp(what, "some") == 0)
        offload(k, .blocks = {5}, .cooperative = true)(2, 4, 2, x);
    if (strcmp(what, "most") == 0)
        offload(k, .blocks = {5}, .cooperative = true)(1, 9, 2, x);
    offload(k, .blocks = {4096}, .block_size = {2}, .cooperative = true)(0, 4096, 2, x);
    printf("%d %d\n", x[0], x[1]);
}
// LAUNCH: :30: offloadcc: error: kernel 'k': it calls offload_grid_barrier(), for which all blocks have to run at the same time; set .cooperative = true in the launch
// LAUNCH-NEXT: note: the launch is here
// PLAIN: :30: offloadcc: error: kernel 'k': it calls offload_grid_barrier(), and a plain call is not a cooperative launch; launch it by offload(), with .cooperative = true
// MANY: :30: offloadcc: error: kernel 'k': the launch is cooperative and has 4100 blocks, but the CPU can run only 4096 at the same time; launch fewer, or leave out .threads and .blocks, and divide the elements among the threads with offload_for
// MANY-NEXT: :51: offloadcc: note: the launch is here
// SOME: :30: offloadcc: error: kernel 'k': 2 of its 5 blocks wait at offload_grid_barrier() for ever, since 3 have ended; all threads of all blocks have to reach the same barriers
// SOME-NEXT: :53: offloadcc: note: the launch is here
// MOST: kernel 'k': 4 of its 5 blocks wait at offload_grid_barrier() for ever, since 1 has ended
// RIGHT: 4096 4096
