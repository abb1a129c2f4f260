// Indices that are divided by what is the same for all threads: rows and columns of an index,
// neighbours in arrays whose ends are joined, tiles of a block; of all integer types, with
// divisors of 1, negative ones, and 0 where no thread divides.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <limits.h>
#include <offload.h>
#include <stdint.h>

#include "Inputs/check.h"

enum { N = 1500, SIDE = 19, BLOCK = 96 };

struct place {
    long row, column;
};

#define KERNEL(name, type, index)                                                                  \
    offload_kernel void name(size_t n, type add, type width, offload_out struct place out[n]) {    \
        size_t x = offload_global_id(0);                                                           \
        if (x >= n)                                                                                \
            return;                                                                                \
        type i = (type)(index);                                                                    \
        out[x].row = (long)(i / width);                                                            \
        out[x].column = (long)(i % width);                                                         \
    }
KERNEL(of_int, int, (int)x + add)
KERNEL(of_unsigned, unsigned, (unsigned)x + add)
KERNEL(of_long, long, (long)x + add)
KERNEL(of_size, size_t, x + add)
KERNEL(of_half, long, (int)(unsigned)((size_t)x + (size_t)add))

#define CHECK_PLACES(name, type, add, width)                                                       \
    do {                                                                                           \
        offload(name, .threads = {N})(N, add, width, places);                                      \
        for (size_t x = 0; x < N; x++) {                                                           \
            EQUAL(places[x].row, (long)(((type)x + (type)(add)) / (type)(width)));                 \
            EQUAL(places[x].column, (long)(((type)x + (type)(add)) % (type)(width)));              \
        }                                                                                          \
    } while (0)

// Three dimensions, as they are written with one index, in both orders.
offload_kernel void boxes(int n, int w, int h, const int in[n], offload_out int out[n],
                          offload_out struct place of[n]) {
    int id = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    if (id >= n)
        return;
    int z = id / (w * h), rest = id % (w * h), y = rest / w, x = rest % w;
    int x2 = id % w, y2 = id / w % h, z2 = id / w / h;
    of[id].row = z * 10000 + y * 100 + x;
    of[id].column = z2 * 10000 + y2 * 100 + x2;
    int sum = in[id];
    if (x > 0 && x < w - 1 && y > 0 && id + 1 < n)
        sum += in[(z * h + y) * w + x - 1] * 2 + in[(z * h + y) * w + x + 1] * 3 +
               in[(z * h + y - 1) * w + x] * 5;
    out[id] = sum;
}

// The ends are joined, in both dimensions and by more than one element.
offload_kernel void rings(int w, int h, int by, const int in[h][w], offload_out int out[h][w]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x < w && y < h)
        out[y][x] = in[(y + h - 1) % h][x] + 2 * in[(y + 1) % h][x] + 3 * in[y][(x + w - by) % w] +
                    5 * in[y][(x + by) % w];
}

// The divisor is 0 in the rows where no thread divides, and another in each row.
offload_kernel void some(int w, int h, const int divisors[h], const int in[h][w],
                         offload_out int out[h][w]) {
    int x = (int)offload_global_id(0), y = (int)offload_global_id(1);
    if (x >= w || y >= h)
        return;
    int divisor = divisors[y], sum = 0;
    if (divisor != 0)
        sum = in[y][x % divisor] + x / divisor;
    out[y][x] = sum;
}

// A block's threads as a tile, by constants, with barriers.
offload_kernel void tiles(int n, const int in[n], offload_out int out[n]) {
    offload_shared int tile[BLOCK / 16][16];
    unsigned t = offload_thread_id(0), i = (unsigned)offload_global_id(0);
    tile[t / 16][t % 16] = in[i];
    offload_barrier();
    out[i] = tile[t / 16][15 - t % 16] + tile[(t >> 4) ^ 1][t & 15];
}

// In a loop with barriers, and by constants that are too small for pieces.
offload_kernel void around(int n, int turns, const int in[n], offload_out int out[n]) {
    offload_shared int ring[8];
    int t = (int)offload_thread_id(0), i = (int)offload_global_id(0), sum = 0;
    ring[t] = in[i];
    for (int k = 0; k < turns; k++) {
        offload_barrier();
        int next = ring[(t + 1) % 8];
        sum = sum * 3 + ring[(t + 7) & 7];
        offload_barrier();
        ring[t] = next;
    }
    out[i] = sum;
}

// In a loop in which each thread takes turns.
offload_kernel void turns(int n, int w, const int in[n], offload_out int out[n]) {
    for (int id = (int)offload_global_id(0); id < n; id += (int)offload_global_size(0)) {
        int row = id / w, column = id % w;
        out[id] = in[row * w + (column + 1) % w] + 1000 * row;
    }
}

