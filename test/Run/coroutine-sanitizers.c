// The sanitizers find nothing in correct threads that are coroutines, and an error in one at its line.
//
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O1 -g -fsanitize=address,undefined \
// RUN:     -fno-sanitize-recover=all --offload-arch=none %s -o %t.asan
// RUN: %t.asan | FileCheck %s
// RUN: not %t.asan beyond 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O0 -g -fsanitize=address \
// RUN:     --offload-arch=none %s -o %t.debug
// RUN: %t.debug | FileCheck %s
// RUN: not %t.debug beyond 2>&1 | FileCheck --check-prefix=ERROR %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void reverse(size_t n, size_t beyond, int x[n])
{
    offload_shared int values[64];
    int copy[4] = {0};
    size_t t = offload_thread_id(0), size = offload_block_size(0);
    values[t] = x[offload_global_id(0)];
    copy[t & 3] = (int)t;
    offload_barrier();
    x[offload_global_id(0) + beyond] = values[size - 1 - t] + copy[t & 3] - (int)t;
    // ERROR: AddressSanitizer: heap-buffer-overflow
    // ERROR: coroutine-sanitizers.c:[[#@LINE-2]]
}

int main(int argc, char **argv)
{
    (void)argv;
    enum { N = 256 };
    int *x = malloc(N * sizeof *x), wrong = 0;
    for (int i = 0; i < N; i++)
        x[i] = i;
    offload(reverse, .threads = {N}, .block_size = {64})(N, argc > 1, x);
    for (int i = 0; i < N; i++)
        wrong += x[i] != i / 64 * 64 + 63 - i % 64;
    printf("wrong %d\n", wrong);
    // CHECK: wrong 0
    free(x);
}
