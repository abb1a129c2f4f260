// All threads of a block change the same memory, and none uses the result: the outcome is that of one atomic operation for
// each thread. A thread sees its own operation in what it reads afterwards, and a pointer that no thread uses may be null.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O2 -fno-strict-aliasing
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { SIZE = 96, BLOCKS = 5, N = SIZE * BLOCKS };

// Each operation, in some threads only, and for each block.
#define OPERATIONS(name, type)                                                                     \
    offload_kernel void name(int n, const type x[n], type total[8], type of_blocks[BLOCKS]) {      \
        int i = (int)offload_global_id(0);                                                         \
        if (i >= n)                                                                                \
            return;                                                                                \
        offload_atomic_add(&total[0], x[i]);                                                       \
        offload_atomic_sub(&total[1], x[i]);                                                       \
        offload_atomic_min(&total[2], x[i]);                                                       \
        offload_atomic_max(&total[3], x[i]);                                                       \
        if (i % 3 == 0)                                                                            \
            offload_atomic_add(&total[4], (type)1);                                                \
        offload_atomic_add(&of_blocks[offload_block_id(0)], x[i]);                                 \
    }
OPERATIONS(ints, int)
OPERATIONS(unsigneds, unsigned)
OPERATIONS(longs, long)
OPERATIONS(floats, float)
OPERATIONS(doubles, double)

offload_kernel void bits(int n, const unsigned x[n], unsigned total[3]) {
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    offload_atomic_or(&total[0], x[i]);
    offload_atomic_and(&total[1], x[i]);
    offload_atomic_xor(&total[2], x[i]);
}

// In a loop, and of the values that the loop computed.
offload_kernel void loops(int n, const int x[n], unsigned count[1], long sum[1], float least[1]) {
    long own = 0;
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        if (x[i] % 2)
            offload_atomic_add(&count[0], 1u);
        own += x[i];
        offload_atomic_min(&least[0], (float)x[i]);
    }
    offload_atomic_add(&sum[0], own);
}

// Before and after barriers.
offload_kernel void phases(int sums[BLOCKS], int seen[N]) {
    int b = (int)offload_block_id(0), t = (int)offload_thread_id(0);
    for (int round = 1; round < 4; round++) {
        offload_atomic_add(&sums[b], t * round);
        offload_barrier();
        seen[offload_global_id(0)] += sums[b];
        offload_barrier();
    }
}

// One thread reads and writes what it has changed, by the same pointer and by another one.
offload_kernel void own(int a[4], int *same offload_count(4), int out[4]) {
    if (offload_global_id(0) == 7) {
        for (int k = 0; k < 3; k++) {
            offload_atomic_add(&a[0], 5);
            out[k] = same[0];
        }
        offload_atomic_add(&a[1], 3);
        a[1] *= 2;
        offload_atomic_add(&a[2], 4);
        out[3] = a[2];
    }
}

// No thread comes to the operation.
offload_kernel void nobody(int n, int *p offload_count_or_null(1), int out[1]) {
    int i = (int)offload_global_id(0);
    if (i < n)
        offload_atomic_add(p, i);
    if (i == 0)
        out[0] = 1;
}

offload_kernel void rows(int width, int height, const int x[height][width], int total[1]) {
    int c = (int)offload_global_id(0), r = (int)offload_global_id(1);
    if (c < width && r < height && x[r][c] > 10)
        offload_atomic_add(total, x[r][c]);
}

// Sums of floats here are exact in any order.
#define TRY(name, type, value)                                                                     \
    do {                                                                                           \
        static type x[N];                                                                          \
        type total[8] = {0}, expected[8] = {0}, of_blocks[BLOCKS] = {0}, sums[BLOCKS] = {0};       \
        for (int i = 0; i < N; i++)                                                                \
            x[i] = (type)(value);                                                                  \
        for (int i = 0; i < n; i++) {                                                              \
            expected[0] += x[i];                                                                   \
            expected[1] -= x[i];                                                                   \
            expected[2] = x[i] < expected[2] ? x[i] : expected[2];                                 \
            expected[3] = x[i] > expected[3] ? x[i] : expected[3];                                 \
            expected[4] += i % 3 == 0;                                                             \
            sums[i / SIZE] += x[i];                                                                \
        }                                                                                          \
        offload(name, .blocks = {BLOCKS}, .block_size = {SIZE})(n, x, total, of_blocks);           \
        EQUAL(memcmp(total, expected, sizeof total), 0);                                           \
        EQUAL(memcmp(of_blocks, sums, sizeof sums), 0);                                            \
    } while (0)

static void try_count(int n) {
    TRY(ints, int, i * 37 % 101 - 50);
    TRY(unsigneds, unsigned, i * 37 % 101 + 5);
    TRY(longs, long, (i * 37 % 101 - 50) * 10000000000);
    TRY(floats, float, i * 37 % 101 - 50);
    TRY(doubles, double, i * 37 % 101 - 50);
    static unsigned x[N];
    static int numbers[N];
    unsigned total[3] = {0, ~0u, 5}, expected[3] = {0, ~0u, 5}, count = 0, odd = 0;
    float least = 1000, lowest = 1000;
    long sum = 0, all = 0;
    for (int i = 0; i < N; i++) {
        x[i] = (unsigned)i * 2654435761u | 0x10000;
        numbers[i] = i * 7 % 50 - 20;
    }
    for (int i = 0; i < n; i++) {
        expected[0] |= x[i];
        expected[1] &= x[i];
        expected[2] ^= x[i];
        odd += numbers[i] % 2 != 0;
        all += numbers[i];
        lowest = (float)numbers[i] < lowest ? (float)numbers[i] : lowest;
    }
    offload(bits, .blocks = {BLOCKS}, .block_size = {SIZE})(n, x, total);
    EQUAL(memcmp(total, expected, sizeof total), 0);
    offload(loops, .blocks = {2}, .block_size = {32})(n, numbers, &count, &sum, &least);
    EQUAL(count, odd);
    EQUAL(sum, all);
    EQUAL(least, lowest);
}

int main(void) {
    try_count(1);
    try_count(N - 7);
    try_count(N);
    static int sums[BLOCKS], seen[N], a[4] = {1, 1, 1, 1}, out[4], x[3][50];
    offload(phases, .blocks = {BLOCKS}, .block_size = {SIZE})(sums, seen);
    for (int i = 0; i < N; i++)
        EQUAL(seen[i], 10 * SIZE * (SIZE - 1) / 2);
    offload(own, .blocks = {2}, .block_size = {SIZE})(a, a, out);
    EQUAL(a[0], 16);
    EQUAL(out[0] + out[1] * 100 + out[2] * 10000, 6 + 1100 + 160000);
    EQUAL(a[1], 8);
    EQUAL(out[3], 5);
    int ran = 0, total = 0, expected = 0;
    offload(nobody, .blocks = {2}, .block_size = {SIZE})(0, NULL, &ran);
    EQUAL(ran, 1);
    for (int i = 0; i < 150; i++) {
        x[i / 50][i % 50] = i * 13 % 29;
        expected += x[i / 50][i % 50] > 10 ? x[i / 50][i % 50] : 0;
    }
    offload(rows, .threads = {50, 3}, .block_size = {16, 4})(50, 3, x, &total);
    EQUAL(total, expected);
    return finish();
}
