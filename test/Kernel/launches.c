// Launches of kernels with barriers from several host threads at once, many in a row, of kernels
// from pointers, with arguments that launch; each with blocks of its own size.
//
// GPU-OPTIONS: -fopenmp
// RUN: %run_kernel -O2 -fopenmp -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0 -fopenmp
#include <offload.h>

#include "Inputs/check.h"

enum { N = 480, TEAM = 4 };

offload_kernel void sum(int n, const int a[n], long total[1]) {
    offload_shared long part;
    size_t i = offload_global_id(0);
    if (offload_thread_id(0) == 0)
        part = 0;
    offload_barrier();
    if (i < (size_t)n)
        offload_atomic_add(&part, a[i]);
    offload_barrier();
    if (offload_thread_id(0) == 0)
        offload_atomic_add(total, part);
}

offload_kernel void greatest(int n, const int a[n], long total[1]) {
    size_t i = offload_global_id(0);
    long most = offload_block_reduce_max(i < (size_t)n ? (long)a[i] : 0L);
    if (offload_thread_id(0) == 0)
        offload_atomic_max(total, most);
}

typedef void kernel(int n, const int a[n], long total[1]);

static long run(kernel *k, unsigned size, int n, const int *a) {
    long total = 0;
    offload(k, .threads = {N}, .block_size = {size})(n, a, &total);
    return total;
}

static int a[TEAM][N];

int main(void) {
    kernel *const kernels[] = {sum, greatest};
    for (int t = 0; t < TEAM; t++)
        for (int i = 0; i < N; i++)
            a[t][i] = (i * 7 + t) % N;
#pragma omp parallel for num_threads(TEAM) schedule(static, 1)
    for (int t = 0; t < TEAM; t++)
        for (unsigned r = 1; r <= 20; r++) {
            long found = run(kernels[r % 2], r * (unsigned)(t + 1), N, a[t]);
            long expected = r % 2 ? N - 1 : (long)N * (N - 1) / 2;
            if (found != expected)
#pragma omp critical
                CHECK(0, "thread %d, round %u: %ld, not %ld", t, r, found, expected);
        }
    // An argument that launches another kernel.
    long total = 0;
    offload(sum, .threads = {N})((int)run(greatest, 33, 100, a[0]), a[0], &total);
    long expected = 0;
    int most = 0;
    for (int i = 0; i < 100; i++)
        most = a[0][i] > most ? a[0][i] : most;
    for (int i = 0; i < most; i++)
        expected += a[0][i];
    EQUAL(total, expected);
    return finish();
}
