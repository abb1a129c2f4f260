// Kernels that call functions through pointers compile for all processors: straight, under votes, and before lane functions.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -march=znver4 --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O3 --offload-arch=none -c -o %t.o %s
// RUN: %offloadcc -O2 -march=znver4 -foffload-lanes=64 --offload-arch=none -c -o %t.o %s
#include <offload.h>

static float twice(float x) {
    return x * 2;
}

static float half(float x) {
    return x / 2;
}

static float (*const table[2])(float) = {twice, half};

struct point {
    float x, y, z, w, more[12];
};

offload_kernel void straight(int n, int which, struct point p[n]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        p[i].x = table[which & 1](p[i].y);
}

offload_kernel void under_votes(int n, int which, float x[n]) {
    int i = (int)offload_global_id(0);
    for (int turn = 0; turn < 4; turn++) {
        unsigned long some = offload_lane_ballot(i < n && x[i] > 1);
        if (some >> offload_lane_id() & 1)
            x[i] = table[which & 1](x[i]);
        else if (offload_lane_any(i < n && x[i] < -1))
            x[i % n] = table[(which + turn) & 1](x[i % n]);
    }
}

offload_kernel void before_lanes(int n, int which, float x[n], float y[n]) {
    int i = (int)offload_global_id(0);
    float sum = 0;
    for (int k = i; k < n; k += 64)
        sum += table[which & 1](x[k]);
    sum = offload_lane_reduce_add(sum);
    if (offload_lane_id() == 0)
        y[i] = sum;
}
