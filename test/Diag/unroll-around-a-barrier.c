// CUDA's programs have `#pragma unroll` at loops with barriers, for GPUs. On a CPU, such a loop has
// loops over threads inside: nothing is said of the pragma.
// RUN: %offloadcc -O1 -Werror --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O2 -Werror --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O3 -Werror --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O2 -Werror -DFOR_GPUS --offload-arch=x86-64,sm_90 -c -o %t.o %s
// RUN: %offloadcc -O2 -Werror -foffload-check --offload-arch=none -c -o %t.o %s
#include <offload.h>

offload_kernel void sums(int n, float x[n]) {
    offload_shared float s[128];
    int lane = (int)offload_thread_id(0);
    s[lane] = x[offload_global_id(0)];
    offload_barrier();
#pragma unroll
    for (int i = 64; i >= 1; i = i / 2) {
        if (lane < i)
            s[lane] += s[lane + i];
        offload_barrier();
    }
    x[offload_global_id(0)] = s[0];
}

offload_kernel void lanes(int n, float x[n]) {
    float sum = x[offload_global_id(0)];
#pragma unroll
    for (unsigned distance = 16; distance >= 1; distance /= 2)
        sum += offload_lane_shuffle_xor(sum, distance, 32);
    x[offload_global_id(0)] = sum;
}

// Nor of one at a loop whose number of turns is known at run time only.
offload_kernel void turns(int n, int m, const float x[m], float y[n]) {
    int t = (int)offload_thread_id(0), lane = (int)offload_lane_id();
    float least = 1e20f, sum = 0;
#pragma unroll
    for (int i = 0; i < m; i++) {
        float p = x[i] + (float)t;
        if (p * p < least)
            least = p;
    }
#ifndef FOR_GPUS
#pragma unroll
#endif
    for (int i = lane; i < m; i += 32)
        sum += x[i];
    y[offload_global_id(0)] = least + offload_lane_reduce_add(sum);
}
