// ThreadSanitizer knows that a barrier of the grid orders what blocks do, and that one of the block does not.
//
// RUN: %offloadcc -O1 -g -fsanitize=thread --offload-arch=none %s -o %t
// RUN: env TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t 2>&1 | FileCheck --check-prefix=RIGHT --implicit-check-not=WARNING %s
// RUN: not env TSAN_OPTIONS=ignore_noninstrumented_modules=1 %t race 2>&1 | FileCheck --check-prefix=RACE %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>

offload_kernel void k(bool all, int rounds, int n, int a[n], int b[n])
{
    size_t i = offload_global_id(0);
    for (int round = 0; round < rounds; round++) {
        a[i] = (int)i + round;
        if (all)
            offload_grid_barrier();
        else
            offload_barrier();
        b[i] = a[(i + (size_t)n / 2) % (size_t)n];
        if (all)
            offload_grid_barrier();
    }
}

int main(int argc, char **argv)
{
    enum { N = 64, ROUNDS = 10 };
    int a[N], b[N];
    (void)argv;
    offload(k, .blocks = {4}, .block_size = {N / 4}, .cooperative = true)(argc < 2, ROUNDS, N, a, b);
    // RIGHT: 41
    // RACE: WARNING: ThreadSanitizer: data race
    // RACE: #0 k {{.*}}thread-sanitizer-orders-by-grid-barriers.c:{{14|19}}
    printf("%d\n", b[0]);
}
