// Kernels whose threads return before a barrier, where they are outside of the array. Blocks in
// which no thread does that have other code than those in which some do.
//
// RUN: %run_kernel -O3 -Wno-offload-divergent-barrier -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier -fwrapv
// RUN: %run_kernel -O1 -Wno-offload-divergent-barrier -fsanitize=address,undefined
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { SIZE = 32, SIDE = 8, MAX = 1100 };

static int in[MAX], out[MAX];

// A sum for each block, by steps.
offload_kernel void sums(int n, const int from[n], int to[(n + SIZE - 1) / SIZE]) {
    offload_shared int part[SIZE];
    unsigned t = offload_thread_id(0);
    int i = (int)offload_global_id(0);
    part[t] = 0;
    if (i >= n)
        return;
    part[t] = from[i];
    for (unsigned step = SIZE / 2; step > 0; step /= 2) {
        offload_barrier();
        if (t < step && i + (int)step < n)
            part[t] += part[t + step];
    }
    if (t == 0)
        to[i / SIZE] = part[0];
}

static void check_sums(int n) {
    memset(out, 0, sizeof out);
    offload(sums, .blocks = {MAX / SIZE + 1}, .block_size = {SIZE})(n, in, out);
    for (int b = 0; b * SIZE < n; b++) {
        int sum = 0;
        for (int i = b * SIZE; i < n && i < (b + 1) * SIZE; i++)
            sum += in[i];
        EQUAL(out[b], sum);
    }
}

// Guards one after another, with what the block has in common and with work before them; a loop
// with barriers whose end is no guard.
offload_kernel void turns(unsigned w, unsigned h, int times, const int from[h * w], int to[h * w]) {
    offload_shared int tile[SIDE][SIDE];
    unsigned tx = offload_thread_id(0), ty = offload_thread_id(1);
    unsigned x = offload_block_id(0) * SIDE + tx, y = offload_block_id(1) * SIDE + ty;
    int own = 0;
    if (offload_block_id(0) * SIDE >= w)
        return;
    for (int i = 0; i < times; i++)
        own += i;
    if (x >= w)
        return;
    if (y >= h)
        return;
    tile[ty][tx] = from[y * w + x] + own;
    for (int i = 0; i < times; i++) {
        offload_barrier();
        int other = tile[ty][tx ^ (x + 1 < w || tx % 2 ? 1 : 0)];
        offload_barrier();
        tile[ty][tx] += other * (i + 1);
    }
    to[y * w + x] = tile[ty][tx];
}

static void check_turns(int w, int h, int times) {
    offload(turns, .blocks = {(unsigned)w / SIDE + 2, (unsigned)h / SIDE + 1},
            .block_size = {SIDE, SIDE})((unsigned)w, (unsigned)h, times, in, out);
    for (int y = 0; y < h; y++) {
        int row[MAX], next[MAX];
        for (int x = 0; x < w; x++)
            row[x] = in[y * w + x] + times * (times - 1) / 2;
        for (int i = 0; i < times; i++) {
            for (int x = 0; x < w; x++)
                next[x] = row[x] + row[x + 1 < w || x % 2 ? x ^ 1 : x] * (i + 1);
            memcpy(row, next, sizeof row);
        }
        for (int x = 0; x < w; x++)
            EQUAL(out[y * w + x], row[x]);
    }
}

// What a guard compares comes out of a loop.
offload_kernel void counted(int n, int times, const int from[n], int to[n]) {
    offload_shared int last[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0), past = i, turn = 0;
    do {
        past += SIZE;
        turn++;
    } while (turn < times);
    if (past >= n)
        return;
    last[t] = from[i] + 1;
    offload_barrier();
    to[i] = last[t];
}

static void check_counted(int n, int times) {
    memset(out, 0, sizeof out);
    offload(counted, .threads = {(size_t)n}, .block_size = {SIZE})(n, times, in, out);
    for (int i = 0; i < n; i++)
        EQUAL(out[i], i + times * SIZE < n ? in[i] + 1 : 0);
}

// What a guard compares is the index for some threads, and another number for others.
offload_kernel void bounded(int n, int limit, int beyond, int top, const int from[n], int to[n]) {
    offload_shared int last[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    int other = i < limit ? i : beyond;
    if (other * 3 + 1 >= top)
        return;
    last[t] = from[i] + 1;
    offload_barrier();
    to[i] = last[t];
}

static void check_bounded(int n, int limit) {
    memset(out, 0, sizeof out);
    offload(bounded, .threads = {(size_t)n}, .block_size = {SIZE})(n, limit, n, 3 * n + 1, in, out);
    for (int i = 0; i < n; i++)
        EQUAL(out[i], i < limit ? in[i] + 1 : 0);
}

// What threads read decides whether they return; and some return after the barrier.
offload_kernel void chosen(int n, const int from[n], int to[n]) {
    offload_shared int last[SIZE];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0);
    last[t] = -1;
    offload_barrier();
    if (i >= n || from[i] % 3 == 0)
        return;
    last[t] = from[i];
    offload_barrier();
    if (i % 5 == 0)
        return;
    offload_barrier();
    to[i] = last[t ^ 1];
}

static void check_chosen(int n) {
    memset(out, 0, sizeof out);
    offload(chosen, .threads = {(size_t)n}, .block_size = {SIZE})(n, in, out);
    for (int i = 0; i < n; i++) {
        int other = (i ^ 1) < n && in[i ^ 1] % 3 ? in[i ^ 1] : -1;
        EQUAL(out[i], in[i] % 3 == 0 || i % 5 == 0 ? 0 : other);
    }
}

int main(void) {
    static const int counts[] = {1, 2, SIZE - 1, SIZE, SIZE + 1, 5 * SIZE, 1000};
    for (int i = 0; i < MAX; i++)
        in[i] = i * 7 % 101;
    for (unsigned i = 0; i < sizeof counts / sizeof *counts; i++) {
        check_sums(counts[i]);
        check_chosen(counts[i]);
        check_counted(counts[i], (int)i % 4 + 1);
        check_bounded(counts[i], 40);
        check_bounded(counts[i], 540);
    }
    for (int w = 1; w <= 33; w += 8)
        for (int h = 1; h <= 33; h += 16)
            check_turns(w, h, (w + h) % 4);
    return finish();
}
