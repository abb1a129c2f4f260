// After threads have returned, the others meet barriers as before, in blocks of any size. What decides which barrier
// comes next may be read from memory that blocks without threads must not touch.
//
// RUN: %run_kernel -O2 -Wno-offload-divergent-barrier -- OMP_NUM_THREADS=1
// RUN: %run_kernel -O0 -Wno-offload-divergent-barrier
// RUN: %offloadcc -O3 -Wno-offload-divergent-barrier --offload-arch=none %s -o %t.none -Rpass-missed=offload 2>%t.remarks
// RUN: not grep "barriers" %t.remarks
// RUN: %t.none
// GPU-OPTIONS: -Wno-offload-divergent-barrier
#include <offload.h>
#include <stdlib.h>

#include "Inputs/check.h"

enum { N = 1000, MOST = 256, WIDTH = 70, HEIGHT = 45, INNER = 14, TILE = 16 };

static int index_in_grid(void) { return (int)offload_global_id(0); }

// The sum over all whole tiles of x, each number times the thread's index.
offload_kernel void tiles(int n, const int x[n], int out[n]) {
    offload_shared int tile[MOST];
    int t = (int)offload_thread_id(0), size = (int)offload_block_size(0), i = index_in_grid();
    if (i >= n)
        return;
    int first = (int)offload_block_id(0) * size, sum = 0, left = n - first < size ? n - first : size;
    for (int k = 0; k < n / left; k++) {
        tile[t] = x[k * left + t];
        offload_barrier();
        for (int j = 0; j < left; j++)
            sum += tile[j] * (i + j);
        offload_barrier();
    }
    out[i] = sum;
}

// Threads return one after the other, and some write before.
offload_kernel void writers(int n, const int x[n], int out[n]) {
    offload_shared int part[MOST];
    int t = (int)offload_thread_id(0), size = (int)offload_block_size(0), i = index_in_grid();
    if (i >= n)
        return;
    part[t] = x[i];
    offload_barrier();
    if (x[i] % 7 == 3) {
        out[i] = -part[t];
        return;
    }
    int next = part[t + 1 < size && i + 1 < n ? t + 1 : t];
    if (t == 0)
        out[i] = 1;
    else
        out[i] = 0;
    offload_barrier();
    part[t] = next;
    offload_barrier();
    out[i] += part[t] + part[0];
}

// Half of the threads are left after each step.
offload_kernel void halves(int n, const int x[n], int blocks, int out[blocks]) {
    offload_shared int part[64];
    int t = (int)offload_thread_id(0), i = index_in_grid();
    part[t] = i < n ? x[i] : 0;
    offload_barrier();
    if (t >= 32)
        return;
    part[t] += part[t + 32];
    offload_barrier();
    if (t >= 16)
        return;
    part[t] += part[t + 16];
    offload_barrier();
    if (t > 0)
        return;
    int sum = 0;
    for (int j = 0; j < 16; j++)
        sum += part[j];
    out[offload_block_id(0)] = sum;
}

// Only blocks with threads have a number of rounds.
offload_kernel void rounds(int n, const int x[n], int blocks, const int counts[blocks], int out[n]) {
    offload_shared int part[MOST];
    int t = (int)offload_thread_id(0), i = index_in_grid(), value = 0;
    if (i >= n || t == 5)
        return;
    int count = counts[offload_block_id(0)];
    for (int k = 0; k < count; k++) {
        part[t] = x[i] + k;
        offload_barrier();
        value += part[t < 5 ? 0 : t];
        offload_barrier();
    }
    out[i] = value + count;
}

// The threads that are left agree to go on.
offload_kernel void agreement(int n, const int x[n], int out[n]) {
    offload_shared int more;
    int t = (int)offload_thread_id(0), i = index_in_grid(), turns = 0;
    if (i >= n)
        return;
    int value = x[i];
    do {
        offload_barrier();
        if (t == 0)
            more = 0;
        offload_barrier();
        value /= 2;
        if (value > 0)
            more = 1;
        turns++;
        offload_barrier();
    } while (more);
    out[i] = turns;
}

