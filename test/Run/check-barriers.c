// -foffload-check, on the CPU and on the simulated device: threads of a block that wait at different barriers end the
// program with a message that names both. Threads that have returned need not come to any.
//
// DEFINE: %{compiled} = %offloadcc -Wno-offload -foffload-check %s
// RUN: %{compiled} -O2 --offload-arch=none -o %t && %t
// RUN: not --crash %t sides 2>&1 | FileCheck --check-prefix=SIDES %s
// RUN: not --crash %t turns 2>&1 | FileCheck --check-prefix=TURNS %s
// RUN: not --crash %t grid 2>&1 | FileCheck --check-prefix=GRID %s
// RUN: not --crash %t reduces 2>&1 | FileCheck --check-prefix=REDUCES %s
// RUN: %{compiled} -O0 --offload-arch=none -o %t && %t
// RUN: not --crash %t sides 2>&1 | FileCheck --check-prefix=SIDES %s
// RUN: not --crash %t grid 2>&1 | FileCheck --check-prefix=GRID %s
// RUN: not --crash %t reduces 2>&1 | FileCheck --check-prefix=REDUCES %s
// RUN: %{compiled} -O2 --offload-arch=x86-64 -o %t && %t
// RUN: not --crash %t turns 2>&1 | FileCheck --check-prefix=TURNS %s
#include <offload.h>
#include <string.h>

offload_kernel void sides(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0);
    if (x[i]) {
        y[i] = 1;
        offload_barrier();
    } else {
        offload_barrier();
        y[i] = 2;
    }
}
// SIDES: check-barriers.c:[[@LINE-4]]: kernel 'sides': block: [2,0,0], thread: [5,0,0] waits at this barrier
// SIDES-SAME: but thread: [0,0,0] at that of {{.*}}check-barriers.c:[[@LINE-7]]; all threads

// Nothing else is different on the two sides.
offload_kernel void bare(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0);
    if (x[i])
        offload_barrier();
    else
        offload_barrier();
    y[i] = 2;
}

static void meet(void)
{
    offload_barrier();
}

offload_kernel void turns(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0);
    for (int k = 0; k < x[i]; k++)
        meet();
    offload_barrier();
    y[i] = 3;
}
// TURNS: check-barriers.c:[[@LINE-3]]: kernel 'turns': block: [2,0,0], thread: [5,0,0] waits at this barrier
// TURNS-SAME: but thread: [0,0,0] at that of {{.*}}check-barriers.c:[[@LINE-12]]; all threads

// Barriers of the grid, and reductions, which have barriers in them, are where the kernel calls them.
offload_kernel void grid(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0);
    if (x[i])
        offload_grid_barrier();
    else
        offload_grid_barrier();
    y[i] = 4;
}
// GRID: check-barriers.c:[[@LINE-3]]: kernel 'grid': block: [2,0,0], thread: [5,0,0] waits at this barrier
// GRID-SAME: but thread: [0,0,0] at that of {{.*}}check-barriers.c:[[@LINE-6]]; all threads

offload_kernel void reduces(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0), sum = 0;
    if (x[i])
        offload_barrier();
    else
        sum = offload_block_reduce_add(i);
    y[i] = sum;
}
// REDUCES: check-barriers.c:[[@LINE-3]]: kernel 'reduces': block: [2,0,0], thread: [5,0,0] waits at this barrier
// REDUCES-SAME: but thread: [0,0,0] at that of {{.*}}check-barriers.c:[[@LINE-6]]; all threads

// As many barriers as the array says, for all that do not return.
offload_kernel void same(int n, const int x[n], int y[n])
{
    int i = offload_global_id(0);
    if (x[i] == 2)
        return;
    for (int k = 0; k < x[0] + 3; k++)
        if (y[0] != 77)
            offload_barrier();
    offload_barrier();
    y[i] = 3;
}

int main(int argc, char **argv)
{
    enum { N = 64, BLOCK = 16 };
    int x[N], y[N] = {0};
    const char *name = argv[argc - 1];
    for (int i = 0; i < N; i++)
        x[i] = 1;
    for (int turn = 0; turn < 2; turn++) {
        offload(sides, .threads = {N}, .block_size = {BLOCK})(N, x, y);
        offload(turns, .threads = {N}, .block_size = {BLOCK})(N, x, y);
        x[5] = x[16] = x[48] = 2;
        offload(same, .threads = {N}, .block_size = {BLOCK})(N, x, y);
        x[5] = x[16] = x[48] = 1;
    }
    x[2 * BLOCK + 5] = 0;
    if (strcmp(name, "sides") == 0)
        offload(sides, .threads = {N}, .block_size = {BLOCK})(N, x, y);
    if (strcmp(name, "bare") == 0)
        offload(bare, .threads = {N}, .block_size = {BLOCK})(N, x, y);
    if (strcmp(name, "turns") == 0)
        offload(turns, .threads = {N}, .block_size = {BLOCK})(N, x, y);
    if (strcmp(name, "grid") == 0)
        offload(grid, .threads = {N}, .block_size = {BLOCK}, .cooperative = 1)(N, x, y);
    if (strcmp(name, "reduces") == 0)
        offload(reduces, .threads = {N}, .block_size = {BLOCK})(N, x, y);
    return y[5] + y[6] == 6 ? 0 : 1;
}
