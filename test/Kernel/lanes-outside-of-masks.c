// A sum by shuffles whose first distances lead out of the mask, as in CUDA's sample reduction: the
// lanes that are not in the mask count as 0.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>

#include "Inputs/check.h"

enum { N = 10000, BLOCKS = 3 };

#define SUM(type)                                                                                  \
    static inline type sum_of_##type(unsigned long mask, type sum) {                                    \
        for (unsigned distance = 16; distance > 0; distance /= 2)                                  \
            sum += offload_lane_shuffle_down(sum, distance, 32, mask);              \
        return sum;                                                                                \
    }                                                                                              \
    offload_kernel void reduce_##type(int n, const type in[n], type out[BLOCKS]) {                 \
        offload_shared type sums[32];                                                              \
        unsigned thread = offload_thread_id(0), size = offload_block_size(0);                      \
        type sum = 0;                                                                              \
        for (unsigned i = offload_block_id(0) * size + thread; i < (unsigned)n;                    \
             i += size * BLOCKS)                                                                   \
            sum += in[i];                                                                          \
        sum = sum_of_##type(offload_all_lanes, sum);                                                             \
        if (thread % 32 == 0)                                                                      \
            sums[thread / 32] = sum;                                                               \
        offload_barrier();                                                                         \
        unsigned long mask = offload_lane_ballot(thread < size / 32, offload_all_lanes);           \
        if (thread < size / 32)                                                                    \
            sum = sum_of_##type(mask, sums[thread]);                                               \
        if (thread == 0)                                                                           \
            out[offload_block_id(0)] = sum;                                                        \
    }                                                                                              \
    static void check_##type(void) {                                                               \
        static type in[N];                                                                         \
        for (int i = 0; i < N; i++)                                                                \
            in[i] = (type)(i % 17 + 1);                                                            \
        for (unsigned size = 32; size <= 1024; size *= 2) {                                        \
            type out[BLOCKS] = {0}, expected[BLOCKS] = {0};                                        \
            offload(reduce_##type, .blocks = {BLOCKS}, .block_size = {size})(N, in, out);          \
            for (unsigned i = 0; i < N; i++)                                                       \
                expected[i / size % BLOCKS] += in[i];                                              \
            for (int i = 0; i < BLOCKS; i++)                                                       \
                EQUAL(out[i], expected[i]);                                                        \
        }                                                                                          \
    }
SUM(int)
SUM(float)
SUM(double)
SUM(long)

// Eight lanes of each group, with a mask that is a constant.
offload_kernel void eighths(int n, long out[n]) {
    int i = (int)offload_global_id(0);
    long sum = i;
    if (offload_lane_id() >= 8)
        return;
    for (unsigned distance = 16; distance > 0; distance /= 2)
        sum += offload_lane_shuffle_down(sum, distance, 32, 0xfful);
    out[i] = sum;
}

int main(void) {
    check_int();
    check_float();
    check_double();
    check_long();
    static long out[256];
    offload(eighths, .blocks = {1}, .block_size = {256})(256, out);
    for (int i = 0; i < 256; i += 64)
        EQUAL(out[i], 8L * i + 28);
    return finish();
}
