// What hints propose compiles as it is printed, and helps: with it nothing is said any more.
//
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Wall -Werror=unused-value -Woffload -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -DFIXED -Wall -Werror -Woffload -c %s -o %t.fixed.o
#include <offload.h>
struct shape { int rows, cols; };
offload_kernel void relax(struct shape s, const float from[s.rows * s.cols], float to[s.rows * 2]) { to[0] += from[0]; }
offload_kernel void rows(int h, int w, float a[h][w]) { a[0][0] += 1; }
offload_kernel void scale(int n, float x[n + 1]) { x[offload_global_id(0)] *= 2; }

void loops(struct shape *shape, float *from, float *to, int steps)
{
#ifdef FIXED
    offload_data(offload_to(from, (*shape).rows * (*shape).cols))
        offload_data(offload_tofrom(to, (*shape).rows * 2))
#endif
    for (int step = 0; step < steps; step++)
        offload(relax)(*shape, from, to);
}
// CHECK: offload_data(offload_to(from, (*shape).rows * (*shape).cols)) to copy
// CHECK: offload_data(offload_tofrom(to, (*shape).rows * 2)) to copy

void sizes(int h, int w, float (*a)[w])
{
    static float whole[10];
#ifdef FIXED
    offload_data(offload_tofrom(a, h + h))
        offload_data(offload_tofrom(whole, sizeof whole / sizeof *whole))
#endif
    for (int i = 1; i < 8; i++) {
        int inner = i;
        offload(rows)(h + h, w, a);
        offload(scale, .threads = {(size_t)inner + 1})(inner, whole);
    }
}
// CHECK: offload_data(offload_tofrom(a, (h + h))) to copy
// CHECK: offload_data(offload_tofrom(whole, sizeof whole / sizeof *whole)) to copy

void twice(int n, float *x)
{
#ifdef FIXED
    offload_data(offload_tofrom(x, n * 2 + 1)) {
#endif
    offload(scale, .threads = {n})(n * 2, x);
    offload(scale, .threads = {n})(n * 2, x);
#ifdef FIXED
    }
    offload(scale, .threads = {n + 1})(n, x);
#else
    offload(scale, .threads = {n})(n, x);
    scale(n, x);
#endif
}
// CHECK: put both launches into a block of offload_data(offload_tofrom(x, (n * 2) + 1)) to keep
// CHECK: write offload(scale, .threads = {n + 1})(n, x) to launch more
