// Groups of lanes take turns at rows: with what they keep from turn to turn, ways out of the loop, and
// other ways to write it. Lanes take turns at the elements of a row, of which the last turn has few.
// Atomic operations for one lane, and code for the first threads of a block.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload_query.h>
#include <string.h>

#include "Inputs/check.h"

enum { ROWS = 500, BLOCK = 128, BLOCKS = 3, THREADS = BLOCK * BLOCKS, LANES = 32, GROUPS = THREADS / LANES };

static int start[ROWS + 1], x[ROWS * 130], sums[ROWS], kept[THREADS], counts[4];

static inline int group_sum(int v) {
    for (int d = LANES / 2; d; d /= 2)
        v += offload_lane_shuffle_xor(v, d, LANES);
    return v;
}

offload_kernel void by_int(int rows, const int begin[rows + 1], int all, const int in[all], int out[rows],
                           int state[THREADS]) {
    int lane = (int)offload_thread_id(0) % LANES, group = (int)offload_global_id(0) / LANES,
        groups = (int)offload_global_size(0) / LANES, mine = 0;
    for (int row = group; row < rows; row += groups) {
        int sum = 0;
        for (int i = begin[row] + lane; i < begin[row + 1]; i += LANES)
            sum += in[i];
        mine = (3 * mine + sum) % 1000003;
        sum = group_sum(sum);
        if (lane == 0)
            out[row] = sum;
    }
    state[offload_global_id(0)] = mine;
}

// Nothing is kept, and the index has no sign.
offload_kernel void by_warp(unsigned rows, const int begin[rows + 1], int all, const int in[all], int out[rows]) {
    unsigned lane = offload_thread_id(0) % LANES, warps = offload_block_size(0) / LANES;
    for (unsigned row = offload_block_id(0) * warps + offload_thread_id(0) / LANES; row < rows;
         row += warps * offload_block_count(0)) {
        int sum = 0;
        for (int i = begin[row] + (int)lane; i < begin[row + 1]; i += LANES)
            sum += in[i];
        sum = offload_lane_reduce_add(sum);
        if (lane == 7)
            out[row] = sum;
    }
}

offload_kernel void by_size(size_t rows, const int begin[rows + 1], int all, const int in[all], int out[rows],
                            int totals[4]) {
    for (size_t row = offload_global_id(0) / LANES; row < rows; row += offload_global_size(0) / LANES) {
        int sum = 0, idle = 0;
        for (int i = begin[row]; i < begin[row + 1]; i += LANES) {
            int at = i + (int)offload_lane_id();
            if (at < begin[row + 1])
                sum += in[at];
            else
                idle++;
        }
        sum = offload_lane_reduce_add(sum);
        idle = offload_lane_reduce_add(idle);
        if (offload_lane_id() == 3)
            out[row] = sum;
        if (offload_lane_id() == 0)
            offload_atomic_add(&totals[0], idle);
        if (offload_lane_id() == 5 && sum % 2)
            offload_atomic_add(&totals[1], 1);
    }
}

// A group leaves the loop where a row's sum says so.
offload_kernel void until(int rows, const int begin[rows + 1], int all, const int in[all], int out[rows]) {
    int lane = (int)offload_lane_id();
    for (int row = (int)offload_global_id(0) / LANES; row < rows; row += (int)offload_global_size(0) / LANES) {
        int sum = 0;
        for (int i = begin[row] + lane; i < begin[row + 1]; i += LANES)
            sum += in[i];
        sum = offload_lane_reduce_add(sum);
        if (sum % 11 == 3)
            break;
        if (lane == 0)
            out[row] = sum;
    }
}

// Each lane has an array, of which it reads what it has stored some turns before.
offload_kernel void later(int rows, const int begin[rows + 1], int out[rows]) {
    int last[4] = {0}, lane = (int)offload_lane_id(), turn = 0;
    for (int row = (int)offload_global_id(0) / LANES; row < rows; row += (int)offload_global_size(0) / LANES) {
        int before = last[turn & 3];
        last[turn & 3] = begin[row] + lane;
        turn++;
        before = offload_lane_reduce_add(before);
        if (lane == 0)
            out[row] = before;
    }
}

// Elements in turns, of which the last is for some threads.
offload_kernel void filter(int n, const int in[n], int out[n], int count[4]) {
    unsigned lane = offload_lane_id();
    for (int i = (int)offload_global_id(0); i < n; i += (int)offload_global_size(0)) {
        int wants = in[i] % 3 == 1, at = 0;
        unsigned long these = offload_lane_ballot(wants);
        if (lane == 0)
            at = offload_atomic_add(&count[0], __builtin_popcountl(these));
        at = offload_lane_shuffle(at, 0);
        if (wants)
            out[at + __builtin_popcountl(these & ((1ul << lane) - 1))] = in[i];
    }
}

// The first threads of a block, none, or some of a group.
offload_kernel void first_threads(unsigned limit, int out[THREADS]) {
    unsigned thread = offload_thread_id(0);
    int found = -1;
    if (thread < limit)
        found = offload_lane_reduce_add((int)thread);
    out[offload_global_id(0)] = found;
}

