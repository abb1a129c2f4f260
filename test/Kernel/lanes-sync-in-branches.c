// offload_lanes_sync without a mask waits for the lanes that come to it together: in a branch, in a loop that each lane
// leaves at its own time, after lanes have returned, and in a function that is called from several branches. The other
// lanes may wait elsewhere, here at a barrier.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1
// RUN: %run_kernel -O0
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>

#include "Inputs/check.h"

enum { SIZE = 96, N = 2 * SIZE };

// Each lane of a half of a group gets its neighbour's value.
__attribute__((noinline)) static int swap(int volatile *s, unsigned t, int value) {
    s[t] = value;
    offload_lanes_sync();
    int other = s[t ^ 1];
    offload_lanes_sync();
    return other;
}

offload_kernel void branches(int n, const int x[n], int out[n]) {
    offload_shared int s[SIZE];
    unsigned t = offload_thread_id(0), lane = offload_lane_id();
    int i = (int)offload_global_id(0), value = x[i];
    if (lane % 8 < 4) {
        s[t] = value;
        offload_lanes_sync();
        value = s[t ^ 2];
    } else if (lane % 8 < 6) {
        value = swap(s, t, value) + swap(s, t, value + 1);
    }
    offload_barrier();
    out[i] = value;
}

// Pairs of lanes run 1, 2, 3 or 4 rounds.
offload_kernel void rounds(int n, const int x[n], int out[n]) {
    offload_shared int s[SIZE];
    unsigned t = offload_thread_id(0);
    int i = (int)offload_global_id(0), value = x[i];
    for (unsigned round = 0; round <= t / 2 % 4; round++) {
        s[t] = value + (int)round;
        offload_lanes_sync();
        value = s[t ^ 1];
        offload_lanes_sync();
    }
    out[i] = value;
}

offload_kernel void returned(int n, const int x[n], int out[n]) {
    offload_shared int s[SIZE];
    unsigned t = offload_thread_id(0);
    int i = (int)offload_global_id(0);
    out[i] = -1;
    if (t % 4 > 1)
        return;
    s[t] = x[i];
    offload_lanes_sync();
    out[i] = s[t ^ 1];
}

int main(void) {
    static int x[N], out[N];
    for (int i = 0; i < N; i++)
        x[i] = i * 7 % 101;
    offload(branches, .blocks = {2}, .block_size = {SIZE})(N, x, out);
    for (int i = 0; i < N; i++)
        EQUAL(out[i], i % 8 < 4 ? x[i ^ 2] : i % 8 < 6 ? 2 * x[i ^ 1] + 1 : x[i]);
    offload(rounds, .blocks = {2}, .block_size = {SIZE})(N, x, out);
    for (int i = 0; i < N; i++) {
        int last = i / 2 % 4;
        EQUAL(out[i], x[last % 2 ? i : i ^ 1] + last * (last + 1) / 2);
    }
    offload(returned, .blocks = {2}, .block_size = {SIZE})(N, x, out);
    for (int i = 0; i < N; i++)
        EQUAL(out[i], i % 4 > 1 ? -1 : x[i ^ 1]);
    return finish();
}
