// Recursive functions with barriers, which two kernels call: both wait in them.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 64 };

static int sum(int value) {
    offload_shared int values[SIZE];
    unsigned me = offload_thread_id(0);
    int total = 0;
    values[me] = value;
    offload_barrier();
    for (int i = 0; i < SIZE; i++)
        total += values[i];
    offload_barrier();
    return total;
}

static int second(int depth, int value);

static int first(int depth, int value) {
    return depth ? second(depth - 1, value + 1) : value;
}

static int second(int depth, int value) {
    return depth ? first(depth - 1, sum(value) % 1000) : -value;
}

offload_kernel void shallow(size_t n, int out[n]) {
    size_t i = offload_global_id(0);
    int value = first(3, (int)i);
    if (i < n)
        out[i] = value;
}

offload_kernel void deep(size_t n, int out[n]) {
    size_t i = offload_global_id(0);
    int value = first(4, (int)i);
    if (i < n)
        out[i] = value;
}

// The sum of i + 1 is 2080, so the first sum is 80 in every thread, and the second one 64 * 81.
int main(void) {
    static int out[SIZE];
    offload(shallow, .blocks = {1}, .block_size = {SIZE})(SIZE, out);
    for (int i = 0; i < SIZE; i++)
        EQUAL(out[i], -81);
    offload(deep, .blocks = {1}, .block_size = {SIZE})(SIZE, out);
    for (int i = 0; i < SIZE; i++)
        EQUAL(out[i], 184);
    return finish();
}
