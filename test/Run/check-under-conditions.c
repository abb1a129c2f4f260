// -foffload-check: checks of accesses that only some threads make are made for all of these: under a condition, before one,
// on both of its sides, after a return, in a reduction, and where a comparison leaves in one thread too many.
//
// RUN: %offloadcc -O2 -foffload-check -Wno-offload --offload-arch=none %s -o %t
// RUN: %t 0 0
// RUN: env OMP_NUM_THREADS=1 not --crash %t 1 199 2>&1 | FileCheck -check-prefix=GATHER %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 1 0 2>&1 | FileCheck -check-prefix=FIRST %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 2 0 2>&1 | FileCheck -check-prefix=BEFORE %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 3 20 2>&1 | FileCheck -check-prefix=SIDE %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 3 150 2>&1 | FileCheck -check-prefix=OTHER %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 4 33 2>&1 | FileCheck -check-prefix=REDUCE %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 5 0 2>&1 | FileCheck -check-prefix=LEFT %s
// RUN: env OMP_NUM_THREADS=1 not --crash %t 6 64 2>&1 | FileCheck -check-prefix=RIGHT %s
//
// GATHER: gather: block: [3,0,0], thread: [7,0,0] index 200 is outside of parameter 'x' of kernel 'gather', which has 200
// FIRST: gather: block: [0,0,0], thread: [0,0,0] index 200 is outside of parameter 'x' of kernel 'gather', which has 200
// BEFORE: before: block: [3,0,0], thread: [8,0,0] index 200 is outside of parameter 'x' of kernel 'before', which has 200
// SIDE: sides: block: [0,0,0], thread: [20,0,0] index 200 is outside of parameter 'x' of kernel 'sides', which has 200
// OTHER: sides: block: [2,0,0], thread: [22,0,0] index -1 is outside of parameter 'x' of kernel 'sides', which has 200
// REDUCE: reduce: block: [0,0,0], thread: [31,0,0] index 64 is outside of shared variable 's' in kernel 'reduce', which has 64
// LEFT: left: block: [0,0,0], thread: [0,0,0] index {{-1|4294967295}} is outside of shared variable 's' in kernel 'left'
// RIGHT: right: block: [0,0,0], thread: [63,0,0] index 64 is outside of shared variable 's' in kernel 'right', which has 64
#include <offload.h>
#include <stdlib.h>

enum { N = 200, SIZE = 64 };

offload_kernel void gather(int n, const int from[n], const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    y[i] = x[from[i]];
}

offload_kernel void before(int n, const int from[n], const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    float own = x[i];
    if (i < (size_t)n)
        y[i] = own;
}

offload_kernel void sides(int n, const int from[n], const float x[n], float y[n])
{
    int i = (int)offload_global_id(0);
    if (i < n / 2)
        y[i] = x[from[i]];
    else if (i < n)
        y[i] = x[n - 1 - from[i]];
}

offload_kernel void reduce(int n, int first, const float x[n], float y[n])
{
    offload_shared float s[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    s[t] = i < n ? x[i] : 0;
    offload_barrier();
    for (int half = first; half > 0; half /= 2) {
        if (t < half)
            s[t] += s[t + half];
        offload_barrier();
    }
    if (t == 0 && i < n)
        y[i] = s[0];
}

offload_kernel void left(int n, int from, const float x[n], float y[n])
{
    offload_shared float s[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    if (i >= n)
        return;
    s[t] = x[i];
    offload_barrier();
    y[i] = s[t] - (t >= from ? s[t - 1] : 0);
}

offload_kernel void right(int n, int until, const float x[n], float y[n])
{
    offload_shared float s[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    if (i >= n)
        return;
    s[t] = x[i];
    offload_barrier();
    y[i] = s[t] - (t < until ? s[t + 1] : 0);
}

int main(int argc, char **argv)
{
    static int from[N];
    static float x[N], y[N + SIZE];
    int which = atoi(argv[1]), at = atoi(argv[2]);
    if (which == 1 || which == 3)
        from[at] = N;
    if (which < 2)
        offload(gather, .threads = {N}, .block_size = {SIZE})(N, from, x, y);
    if (which == 2)
        offload(before, .threads = {N}, .block_size = {SIZE})(N, from, x, y);
    if (which == 0 || which == 3)
        offload(sides, .threads = {N}, .block_size = {SIZE})(N, from, x, y);
    if (which == 0 || which == 4)
        offload(reduce, .threads = {N}, .block_size = {SIZE})(N, which ? at : SIZE / 2, x, y);
    if (which == 0 || which == 5)
        offload(left, .threads = {N}, .block_size = {SIZE})(N, which ? at : 1, x, y);
    if (which == 0 || which == 6)
        offload(right, .threads = {N}, .block_size = {SIZE})(N, which ? at : SIZE - 1, x, y);
    (void)argc;
}
