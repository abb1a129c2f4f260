// abort, exit and failed assertions end the program with a message that names the thread also in functions that are not
// inlined: recursive ones, and those that are called through a pointer or by qsort. On the host they do what C says.
//
// REQUIRES: x86_64
// DEFINE: %{options} =
// DEFINE: %{stops} = sh -c 'not --crash %t $0 2>&1 | FileCheck --check-prefix=$0 --implicit-check-not=STACK_SIZE %s'
// DEFINE: %{check} = %offloadcc %{options} %s -o %t && %{stops} recursion && %{stops} pointer && %{stops} sort && %{stops} assertion && %{stops} barrier && %t host && not --crash %t hosts-assertion 2>&1 | FileCheck --check-prefix=host %s
// REDEFINE: %{options} = -O2 -g --offload-arch=none
// RUN: %{check}
// REDEFINE: %{options} = -O0 -g --offload-arch=none
// RUN: %{check}
// REDEFINE: %{options} = -O2 -g --offload-arch=x86-64
// RUN: %{check}
// REDEFINE: %{options} = -O0 -g --offload-arch=x86-64
// RUN: %{check}
// recursion: stops-in-functions-that-are-called.c:[[#@LINE+20]]: depth: block: [1,0,0], thread: [2,0,0] the kernel called exit(0)
// recursion-NEXT: error: kernel 'k'{{.*}} for the reason above, in a launch of 2 x 1 x 1 blocks of 4 x 1 x 1 threads
// recursion-NEXT: the launch is here
// pointer: [[#@LINE+22]]: stop: block: [1,0,0], thread: [2,0,0] the kernel called abort()
// sort: [[#@LINE+27]]: order: block: [1,0,0], thread: [2,0,0] the kernel called exit(3)
// assertion: [[#@LINE+16]]: int depth(int, int): block: [1,0,0], thread: [2,0,0] Assertion `x != ASSERTION' failed.
// barrier: [[#@LINE+14]]: depth: block: [0,0,0], thread: [1,0,0] the kernel called exit(0)
// host: int depth(int, int): Assertion `x != ASSERTION' failed.
#include <assert.h>
#include <offload.h>
#include <stdlib.h>
#include <string.h>

enum { RECURSION, POINTER, SORT, ASSERTION = 9, N = 8 };

static int depth(int d, int x)
{
    if (d > 0)
        return depth(d - 1, x) + depth(d - 1, x) + 1;
    if (x == RECURSION)
        exit(x);
    assert(x != ASSERTION);
    return x;
}

static int stop(int x) { abort(); return x; }
static int go_on(int x) { return x; }
static int (*const functions[])(int) = {go_on, stop};

static int order(const void *a, const void *b)
{
    if (*(const int *)a == SORT) exit(3);
    return *(const int *)a - *(const int *)b;
}
static int (*const orders[])(const void *, const void *) = {order, NULL};

offload_kernel void k(int n, int what, int x[n])
{
    size_t i = offload_global_id(0);
    if (i != 6)
        return;
    x[i] = functions[what == POINTER](depth(3, what));
    if (what == SORT)
        qsort(x, (size_t)n, sizeof *x, orders[what - SORT]);
}

offload_kernel void waits(int n, int x[n])
{
    int i = (int)offload_thread_id(0);
    for (int turn = 0; turn <= x[n - 1]; turn++)
        offload_barrier();
    if (i == 1)
        x[i] = depth(2, RECURSION);
}

int main(int count, char **arguments)
{
    const char *what = count > 1 ? arguments[1] : "";
    static int x[N] = {SORT};
    if (strcmp(what, "host") == 0)
        stop(depth(2, RECURSION));
    if (strcmp(what, "hosts-assertion") == 0)
        depth(2, ASSERTION);
    if (strcmp(what, "barrier") == 0)
        offload(waits, .blocks = {1}, .block_size = {N})(N, x);
    int value = strcmp(what, "pointer") == 0     ? POINTER
                : strcmp(what, "sort") == 0      ? SORT
                : strcmp(what, "assertion") == 0 ? ASSERTION
                                                 : RECURSION;
    offload(k, .blocks = {2}, .block_size = {4})(N, value, x);
    return 0;
}
