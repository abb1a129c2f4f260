// In blocks with several rows of few threads, each thread does what its comparisons say: at the edges
// of an image, where neighbours are kept within bounds, where threads are outside of the image, and
// where a comparison that decides for a neighbour has another outcome than the one that lets the
// thread work.
//
// RUN: %run_kernel -O3 -- OMP_NUM_THREADS=1 -- OMP_NUM_THREADS=3
// RUN: %run_kernel -O3 -march=x86-64-v3
// RUN: %run_kernel -O1 -fsanitize=address,undefined
#include <offload.h>

#include "Inputs/check.h"

enum { WIDTH = 75, HEIGHT = 29, TILE = 16, ROWS = 8 };

// What a thread with a tile's row and column computes, and whether.
#define CLAMP(value, low, high) ((value) < (low) ? (low) : (value) > (high) ? (high) : (value))
#define WORKS(tx, ty, c, rim) ((tx) >= (rim) && (tx) <= TILE - 1 - (rim) && (ty) >= 1 && (c) != 40)
#define SUM(tile, tx, ty, first)                                                                   \
    (tile[ty][tx] + 3 * tile[ty][CLAMP((tx) - 1, first, TILE - 1)] +                               \
     5 * tile[ty][(tx) + 2 < TILE - 1 ? (tx) + 2 : TILE - 1] +                                     \
     7 * tile[CLAMP((ty) + 1, 0, ROWS - 1)][tx])

offload_kernel void blur(int width, int height, int rim, int first, const int in[height][width],
                         int out[height][width], offload_out int worked[height][width]) {
    offload_shared int tile[ROWS][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int c = (int)offload_global_id(0) - 2, r = (int)offload_global_id(1) - 1, did = 1;
    tile[ty][tx] = -c;
    if (r >= 0 && r < height && c >= 0 && c < width)
        tile[ty][tx] = in[r][c];
    offload_barrier();
    int sum = 0;
    if (WORKS(tx, ty, c, rim))
        sum = SUM(tile, tx, ty, first);
    else
        did = 0;
    offload_barrier();
    tile[ty][tx] = sum;
    offload_barrier();
    if (c < 0 || r < 0 || c >= width || r >= height)
        return;
    if (did)
        out[r][c] = tile[ty][tx];
    worked[r][c] = did;
}

// The first neighbour is for all threads, the second for some.
#define EDGES(tile, tx, ty)                                                                        \
    (tile[ty][CLAMP((tx) - 1, 0, TILE - 1)] +                                                      \
     ((tx) >= 3 ? tile[ty][(tx) - 3] * 2 + tile[ty][tx] : 0))

offload_kernel void edges(int width, const int in[ROWS][width], offload_out int out[ROWS][width]) {
    offload_shared int tile[ROWS][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int c = (int)offload_global_id(0);
    tile[ty][tx] = in[ty][c];
    offload_barrier();
    out[ty][c] = tile[ty][CLAMP(tx - 1, 0, TILE - 1)];
    if (tx >= 3) {
        int sum = tile[ty][tx - 3] * 2 + tile[ty][tx];
        out[ty][c] += sum;
    }
}

static int in[HEIGHT][WIDTH], out[HEIGHT][WIDTH], worked[HEIGHT][WIDTH];

static int tile_at(int r, int c) {
    return r >= 0 && r < HEIGHT && c >= 0 && c < WIDTH ? in[r][c] : -c;
}

static void check(int rim, int first) {
    for (int r = 0; r < HEIGHT; r++)
        for (int c = 0; c < WIDTH; c++) {
            int tile[ROWS][TILE], tx = (c + 2) % TILE, ty = (r + 1) % ROWS;
            for (int y = 0; y < ROWS; y++)
                for (int x = 0; x < TILE; x++)
                    tile[y][x] = tile_at(r - ty + y, c - tx + x);
            int works = WORKS(tx, ty, c, rim), expected = works ? SUM(tile, tx, ty, first) : -1;
            CHECK(out[r][c] == expected && worked[r][c] == works, "%d, %d: %d", r, c, out[r][c]);
        }
}

int main(void) {
    for (int r = 0; r < HEIGHT; r++)
        for (int c = 0; c < WIDTH; c++)
            in[r][c] = r * 1000 + c * c;
    for (int rim = 0; rim < 9; rim++)
        for (int first = 0; first < 4; first += 3) {
            for (int r = 0; r < HEIGHT; r++)
                for (int c = 0; c < WIDTH; c++)
                    out[r][c] = worked[r][c] = -1;
            offload(blur, .blocks = {5, 4}, .block_size = {TILE, ROWS})(WIDTH, HEIGHT, rim, first, in,
                                                                        out, worked);
            check(rim, first);
        }
    static int tiles[ROWS][2 * TILE], sums[ROWS][2 * TILE];
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < 2 * TILE; c++)
            tiles[r][c] = r * 1000 + c * c;
    offload(edges, .blocks = {2, 1}, .block_size = {TILE, ROWS})(2 * TILE, tiles, sums);
    for (int r = 0; r < ROWS; r++)
        for (int c = 0; c < 2 * TILE; c++) {
            const int(*tile)[2 * TILE] = (const int(*)[2 * TILE]) & tiles[0][c / TILE * TILE];
            EQUAL(sums[r][c], EDGES(tile, c % TILE, r));
        }
    return finish();
}