static struct place places[N];
static int in[N], out[N], square[SIDE][SIDE], of_square[SIDE][SIDE], divisors[SIDE];

static void check_boxes(int w, int h) {
    offload(boxes, .threads = {N}, .block_size = {128})(N, w, h, in, out, places);
    for (int id = 0; id < N; id++) {
        int x = id % w, y = id / w % h, z = id / w / h, sum = in[id];
        if (x > 0 && x < w - 1 && y > 0 && id + 1 < N)
            sum += in[id - 1] * 2 + in[id + 1] * 3 + in[id - w] * 5;
        EQUAL(out[id], sum);
        EQUAL(places[id].row, z * 10000 + y * 100 + x);
        EQUAL(places[id].column, z * 10000 + y * 100 + x);
    }
}

static void check_rings(int by) {
    offload(rings, .threads = {SIDE, SIDE})(SIDE, SIDE, by, square, of_square);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            EQUAL(of_square[y][x],
                  square[(y + SIDE - 1) % SIDE][x] + 2 * square[(y + 1) % SIDE][x] +
                      3 * square[y][(x + SIDE - by) % SIDE] + 5 * square[y][(x + by) % SIDE]);
}

static void check_some(void) {
    offload(some, .threads = {SIDE, SIDE})(SIDE, SIDE, divisors, square, of_square);
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++)
            EQUAL(of_square[y][x],
                  divisors[y] ? square[y][x % divisors[y]] + x / divisors[y] : 0);
}

static void check_tiles(void) {
    enum { WHOLE = N / BLOCK * BLOCK };
    offload(tiles, .threads = {WHOLE}, .block_size = {BLOCK})(WHOLE, in, out);
    for (int i = 0; i < WHOLE; i++) {
        int t = i % BLOCK, base = i - t;
        EQUAL(out[i], in[base + t / 16 * 16 + 15 - t % 16] + in[base + ((t / 16) ^ 1) * 16 + t % 16]);
    }
}

static void check_around(int turns) {
    enum { WHOLE = N / 8 * 8 };
    offload(around, .threads = {WHOLE}, .block_size = {8})(WHOLE, turns, in, out);
    for (int i = 0; i < WHOLE; i++) {
        int sum = 0;
        for (int k = 0; k < turns; k++)
            sum = sum * 3 + in[i / 8 * 8 + (i + 7 + k) % 8];
        EQUAL(out[i], sum);
    }
}

static void check_turns(int w) {
    int n = N / w * w;
    offload(turns, .blocks = {2}, .block_size = {64})(n, w, in, out);
    for (int id = 0; id < n; id++)
        EQUAL(out[id], in[id / w * w + (id % w + 1) % w] + 1000 * (id / w));
}

int main(void) {
    for (int i = 0; i < N; i++)
        in[i] = i * 7 % 1009;
    for (int y = 0; y < SIDE; y++) {
        divisors[y] = y % 5 ? y * y - 20 : 0;
        for (int x = 0; x < SIDE; x++)
            square[y][x] = y * 100 + x;
    }
    static const int widths[] = {1, 2, 7, 64, 333, N, 100000};
    for (size_t w = 0; w < sizeof widths / sizeof *widths; w++)
        for (int add = -40; add <= 40; add += 20) {
            CHECK_PLACES(of_int, int, add, widths[w]);
            CHECK_PLACES(of_int, int, add, -widths[w]);
            CHECK_PLACES(of_unsigned, unsigned, add, widths[w]);
            CHECK_PLACES(of_long, long, add, widths[w]);
            CHECK_PLACES(of_long, long, add, -widths[w]);
            CHECK_PLACES(of_size, size_t, add, widths[w]);
            CHECK_PLACES(of_half, long, add, widths[w]);
        }
    CHECK_PLACES(of_int, int, INT_MIN, 1000);
    CHECK_PLACES(of_int, int, INT_MAX - N, 1000);
    CHECK_PLACES(of_unsigned, unsigned, UINT_MAX - N / 2, 1000u);
    CHECK_PLACES(of_long, long, LONG_MAX - N, 1000);
    CHECK_PLACES(of_size, size_t, SIZE_MAX - N / 2, (size_t)1000);
    offload(of_half, .threads = {N})(N, INT_MAX - 700l, 1000, places);
    for (size_t x = 0; x < N; x++)
        EQUAL(places[x].row * 1000 + places[x].column, (int)(unsigned)(x + INT_MAX - 700));
    check_boxes(13, 7);
    check_boxes(1, 1);
    check_boxes(100, 40);
    check_rings(1);
    check_rings(SIDE - 1);
    check_some();
    check_tiles();
    check_around(1);
    check_around(11);
    check_turns(10);
    check_turns(128);
    return finish();
}
