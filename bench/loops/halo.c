// A cross-shaped stencil of radius 3, as programs for GPUs have it: a block copies its part of the
// array to a shared tile, with the elements around it, and computes from there. The threads at the
// block's edges copy the edges of the tile; with TURNS, all threads copy elements in turns.
#include "loops.h"

enum { SIDE = 16, RADIUS = 3, WIDTH = SIDE + 2 * RADIUS };

static INDEX n = 1500;
static float *a, *b;

#ifdef OPENMP
static void spread(INDEX m, const float in[m * m], float out[m * m]) {
#pragma omp parallel for
    for (INDEX y = RADIUS; y < m - RADIUS; y++)
        for (INDEX x = RADIUS; x < m - RADIUS; x++) {
            float sum = in[y * m + x];
            for (INDEX k = 1; k <= RADIUS; k++)
                sum += 0.1f * (in[y * m + x - k] + in[y * m + x + k] + in[(y - k) * m + x] +
                               in[(y + k) * m + x]);
            out[y * m + x] = sum;
        }
}
#define SPREAD(from, to) spread(n, from, to)
#else
static offload_kernel void spread(INDEX m, const float in[m * m], float out[m * m]) {
    offload_shared float tile[WIDTH][WIDTH];
    INDEX tx = THREAD_ID(0), ty = THREAD_ID(1), x = GLOBAL_ID(0), y = GLOBAL_ID(1);
#ifdef TURNS
    for (INDEX i = ty * SIDE + tx; i < WIDTH * WIDTH; i += SIDE * SIDE) {
        INDEX column = BLOCK_ID(0) * SIDE + i % WIDTH, row = BLOCK_ID(1) * SIDE + i / WIDTH;
        if (column >= RADIUS && column < m + RADIUS && row >= RADIUS && row < m + RADIUS)
            tile[i / WIDTH][i % WIDTH] = in[(row - RADIUS) * m + column - RADIUS];
    }
#else
    if (x < m && y < m) {
        tile[ty + RADIUS][tx + RADIUS] = in[y * m + x];
        if (tx < RADIUS && x >= RADIUS)
            tile[ty + RADIUS][tx] = in[y * m + x - RADIUS];
        if (tx >= SIDE - RADIUS && x + RADIUS < m)
            tile[ty + RADIUS][tx + 2 * RADIUS] = in[y * m + x + RADIUS];
        if (ty < RADIUS && y >= RADIUS)
            tile[ty][tx + RADIUS] = in[(y - RADIUS) * m + x];
        if (ty >= SIDE - RADIUS && y + RADIUS < m)
            tile[ty + 2 * RADIUS][tx + RADIUS] = in[(y + RADIUS) * m + x];
    }
#endif
    offload_barrier();
    WHERE(x >= RADIUS && y >= RADIUS && x + RADIUS < m && y + RADIUS < m) {
        float sum = tile[ty + RADIUS][tx + RADIUS];
        for (INDEX k = 1; k <= RADIUS; k++)
            sum += 0.1f * (tile[ty + RADIUS][tx + RADIUS - k] + tile[ty + RADIUS][tx + RADIUS + k] +
                           tile[ty + RADIUS - k][tx + RADIUS] + tile[ty + RADIUS + k][tx + RADIUS]);
        out[y * m + x] = sum;
    }
}
#define SPREAD(from, to)                                                                           \
    do {                                                                                           \
        unsigned blocks = (unsigned)((n + SIDE - 1) / SIDE);                                       \
        offload(spread, .blocks = {blocks, blocks}, .block_size = {SIDE, SIDE})(n, from, to);      \
    } while (0)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_floats((size_t)n * (size_t)n);
    b = new_floats((size_t)n * (size_t)n);
}

static void run(void) {
    SPREAD(a, b);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, b[i]);
    return (float)sum;
}
