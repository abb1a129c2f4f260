// Groups of lanes that go different ways: each group has its own number of turns, one goes on where
// the others wait at a barrier, and some have returned. In blocks of one and two dimensions, of whole
// groups and with a last one that lacks lanes. Each result is what a host's loop computes.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
// RUN: env OFFLOADCC_CPU_THREADS=coroutines %offloadcc -O2 --offload-arch=none %s -o %t.fibres && %t.fibres
#include <offload.h>

#include <string.h>

#include "Inputs/check.h"

enum { MOST = 2048 };

static int number(void) {
    return (int)(offload_thread_id(0) + offload_block_size(0) * offload_thread_id(1));
}

static int sum_of_group(int v) {
    unsigned there = (unsigned)__builtin_popcountl(offload_lane_ballot(1));
    for (unsigned d = 32; d > 0; d /= 2) {
        int other = offload_lane_shuffle_down(v, d);
        if (offload_lane_id() + d < there)
            v += other;
    }
    return offload_lane_shuffle(v, 0);
}

// A group for each row, whose lanes take turns at the elements; rows are longer and longer.
offload_kernel void rows(int count, const int start[count + 1], int all, const int x[all],
                         int sums[count], unsigned lanes[1]) {
    unsigned group = (unsigned)(offload_global_id(0) / offload_lane_count());
    unsigned groups = (unsigned)(offload_global_size(0) / offload_lane_count());
    lanes[0] = offload_lane_count();
    for (unsigned row = group; row < (unsigned)count; row += groups) {
        int sum = 0;
        for (int i = start[row] + (int)offload_lane_id(); i < start[row + 1];
             i += (int)offload_lane_count())
            sum += x[i];
        sum = sum_of_group(sum);
        if (offload_lane_id() == 0)
            sums[row] = sum;
    }
}

static void check_rows(void) {
    enum { ROWS = 50 };
    int start[ROWS + 1] = {0}, x[MOST], sums[ROWS];
    unsigned lanes;
    for (int i = 0; i < ROWS; i++)
        start[i + 1] = start[i] + i * 3 / 2;
    for (int i = 0; i < MOST; i++)
        x[i] = i * 7919 % 1000;
    offload(rows, .blocks = {3}, .block_size = {128})(ROWS, start, start[ROWS], x, sums, &lanes);
    for (int r = 0; r < ROWS; r++) {
        int sum = 0;
        for (int i = start[r]; i < start[r + 1]; i++)
            sum += x[i];
        EQUAL(sums[r], sum);
    }
}

// Groups add up what they have, and the first one adds up the groups. In the loop, group g does g
// turns more. The barriers are met by whole groups.
offload_kernel void blocks(int n, const int x[n], int out[n], unsigned lanes[1]) {
    offload_shared int of_group[1024];
    int me = number(), block = (int)(offload_block_size(0) * offload_block_size(1));
    int group = me / (int)offload_lane_count(), v = x[(int)offload_block_id(0) * block + me];
    lanes[0] = offload_lane_count();
    for (int turn = 0; turn <= group; turn++)
        v = (v + sum_of_group(v)) % 1000;
    if (offload_lane_id() == 0)
        of_group[group] = v;
    offload_barrier();
    if (group == 0) {
        int mine = me * (int)offload_lane_count() < block ? of_group[me] : 0;
        of_group[me] = sum_of_group(mine);
    }
    offload_barrier();
    out[(int)offload_block_id(0) * block + me] = v + of_group[0];
}

static int least(int a, int b) {
    return a < b ? a : b;
}

static void check_blocks(unsigned width, unsigned height) {
    static int x[MOST], out[MOST];
    int block = (int)(width * height), count = MOST / block;
    unsigned lanes;
    for (int i = 0; i < MOST; i++)
        x[i] = i * 31 % 97;
    offload(blocks, .blocks = {(unsigned)count}, .block_size = {width, height})(MOST, x, out,
                                                                              &lanes);
    for (int b = 0; b < count; b++) {
        int total = 0, values[1024];
        for (int first = 0; first < block; first += (int)lanes) {
            int *v = values + first, end = least((int)lanes, block - first);
            memcpy(v, x + b * block + first, (size_t)end * sizeof *v);
            for (int turn = 0; turn <= first / (int)lanes; turn++) {
                int sum = 0;
                for (int i = 0; i < end; i++)
                    sum += v[i];
                for (int i = 0; i < end; i++)
                    v[i] = (v[i] + sum) % 1000;
            }
            total += v[0];
        }
        for (int i = 0; i < block; i++)
            EQUAL(out[b * block + i], values[i] + total);
    }
}

// Whole groups return, and single lanes do.
offload_kernel void returns(int n, int groups, int lane, int out[n]) {
    int me = number();
    if (me / (int)offload_lane_count() >= groups)
        return;
    if ((int)offload_lane_id() == lane)
        return;
    out[me] = __builtin_popcountl(offload_lane_ballot(1)) * 1000 + (int)offload_lane_count();
}

static void check_returns(void) {
    enum { N = 192 };
    int out[N];
    for (int groups = 0; groups < 4; groups++)
        for (int lane = -1; lane < 9; lane += 5) {
            memset(out, 0, sizeof out);
            offload(returns, .blocks = {1}, .block_size = {N})(N, groups, lane, out);
            int lanes = out[lane == 0 ? 1 : 0] % 1000;
            CHECK((lanes != 0) == (groups > 0), "%d groups, lane %d", groups, lane);
            for (int i = 0; i < N; i++)
                EQUAL(out[i], lanes && i / lanes < groups && i % lanes != lane
                                  ? (lanes - (lane >= 0)) * 1000 + lanes
                                  : 0);
        }
}

int main(void) {
    check_rows();
    check_blocks(256, 1);
    check_blocks(64, 4);
    check_blocks(40, 1);
    check_blocks(8, 8);
    check_blocks(1024, 1);
    check_returns();
    return finish();
}
