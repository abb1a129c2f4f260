// A stencil on a torus, whose edges are joined: neighbours are found by remainders, and the
// kernel's threads have one index for rows and columns.
#include "loops.h"

static INDEX width = 1024, height = 512;
static float *a, *b;

#ifdef OPENMP
static void spread(INDEX w, INDEX h, const float in[h][w], float out[h][w]) {
#pragma omp parallel for
    for (INDEX y = 0; y < h; y++) {
        const float *row = in[y], *up = in[y ? y - 1 : h - 1], *down = in[y < h - 1 ? y + 1 : 0];
        out[y][0] = 0.25f * (up[0] + down[0] + row[w - 1] + row[1]);
        for (INDEX x = 1; x < w - 1; x++)
            out[y][x] = 0.25f * (up[x] + down[x] + row[x - 1] + row[x + 1]);
        out[y][w - 1] = 0.25f * (up[w - 1] + down[w - 1] + row[w - 2] + row[0]);
    }
}
#define SPREAD(from, to) spread(width, height, (const float (*)[width])from, (float (*)[width])to)
#else
static offload_kernel void spread(INDEX w, INDEX h, const float in[w * h], float out[w * h]) {
    INDEX i = GLOBAL_ID(0), y = i / w, x = i % w;
    WHERE(i < w * h)
    out[i] = 0.25f * (in[(y + h - 1) % h * w + x] + in[(y + 1) % h * w + x] +
                      in[y * w + (x + w - 1) % w] + in[y * w + (x + 1) % w]);
}
#define SPREAD(from, to)                                                                           \
    offload(spread, .threads = {(size_t)width * (size_t)height})(width, height, from, to)
#endif

static void prepare(size_t size) {
    width = size ? (INDEX)size : width;
    a = new_floats((size_t)width * (size_t)height);
    b = new_floats((size_t)width * (size_t)height);
}

static void run(void) {
    SPREAD(a, b);
    SPREAD(b, a);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)width * (size_t)height, a[i]);
    return sum;
}
