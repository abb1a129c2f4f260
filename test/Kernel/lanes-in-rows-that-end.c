// Blocks whose rows are shorter than a group, in which the index in the row decides something. The
// first thread that works is in the second row of a group, and the last rows are not full. Each
// thread does once what it does.
//
// RUN: %run_kernel -O1
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

enum { FIRST = 88, COUNT = 236, ROW = 16 };

// Reads the table by the index in the row, with other places for the last threads of it.
offload_kernel void add(unsigned n, const int table[ROW], int limit, int sums[COUNT], int times[COUNT]) {
    unsigned x = (unsigned)offload_thread_id(0), thread = x + ROW * (unsigned)offload_thread_id(1);
    int any = 2 * offload_lane_any(thread < n + 1000), sum = thread < n ? sums[thread] : 3;
    for (int i = 0; i < (sum & 3); i++)
        sum += table[x + 5 < ROW ? x + 5 : 0] > limit ? i : any;
    if (thread >= FIRST && thread < n) {
        if (x < 10)
            times[thread] += 1;
        else
            times[thread] += sum > -1 ? 2 : 0;
    }
    if (thread < n)
        sums[thread] = sum;
}

static int expected(int thread, const int *table, int limit, int any) {
    int x = thread % ROW, sum = thread * 7;
    for (int i = 0; i < (sum & 3); i++)
        sum += table[x + 5 < ROW ? x + 5 : 0] > limit ? i : any;
    return sum;
}

int main(void) {
    int table[ROW], sums[COUNT], times[COUNT] = {0};
    for (int i = 0; i < ROW; i++)
        table[i] = i * 5 % 7;
    for (int i = 0; i < COUNT; i++)
        sums[i] = i * 7;
    offload(add, .blocks = {1}, .block_size = {ROW, ROW})(COUNT, table, 3, sums, times);
    for (int i = 0; i < COUNT; i++) {
        EQUAL(times[i], i < FIRST ? 0 : i % ROW < 10 ? 1 : 2);
        EQUAL(sums[i], expected(i, table, 3, 2));
    }
    return finish();
}
