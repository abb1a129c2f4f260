// Barriers in blocks of 1 to 1024 threads, in grids of one block and of many; a launch's block size
// that the compiler sees, and one that it does not.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

// An inclusive prefix sum over each block, in shared memory (Hillis and Steele).
offload_kernel void prefix(size_t n, const int from[n], int to[n]) {
    offload_shared int sums[1024];
    unsigned me = offload_thread_id(0), size = offload_block_size(0);
    size_t i = offload_global_id(0);
    sums[me] = i < n ? from[i] : 0;
    offload_barrier();
    for (unsigned step = 1; step < size; step *= 2) {
        int left = me >= step ? sums[me - step] : 0;
        offload_barrier();
        sums[me] += left;
        offload_barrier();
    }
    if (i < n)
        to[i] = sums[me];
}

enum { N = 5000 };
static int from[N], to[N];

static void expect(size_t n, unsigned size) {
    for (size_t i = 0, sum = 0; i < n; i++) {
        sum = i % size ? sum + (size_t)from[i] : (size_t)from[i];
        EQUAL(to[i], sum);
        to[i] = 0;
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        from[i] = i * 31 % 17;
    static const unsigned sizes[] = {1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 255, 256, 511, 1000, 1024};
    for (size_t s = 0; s < sizeof sizes / sizeof *sizes; s++) {
        unsigned size = sizes[s];
        offload(prefix, .threads = {N}, .block_size = {size})(N, from, to);
        expect(N, size);
        offload(prefix, .blocks = {1}, .block_size = {size})(size, from, to);
        expect(size, size);
    }
    offload(prefix, .threads = {N}, .block_size = {128})(N, from, to);
    expect(N, 128);
    offload(prefix, .threads = {N}, .block_size = {1})(N, from, to);
    expect(N, 1);
    offload(prefix, .threads = {N}, .block_size = {1024})(N, from, to);
    expect(N, 1024);
    offload(prefix, .threads = {N})(N, from, to);
    expect(N, 256);
    return finish();
}
