#include "block.h"

#include <stdio.h>

enum { N = 256, BLOCK = 64 };

static offload_kernel void sums(size_t n, double x[n], double y[n], size_t m, double out[m]) {
    size_t i = offload_global_id(0);
    add(n, x, y);
    double sum = sum_of_block(i < n ? y[i] : 0);
    if (offload_thread_id(0) == 0)
        out[offload_block_id(0)] = sum;
}

int main(void) {
    double x[N], y[N], out[N / BLOCK];
    for (int i = 0; i < N; i++) {
        x[i] = i;
        y[i] = 1;
    }
    offload(sums, .blocks = {N / BLOCK}, .block_size = {BLOCK})(N, x, y, N / BLOCK, out);
    for (int i = 0; i < N / BLOCK; i++)
        printf("%g ", out[i]);
    offload_update_from(&calls, 1);
    printf("after %d calls\n", calls);
    offload(add, .threads = {N})(N, x, y);
    offload_update_from(&calls, 1);
    printf("%g after %d calls\n", y[3], calls);
    return 0;
}