// Threads at the edges only load.
offload_kernel void sums(int w, int h, const int x[w * h], int out[w * h]) {
    offload_shared int tile[TILE][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int column = (int)offload_block_id(0) * INNER + tx, row = (int)offload_block_id(1) * INNER + ty;
    tile[ty][tx] = column < w && row < h ? x[row * w + column] : 0;
    offload_barrier();
    if (ty >= INNER || tx >= INNER)
        return;
    int sum = 0;
    for (int b = 0; b < 3; b++)
        for (int a = 0; a < 3; a++)
            sum += tile[ty + b][tx + a];
    offload_barrier();
    tile[ty][tx] = sum;
    offload_barrier();
    if (column < w && row < h)
        out[row * w + column] = tile[ty][tx] + tile[0][0];
}

static int sum_at(const int *x, int row, int column) {
    int sum = 0;
    for (int b = row; b < row + 3 && b < HEIGHT; b++)
        for (int a = column; a < column + 3 && a < WIDTH; a++)
            sum += x[b * WIDTH + a];
    return sum;
}

static void check_block(const int *x, unsigned size) {
    static int out[N];
    unsigned blocks = (N + size - 1) / size;
    offload(tiles, .blocks = {blocks + 2}, .block_size = {size})(N, x, out);
    for (int i = 0; i < N; i++) {
        int sum = 0, t = i % (int)size, left = N - (i - t) < (int)size ? N - (i - t) : (int)size;
        for (int k = 0; k < N / left; k++)
            for (int j = 0; j < left; j++)
                sum += x[k * left + j] * (i + j);
        EQUAL(out[i], sum);
    }
    offload(writers, .blocks = {blocks + 1}, .block_size = {size})(N, x, out);
    for (int i = 0; i < N; i++) {
        int t = i % (int)size, first = i - t;
        int next = x[t + 1 < (int)size && i + 1 < N ? i + 1 : i];
        int of_first = x[first] % 7 == 3 ? x[first] : x[first + 1 < N && size > 1 ? first + 1 : first];
        EQUAL(out[i], x[i] % 7 == 3 ? -x[i] : (t == 0) + next + of_first);
    }
    int *counts = malloc(blocks * sizeof *counts);
    for (unsigned b = 0; b < blocks; b++)
        counts[b] = (int)(b * 5 % 4);
    for (int i = 0; i < N; i++)
        out[i] = -1;
    offload(rounds, .blocks = {blocks + 3}, .block_size = {size})(N, x, (int)blocks, counts, out);
    for (int i = 0; i < N; i++) {
        int t = i % (int)size, value = 0, count = counts[(unsigned)i / size];
        for (int k = 0; k < count; k++)
            value += x[t < 5 ? i - t : i] + k;
        EQUAL(out[i], t == 5 ? -1 : value + count);
    }
    free(counts);
    offload(agreement, .blocks = {blocks}, .block_size = {size})(N, x, out);
    for (int i = 0; i < N; i++) {
        int first = i - i % (int)size, most = 1;
        for (int j = first; j < first + (int)size && j < N; j++)
            for (int turns = 1, value = x[j] / 2; value > 0; value /= 2)
                most = ++turns > most ? turns : most;
        EQUAL(out[i], most);
    }
}

int main(void) {
    static int x[N], picture[WIDTH * HEIGHT], out[WIDTH * HEIGHT];
    unsigned state = 1;
    for (int i = 0; i < N; i++)
        x[i] = (int)((state = state * 1664525 + 1013904223) >> 20);
    for (int i = 0; i < WIDTH * HEIGHT; i++)
        picture[i] = i * 7 % 31;
    check_block(x, 64);
    check_block(x, 100);
    enum { BLOCKS = (N + 63) / 64 };
    offload(halves, .blocks = {BLOCKS}, .block_size = {64})(N, x, BLOCKS, out);
    for (int b = 0; b < BLOCKS; b++) {
        int sum = 0;
        for (int i = b * 64; i < (b + 1) * 64 && i < N; i++)
            sum += x[i];
        EQUAL(out[b], sum);
    }
    offload(sums, .blocks = {(WIDTH + INNER - 1) / INNER, (HEIGHT + INNER - 1) / INNER}, .block_size = {TILE, TILE})(
        WIDTH, HEIGHT, picture, out);
    for (int row = 0; row < HEIGHT; row++)
        for (int column = 0; column < WIDTH; column++)
            EQUAL(out[row * WIDTH + column],
                  sum_at(picture, row, column) + sum_at(picture, row - row % INNER, column - column % INNER));
    return finish();
}
