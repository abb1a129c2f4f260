// An index that begins below zero, and is compared as an unsigned number, is less than the bound
// from where it is zero. The loops over threads are for these threads, without the comparison.
// RUN: %offloadcc -w -O0 --offload-arch=x86-64 %s -o %t0 && %t0 | FileCheck %s
// RUN: %offloadcc -w -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
// RUN: %offloadcc -w -O3 -march=native --offload-arch=none %s -o %t1 && %t1 | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t | FileCheck %s
#include <limits.h>
#include <offload.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

enum { N = 256 };
static int seen[N], mistakes;

#define KERNEL(name, condition)                                                                    \
    static bool name##_holds(int i, int back, size_t n) {                                          \
        int j = i - back;                                                                          \
        unsigned u = (unsigned)i + (unsigned)back;                                                 \
        (void)u;                                                                                   \
        return condition;                                                                          \
    }                                                                                              \
    offload_kernel void name(int back, size_t n, int m, int to[m]) {                               \
        int i = (int)offload_thread_id(0);                                                         \
        int j = i - back;                                                                          \
        unsigned u = (unsigned)i + (unsigned)back;                                                 \
        (void)u;                                                                                   \
        if (condition)                                                                             \
            to[i] += 1;                                                                            \
    }                                                                                              \
    static void try_##name(int back, size_t n) {                                                   \
        int wrong = 0;                                                                             \
        for (int i = 0; i < N; i++)                                                                \
            seen[i] = 0;                                                                           \
        offload(name, .blocks = {1}, .block_size = {N})(back, n, N, seen);                         \
        for (int i = 0; i < N; i++)                                                                \
            wrong += seen[i] != name##_holds(i, back, n);                                          \
        mistakes += wrong;                                                                         \
        if (wrong)                                                                                 \
            printf("%s(%d, %zu): %d are wrong\n", #name, back, n, wrong);                          \
    }

KERNEL(extended, (size_t)j < n)
KERNEL(extended_or_equal, (size_t)j <= n)
KERNEL(extended_greater, (size_t)j >= n)
KERNEL(half, (unsigned)j < (unsigned)n)
KERNEL(half_or_equal, (unsigned)j <= (unsigned)n)
KERNEL(half_greater, (unsigned)j > (unsigned)n)
KERNEL(half_signed, (int)u < (int)n)

int main(void) {
    static const int backs[] = {-300, -1, 0, 1, 20, 255, 256, 1000, INT_MAX - 100};
    static const size_t counts[] = {0, 1, 20, 100, 235, 236, 256, 1000, INT_MAX, UINT_MAX, SIZE_MAX};
    for (size_t b = 0; b < sizeof backs / sizeof *backs; b++)
        for (size_t n = 0; n < sizeof counts / sizeof *counts; n++) {
            try_extended(backs[b], counts[n]);
            try_extended_or_equal(backs[b], counts[n]);
            try_extended_greater(backs[b], counts[n]);
            try_half(backs[b], counts[n]);
            try_half_or_equal(backs[b], counts[n]);
            try_half_greater(backs[b], counts[n]);
            try_half_signed(backs[b], counts[n]);
        }
    // CHECK-NOT: wrong
    puts(mistakes ? "FAIL" : "PASS"); // CHECK: PASS
    return mistakes != 0;
}
