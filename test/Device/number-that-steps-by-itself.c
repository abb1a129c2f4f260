// In a loop, numbers whose steps are computed from themselves, and from each other: the analyses of what a kernel accesses end.
// RUN: %offloadcc -O0 --offload-arch=x86-64 -c %s -o %t.o
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void carries(unsigned long n, unsigned long x[n])
{
    unsigned long z = 3, w = 4;
    for (unsigned long i = 0; i < n; i++) {
        unsigned long t = z + w;
        z += t;
        w += z < t;
        x[i] = z;
    }
}

offload_kernel void pairs(unsigned n, unsigned x[2 * n])
{
    unsigned a = 1, b = 2;
    for (unsigned i = 0; i < n; i++) {
        unsigned c = b + a * 2;
        a += b;
        b += c;
        x[2 * i] = a;
        x[2 * i + 1] = b;
    }
}

int main(void)
{
    unsigned long x[4] = {0};
    unsigned y[6] = {0};
    offload(carries, .threads = {1})(4, x);
    offload(pairs, .threads = {1})(3, y);
    // CHECK: 10 24 52 108, 3 6 9 18 27 54
    printf("%lu %lu %lu %lu, %u %u %u %u %u %u\n", x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3], y[4], y[5]);
}
