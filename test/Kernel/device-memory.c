// Memory from offload_malloc: filled by a kernel and by offload_memcpy, read by others, copied within
// the device, next to arrays that the launch maps.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { N = 5000 };


offload_kernel void fill(size_t n, offload_device_ptr int *x, int first) {
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = first + (int)i;
}

offload_kernel void add(size_t n, offload_device_ptr const int *x, const int y[n],
                        offload_out int sum[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        sum[i] = x[i] + y[i];
}

int main(void) {
    static int y[N], sum[N], back[N];
    int *p = offload_malloc(N * sizeof *p), *q = offload_malloc(2 * N * sizeof *q);
    for (int i = 0; i < N; i++)
        y[i] = 1000 * i;
    offload(fill, .threads = {N})(N, p, 7);
    offload_memcpy(q + N, p, N * sizeof *p);
    offload_memcpy(q + N + 10, y + 1, 5 * sizeof *y);
    offload(add, .threads = {N})(N, q + N, y, sum);
    offload_memcpy(back, q + N, sizeof back);
    for (int i = 0; i < N; i++) {
        int x = i >= 10 && i < 15 ? 1000 * (i - 9) : 7 + i;
        EQUAL(back[i], x);
        EQUAL(sum[i], x + y[i]);
    }
    offload_free(p);
    offload_free(q);
    return finish();
}
