// Lane functions that not all threads of a block come to: some threads have returned, or only some groups call them. The
// blocks' sizes are known at run time only: whole groups in a row, parts of groups, and groups that are in several rows.
//
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier -- OMP_NUM_THREADS=1
// RUN: %run_kernel -O0 -Wno-offload-divergent-barrier
// RUN: %run_kernel -O1 -Wno-offload-divergent-barrier -fsanitize=address,undefined
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 -Wno-offload-divergent-barrier --offload-arch=none %s -o %t.fibres && %t.fibres
//
// No thread is a coroutine.
// RUN: %offloadcc -O3 -Wno-offload-divergent-barrier --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
// CHECK-NOT: run_fibres
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>

#include "Inputs/check.h"

enum { N = 1000, MOST = 256 };

static int thread_in_block(void) {
    return (int)(offload_thread_id(0) +
                 offload_block_size(0) * (offload_thread_id(1) + offload_block_size(1) * offload_thread_id(2)));
}

static int threads_of_block(void) {
    return (int)(offload_block_size(0) * offload_block_size(1) * offload_block_size(2));
}

// A sum for each block, by groups, after threads have returned.
offload_kernel void sums(int n, const int x[n], int blocks, int out[blocks]) {
    offload_shared int part[MOST];
    int t = thread_in_block(), size = threads_of_block(), block = (int)offload_block_id(0);
    int lanes = (int)offload_lane_count(), i = block * size + t;
    if (i >= n)
        return;
    int sum = offload_lane_reduce_add(x[i]), left = n - block * size;
    if (offload_lane_id() == 0)
        part[t / lanes] = sum;
    offload_barrier();
    int groups = ((left < size ? left : size) + lanes - 1) / lanes;
    if (t == 0) {
        for (int g = 1; g < groups; g++)
            sum += part[g];
        out[block] = sum;
    }
}

// Every second group adds by lane functions, more than once; the other groups' threads add for themselves.
offload_kernel void seconds(int n, const int x[n], int total[1]) {
    int t = thread_in_block(), i = (int)offload_block_id(0) * threads_of_block() + t;
    int group = t / (int)offload_lane_count();
    if (i < n && group % 2) {
        for (int k = 0; k < group; k++) {
            int sum = offload_lane_reduce_add(x[i] + k);
            if (offload_lane_id() == 0)
                offload_atomic_add(&total[0], sum);
        }
    } else if (i < n) {
        for (int k = 0; k < group; k++)
            offload_atomic_add(&total[0], x[i] + k);
    }
}

// Each thread gets the greatest number of the lanes before it that are left.
offload_kernel void greatest(int n, const int x[n], int lanes, int out[n]) {
    int t = thread_in_block(), i = (int)offload_block_id(0) * threads_of_block() + t;
    if (i >= n || x[i] % 5 == 0)
        return;
    int most = x[i];
    for (unsigned d = 1; d < (unsigned)lanes; d *= 2) {
        int other = offload_lane_shuffle_up(most, d, 32);
        most = other > most ? other : most;
    }
    out[i] = most;
}

// Threads return after a loop with barriers and one without.
offload_kernel void after_loops(int n, const int x[n], int rounds, int out[n]) {
    int t = thread_in_block(), i = (int)offload_block_id(0) * threads_of_block() + t, sum = 0;
    for (int k = 0; k < rounds; k++)
        offload_barrier();
    for (int k = 0; k < rounds; k++)
        sum += k * t;
    if (t >= 5) {
        if (i < n)
            out[i] = sum + x[i];
        return;
    }
    offload_barrier();
    sum += offload_lane_any(t == 3);
    if (i < n)
        out[i] = sum;
}

static const unsigned sizes[][3] = {{64, 1, 1}, {100, 1, 1}, {5, 1, 1}, {16, 16, 1}, {7, 5, 1}, {33, 2, 1}, {3, 5, 7}};

offload_kernel void count_lanes(int out[1]) { out[0] = (int)offload_lane_count(); }

static int lanes_of_groups(void) {
    int lanes[1];
    offload(count_lanes, .blocks = {1}, .block_size = {1})(lanes);
    return lanes[0];
}

// What the rounds of `greatest` give on the host, of 32 lanes from `first` on.
static void expect_greatest(const int *x, int first, int end, int *out) {
    int most[32], next[32];
    for (int l = 0; l < 32; l++)
        most[l] = first + l < end ? x[first + l] : 0;
    for (int d = 1; d < 32; d *= 2) {
        for (int l = 0; l < 32; l++) {
            int other = l - d;
            int takes_part = other >= 0 && first + other < end && x[first + other] % 5 != 0;
            next[l] = takes_part && most[other] > most[l] ? most[other] : most[l];
        }
        for (int l = 0; l < 32; l++)
            most[l] = next[l];
    }
    for (int l = 0; l < 32 && first + l < end; l++)
        out[first + l] = x[first + l] % 5 ? most[l] : -1;
}

int main(void) {
    static int x[N], out[N], expected[N];
    for (int i = 0; i < N; i++)
        x[i] = i * 37 % 101;
    int lanes = lanes_of_groups();
    for (unsigned z = 0; z < sizeof sizes / sizeof *sizes; z++) {
        const unsigned *size = sizes[z];
        int threads = (int)(size[0] * size[1] * size[2]), blocks = (N + threads - 1) / threads, total[1] = {0}, all = 0;
        offload(sums, .blocks = {(unsigned)blocks + 1}, .block_size = {size[0], size[1], size[2]})(N, x, blocks, out);
        for (int b = 0; b < blocks; b++) {
            int sum = 0;
            for (int i = b * threads; i < (b + 1) * threads && i < N; i++)
                sum += x[i];
            EQUAL(out[b], sum);
        }
        offload(seconds, .blocks = {(unsigned)blocks + 1}, .block_size = {size[0], size[1], size[2]})(N, x, total);
        for (int i = 0; i < N; i++) {
            int group = i % threads / lanes;
            all += group * x[i] + group * (group - 1) / 2;
        }
        EQUAL(total[0], all);
        for (int i = 0; i < N; i++)
            out[i] = -1;
        offload(greatest, .blocks = {(unsigned)blocks}, .block_size = {size[0], size[1], size[2]})(N, x, 32, out);
        for (int b = 0; b < blocks; b++)
            for (int t = 0; t < threads; t += 32) {
                int first = b * threads + t, end = (b + 1) * threads < N ? (b + 1) * threads : N;
                if (first < end)
                    expect_greatest(x, first, first + 32 < end ? first + 32 : end, expected);
            }
        for (int i = 0; i < N; i++)
            EQUAL(out[i], expected[i]);
        offload(after_loops, .blocks = {(unsigned)blocks}, .block_size = {size[0], size[1], size[2]})(N, x, 3, out);
        for (int i = 0; i < N; i++) {
            int t = i % threads;
            EQUAL(out[i], 3 * t + (t < 5 ? threads > 3 : x[i]));
        }
    }
    return finish();
}
