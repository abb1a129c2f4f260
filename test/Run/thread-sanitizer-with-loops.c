// Under ThreadSanitizer a thread with a loop runs whole: what it writes is its own, and ordered before
// what the host reads.
// REQUIRES: x86_64
// RUN: %offloadcc -O3 -g -fsanitize=thread --offload-arch=none %s -o %t
// RUN: env TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_NUM_THREADS=1 %t 2>&1 | FileCheck %s
// RUN: env TSAN_OPTIONS=ignore_noninstrumented_modules=1 OMP_NUM_THREADS=2 %t 2>&1 | FileCheck %s
// CHECK-NOT: WARNING
// CHECK: sums are 4950, 14950, 24950
// CHECK-NEXT: turns are 4950, 0
#include <offload.h>
#include <stdio.h>

offload_kernel void add(size_t rows, size_t n, const int x[n * rows], long sums[rows]) {
    size_t row = offload_global_id(0);
    if (row >= rows)
        return;
    long sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x[i * rows + row];
    sums[row] = sum;
}

offload_kernel void take_turns(size_t n, const int x[n], size_t threads, long sums[threads]) {
    long sum = 0;
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        sum += x[i];
    if (offload_global_id(0) < threads)
        sums[offload_global_id(0)] = sum;
}

int main(void) {
    static int x[100 * 96];
    static long sums[96];
    for (int i = 0; i < 100 * 96; i++)
        x[i] = i / 96 + 100 * (i % 96);
    offload(add, .threads = {96}, .block_size = {96})(96, 100, x, sums);
    offload(add, .threads = {96}, .block_size = {32})(96, 100, x, sums);
    printf("sums are %ld, %ld, %ld\n", sums[0], sums[1], sums[2]);
    for (int i = 0; i < 100; i++)
        x[i] = i;
    for (size_t blocks = 3; blocks > 0; blocks--)
        offload(take_turns, .blocks = {blocks}, .block_size = {1})(100, x, blocks, sums);
    printf("turns are %ld, %d\n", sums[0], x[0]);
    return 0;
}
