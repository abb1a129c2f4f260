// An array that stays on one device is there on another one too, with all that was written in between.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: %t | FileCheck %s
//
// CHECK: two devices' work: 2187 2188
// CHECK: host's between: 10 1
// CHECK: region on 1, launch on 0: 5 6
// CHECK: memory of a device: 7
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 3000 };

offload_kernel void triple(size_t n, int x[n]) {
    offload_for (i, n)
        x[i] *= 3;
}
offload_kernel void add(size_t n, const int x[n], int y[n]) {
    offload_for (i, n)
        y[i] += x[i];
}
offload_kernel void get(size_t n, offload_device_ptr const int *from, int to[n]) {
    offload_for (i, n)
        to[i] = from[i];
}

int main(void) {
    int *x = malloc(N * sizeof *x), *y = calloc(N, sizeof *y);
    enum { DEVICES = 2 };
    for (int i = 0; i < N; i++)
        x[i] = 1;
    for (int i = 0; i < 7; i++)
        offload(triple, .device = i % DEVICES)(N, x);
    offload(add, .device = 0)(N, x, y);
    y[1]++;
    printf("two devices' work: %d %d\n", y[0], y[1]);

    for (int i = 0; i < N; i++)
        x[i] = y[i] = 0;
    for (int i = 0; i < 5; i++) {
        x[i]++;
        offload(add, .device = i % DEVICES)(N, x, y);
        x[0]++;
        y[4]++;
        offload(add, .device = (i + 1) % DEVICES)(N, x, y);
        y[4] -= i < 4 ? 1 : 0;
    }
    printf("host's between: %d %d\n", x[0] + x[1] * 4, x[4]);

    for (int i = 0; i < N; i++)
        x[i] = 1, y[i] = 0;
    offload(add, .device = 0)(N, x, y);
    offload_data(offload_tofrom(y, N), .device = DEVICES - 1) {
        offload(add, .device = DEVICES - 1)(N, x, y);
        offload(add, .device = DEVICES - 1)(N, x, y);
    }
    offload(add, .device = 0)(N, x, y);
    offload(add, .device = DEVICES - 1)(N, x, y);
    y[1]++;
    printf("region on 1, launch on 0: %d %d\n", y[0], y[1]);

    int *there = offload_malloc(N * sizeof *there, .device = DEVICES - 1);
    for (int i = 0; i < N; i++)
        x[i] = 7;
    offload_memcpy(there, x, N * sizeof *x);
    offload(get, .device = DEVICES - 1)(N, there, y);
    printf("memory of a device: %d\n", y[N - 1]);
    offload_free(there);
    free(x);
    free(y);
    return 0;
}
