// Barriers and shared memory in blocks of two and three dimensions, of odd sizes.
//
// RUN: %run_kernel -O2 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=4
// RUN: %run_kernel -O0
#include <offload.h>
#include <string.h>

#include "Inputs/check.h"

enum { W = 13, H = 9, D = 7 };

// Transposes a matrix by tiles; rows of a tile are one longer than needed.
offload_kernel void transpose(int h, int w, const int from[h][w], int to[w][h]) {
    offload_shared int tile[16][17];
    unsigned x = offload_thread_id(0), y = offload_thread_id(1);
    unsigned bx = offload_block_id(0) * 16, by = offload_block_id(1) * 16;
    if ((int)(bx + x) < w && (int)(by + y) < h)
        tile[y][x] = from[by + y][bx + x];
    offload_barrier();
    if ((int)(by + x) < h && (int)(bx + y) < w)
        to[bx + y][by + x] = tile[x][y];
}

// Each thread sums the neighbours in its block, in all three directions.
offload_kernel void stencil(int n, int sums[n]) {
    offload_shared int box[D][H][W];
    unsigned x = offload_thread_id(0), y = offload_thread_id(1), z = offload_thread_id(2);
    unsigned w = offload_block_size(0), h = offload_block_size(1), d = offload_block_size(2);
    unsigned block = offload_block_id(0) + offload_block_count(0) * offload_block_id(1);
    box[z][y][x] = (int)(x + 100 * y + 10000 * z + 1000000 * block);
    offload_barrier();
    int sum = box[z][y][(x + 1) % w] + box[z][(y + 1) % h][x] + box[(z + 1) % d][y][x];
    offload_barrier();
    box[d - 1 - z][h - 1 - y][w - 1 - x] = sum;
    offload_barrier();
    sums[((block * d + z) * h + y) * w + x] = box[z][y][x];
}

static int from[77][50], to[50][77], sums[6 * W * H * D];

static void expect_stencil(int w, int h, int d) {
    memset(sums, 0, sizeof sums);
    offload(stencil, .blocks = {3, 2},
            .block_size = {(unsigned)w, (unsigned)h, (unsigned)d})(6 * w * h * d, sums);
    for (int i = 0; i < 6 * w * h * d; i++) {
        int x = w - 1 - i % w, y = h - 1 - i / w % h, z = d - 1 - i / w / h % d, b = i / w / h / d;
        EQUAL(sums[i], 3000000 * b + (x + 1) % w + 2 * x + 100 * ((y + 1) % h + 2 * y) +
                           10000 * ((z + 1) % d + 2 * z));
    }
}

int main(void) {
    for (int i = 0; i < 77 * 50; i++)
        from[i / 50][i % 50] = i;
    offload(transpose, .threads = {50, 77}, .block_size = {16, 16})(77, 50, from, to);
    for (int i = 0; i < 77 * 50; i++)
        EQUAL(to[i % 50][i / 50], i);
    expect_stencil(W, H, D);
    expect_stencil(1, H, D);
    expect_stencil(W, 1, 1);
    expect_stencil(1, 1, D);
    expect_stencil(1, 1, 1);
    return finish();
}