offload_kernel void sort(int n, const int in[n], int out[n]) {
    unsigned lane = offload_lane_id();
    int v = in[offload_global_id(0)];
    for (unsigned k = 2; k <= LANES; k *= 2)
        for (unsigned j = k / 2; j > 0; j /= 2) {
            int other = offload_lane_shuffle_xor(v, j);
            v = (((lane & k) == 0) == ((lane & j) == 0)) == (other < v) ? other : v;
        }
    out[offload_global_id(0)] = v;
}

static int sum_of(int row) {
    int sum = 0;
    for (int i = start[row]; i < start[row + 1]; i++)
        sum += x[i];
    return sum;
}

static void check_sums(int rows) {
    for (int row = 0; row < rows; row++)
        EQUAL(sums[row], sum_of(row));
}

static void check_rows(int rows) {
    int all = start[ROWS], idle = 0, odd = 0;
    memset(sums, -1, sizeof sums);
    offload(by_int, .blocks = {BLOCKS}, .block_size = {BLOCK})(rows, start, all, x, sums, kept);
    check_sums(rows);
    for (int t = 0; t < THREADS; t++) {
        int mine = 0;
        for (int row = t / LANES; row < rows; row += GROUPS) {
            int sum = 0;
            for (int i = start[row] + t % LANES; i < start[row + 1]; i += LANES)
                sum += x[i];
            mine = (3 * mine + sum) % 1000003;
        }
        EQUAL(kept[t], mine);
    }
    memset(sums, -1, sizeof sums);
    offload(by_warp, .blocks = {BLOCKS}, .block_size = {BLOCK})((unsigned)rows, start, all, x, sums);
    check_sums(rows);
    memset(sums, -1, sizeof sums);
    memset(counts, 0, sizeof counts);
    offload(by_size, .blocks = {BLOCKS}, .block_size = {BLOCK})((size_t)rows, start, all, x, sums, counts);
    check_sums(rows);
    for (int row = 0; row < rows; row++) {
        idle += (start[row] - start[row + 1]) & (LANES - 1);
        odd += sum_of(row) % 2;
    }
    EQUAL(counts[0], idle);
    EQUAL(counts[1], odd);
}

static void check_ways_out(int rows) {
    memset(sums, -1, sizeof sums);
    offload(until, .blocks = {BLOCKS}, .block_size = {BLOCK})(rows, start, start[ROWS], x, sums);
    for (int group = 0; group < GROUPS; group++) {
        int left = 0;
        for (int row = group; row < rows; row += GROUPS) {
            left = left || sum_of(row) % 11 == 3;
            EQUAL(sums[row], left ? -1 : sum_of(row));
        }
    }
    offload(later, .blocks = {BLOCKS}, .block_size = {BLOCK})(rows, start, sums);
    for (int row = 0; row < rows; row++) {
        int before = row - 4 * GROUPS;
        EQUAL(sums[row], before < 0 ? 0 : LANES * start[before] + LANES * (LANES - 1) / 2);
    }
}

static void check_filter(int n) {
    static int out[ROWS * 130];
    int wanted = 0;
    long sum = 0;
    counts[0] = 0;
    offload(filter, .blocks = {BLOCKS}, .block_size = {BLOCK})(n, x, out, counts);
    for (int i = 0; i < n; i++)
        if (x[i] % 3 == 1) {
            wanted++;
            sum += (long)x[i] * x[i];
        }
    EQUAL(counts[0], wanted);
    for (int i = 0; i < wanted; i++)
        sum -= (long)out[i] * out[i];
    EQUAL(sum, 0);
}

static void check_first(unsigned limit) {
    offload(first_threads, .blocks = {BLOCKS}, .block_size = {BLOCK})(limit, kept);
    for (unsigned t = 0; t < THREADS; t++) {
        int expected = 0;
        for (unsigned o = t % BLOCK / LANES * LANES; o < t % BLOCK / LANES * LANES + LANES; o++)
            expected += o < limit ? (int)o : 0;
        EQUAL(kept[t], t % BLOCK < limit ? expected : -1);
    }
}

static void check_sort(void) {
    static int out[THREADS];
    offload(sort, .blocks = {BLOCKS}, .block_size = {BLOCK})(THREADS, x, out);
    for (int t = 0; t < THREADS; t++) {
        int less = 0, equal = 0;
        for (int o = t / LANES * LANES; o < t / LANES * LANES + LANES; o++) {
            less += x[o] < out[t];
            equal += x[o] == out[t];
        }
        CHECK(equal && less <= t % LANES && t % LANES < less + equal, "lane %d", t);
    }
}

int main(void) {
    if (offload_query_lanes(-1) != LANES) // the kernels are for groups of 32 lanes
        return finish();
    for (int row = 0; row < ROWS; row++)
        start[row + 1] = start[row] + (row % 7 == 0 ? 0 : row * 37 % 130);
    for (int i = 0; i < start[ROWS]; i++)
        x[i] = (int)((unsigned)i * 2654435761u >> 20);
    for (int rows = 1; rows <= ROWS; rows += rows < 40 ? 13 : 230) {
        check_rows(rows);
        check_ways_out(rows);
    }
    for (int n = 1; n < 3000; n += 331)
        check_filter(n);
    for (unsigned limit = 0; limit <= BLOCK + 1; limit += 3)
        check_first(limit);
    check_sort();
    return finish();
}
