// An assertion that fails in a kernel says which thread it was, in CUDA's words, on the CPU's cores and on a device:
// also in functions that it calls, behind barriers and without optimisation. On the host it is the C library's.
//
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{check} = %offloadcc %{options} %s -o %t && not --crash %t helper 2>&1 | FileCheck --check-prefix=HELPER %s && not --crash %t barrier 2>&1 | FileCheck --check-prefix=BARRIER %s && not --crash %t host 2>&1 | FileCheck --check-prefix=HOST %s
// REDEFINE: %{options} = -O2 --offload-arch=none
// RUN: %{check}
// REDEFINE: %{options} = -O0 --offload-arch=none
// RUN: %{check}
// REDEFINE: %{options} = -O2 -g --offload-arch=x86-64
// RUN: %{check}
// REDEFINE: %{options} = -O0 -g --offload-arch=x86-64
// RUN: %{check}
// HELPER: assertion-names-the-thread.c:22: void helper(int): block: [2,0,0], thread: [13,0,0] Assertion `v != 77' failed.
// BARRIER: assertion-names-the-thread.c:40: void barrier(int *): block: [2,0,0], thread: [5,2,0] Assertion `x[0] == 38 || y != 2' failed.
// HOST: assertion-names-the-thread.c:22: void helper(int): Assertion `v != 77' failed.
#include <assert.h>
#include <offload.h>
#include <string.h>

static void helper(int v) { assert(v != 77); }

offload_kernel void flat(int n, int x[n])
{
    int i = (int)offload_global_id(0);
    if (i < n)
        helper(x[i]++);
}

offload_kernel void barrier(int x[64])
{
    offload_shared int tile[64];
    int i = (int)offload_global_id(0), y = (int)offload_thread_id(1);
    if (y == 2)
        tile[i] = i;
    offload_barrier();
    x[i] = tile[i];
    if (i == 37)
        assert(x[0] == 38 || y != 2);
}

int main(int count, char **arguments)
{
    static int x[256];
    for (int i = 0; i < 256; i++)
        x[i] = i;
    if (count < 2)
        return 0;
    if (strcmp(arguments[1], "helper") == 0)
        offload(flat, .blocks = {8}, .block_size = {32})(256, x);
    else if (strcmp(arguments[1], "barrier") == 0)
        offload(barrier, .blocks = {4, 1, 1}, .block_size = {16, 4, 1})(x);
    else
        helper(77);
    return 0;
}
