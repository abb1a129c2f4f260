// `#pragma unroll` at a loop without barriers whose count is known at run time only: it is unrolled,
// and there is no warning, as for a function of the host.
// RUN: %offloadcc -O3 --offload-arch=none -c %s -o %t.o 2>&1 | count 0
// RUN: %offloadcc -O2 --offload-arch=sm_90,gfx1100 -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void sums(int n, int m, const float x[n * m], float y[n]) {
    int i = (int)offload_global_id(0);
    float sum = 0;
    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < m; k++)
        sum += x[i * m + k];
    y[i] = sum;
}

offload_kernel void mixes(int n, int m, const unsigned short data[m], int y[n]) {
    int i = (int)offload_global_id(0), mixed = 0;
    if (i >= n)
        return;
#pragma unroll
    for (int k = 0; k < m; k++)
        mixed = (mixed << 1) ^ (data[mixed & 7] + data[k]);
    y[i] = mixed;
}
