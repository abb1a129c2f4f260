// Barriers in functions that kernels call: nested calls, several callers, in loops, several returns.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1
// RUN: %run_kernel -O3
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 64, BLOCKS = 4, N = SIZE * BLOCKS };

// The sum over all threads, in every thread.
static long sum(long value) {
    offload_shared long partial[SIZE];
    unsigned me = offload_thread_id(0);
    partial[me] = value;
    offload_barrier();
    for (unsigned n = offload_block_size(0) / 2; n > 0; n /= 2) {
        if (me < n)
            partial[me] += partial[me + n];
        offload_barrier();
    }
    value = partial[0];
    offload_barrier();
    return value;
}

// Two sums at once, and a struct for the result.
struct moments {
    long count;
    double mean, spread;
};

static struct moments moments(long value) {
    struct moments m = {.count = sum(1)};
    m.mean = (double)sum(value) / (double)m.count;
    m.spread = (double)sum(value * value) / (double)m.count - m.mean * m.mean;
    return m;
}

// Not static; with an early return that all threads take alike.
long sum_if(int wanted, long value);
long sum_if(int wanted, long value) {
    if (!wanted)
        return value;
    return sum(value);
}

__attribute__((noinline)) static void add_to(long *result, long value) {
    *result += sum(value);
}

offload_kernel void statistics(int n, const int a[n], struct moments m[n], long s[n]) {
    size_t i = offload_global_id(0);
    m[i] = moments(a[i]);
    s[i] = sum_if(offload_block_id(0) & 1, a[i]);
    for (int k = 1; k <= 3; k++)
        add_to(&s[i], k * a[i]);
}

// Another kernel with the same functions.
offload_kernel void sums(int n, const int a[n], long s[n]) {
    size_t i = offload_global_id(0);
    s[i] = sum(a[i]) - sum((long)a[i] * a[i]);
}

static int a[N];
static struct moments m[N];
static long s[N];

int main(void) {
    for (int i = 0; i < N; i++)
        a[i] = i * 37 % 101;
    offload(statistics, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a, m, s);
    for (int block = 0; block < BLOCKS; block++) {
        long total = 0, squares = 0;
        for (int i = block * SIZE; i < (block + 1) * SIZE; i++)
            total += a[i], squares += (long)a[i] * a[i];
        for (int i = block * SIZE; i < (block + 1) * SIZE; i++) {
            EQUAL(m[i].count, SIZE);
            CHECK(m[i].mean == (double)total / SIZE, "%g", m[i].mean);
            CHECK(m[i].spread > 0, "%g", m[i].spread);
            EQUAL(s[i], (block & 1 ? total : a[i]) + 6 * total);
        }
        offload(sums, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a, s);
        for (int i = block * SIZE; i < (block + 1) * SIZE; i++)
            EQUAL(s[i], total - squares);
        offload(statistics, .blocks = {BLOCKS}, .block_size = {SIZE})(N, a, m, s);
    }
    return finish();
}
