// After Rodinia's hotspot: heat on a chip, whose edges have themselves as neighbours. With TILED,
// blocks keep their part of the chip, and a rim of it, in shared memory for several steps, as
// Rodinia's kernel does.
#include "loops.h"

enum { STEPS = 4, TILE = 16 };

static INDEX n = 512;
static float *temperature, *power, *other;

#define CENTER(T, P, up, down, left, right)                                                        \
    (T + 0.05f * (P + (up + down - 2.0f * T) * 0.1f + (left + right - 2.0f * T) * 0.1f +           \
                  (80.0f - T) * 0.001f))

#ifdef OPENMP
static void step(INDEX size, const float T[size][size], const float P[size][size],
                 float R[size][size]) {
#pragma omp parallel for
    for (INDEX r = 0; r < size; r++) {
        const float *up = T[r ? r - 1 : 0], *down = T[r < size - 1 ? r + 1 : r];
        R[r][0] = CENTER(T[r][0], P[r][0], up[0], down[0], T[r][0], T[r][1]);
#pragma omp simd
        for (INDEX c = 1; c < size - 1; c++)
            R[r][c] = CENTER(T[r][c], P[r][c], up[c], down[c], T[r][c - 1], T[r][c + 1]);
        R[r][size - 1] = CENTER(T[r][size - 1], P[r][size - 1], up[size - 1], down[size - 1],
                                T[r][size - 2], T[r][size - 1]);
    }
}
static void steps(const float *from, float *to) {
    for (int s = 0; s < STEPS; s++) {
        step(n, (const float (*)[n])from, (const float (*)[n])power, (float (*)[n])to);
        const float *swap = from;
        from = to;
        to = (float *)swap;
    }
}
#elif !defined TILED
static offload_kernel void step(INDEX size, const float T[size][size], const float P[size][size],
                                float R[size][size]) {
    INDEX c = GLOBAL_ID(0), r = GLOBAL_ID(1);
    WHERE(r < size && c < size) {
        INDEX north = r == 0 ? 0 : r - 1, south = r == size - 1 ? r : r + 1;
        INDEX west = c == 0 ? 0 : c - 1, east = c == size - 1 ? c : c + 1;
        R[r][c] = CENTER(T[r][c], P[r][c], T[north][c], T[south][c], T[r][west], T[r][east]);
    }
}
static void steps(const float *from, float *to) {
    for (int s = 0; s < STEPS; s++) {
        offload(step, .threads = {(size_t)n, (size_t)n})(
            n, (const float (*)[n])from, (const float (*)[n])power, (float (*)[n])to);
        const float *swap = from;
        from = to;
        to = (float *)swap;
    }
}
#else
// A block computes the inner TILE - 2 * iterations rows and columns of its tile.
static offload_kernel void pyramid(int size, int iterations, const float T[size][size],
                                   const float P[size][size], float R[size][size]) {
    offload_shared float on_chip[TILE][TILE], after[TILE][TILE], of_power[TILE][TILE];
    int tx = (int)offload_thread_id(0), ty = (int)offload_thread_id(1);
    int inner = TILE - 2 * iterations;
    int top = inner * (int)offload_block_id(1) - iterations;
    int left = inner * (int)offload_block_id(0) - iterations;
    int r = top + ty, c = left + tx;
    if (r >= 0 && r < size && c >= 0 && c < size) {
        on_chip[ty][tx] = T[r][c];
        of_power[ty][tx] = P[r][c];
    }
    offload_barrier();
    int first_y = top < 0 ? -top : 0, first_x = left < 0 ? -left : 0;
    int last_y = top + TILE > size ? size - 1 - top : TILE - 1;
    int last_x = left + TILE > size ? size - 1 - left : TILE - 1;
    int north = ty - 1 < first_y ? first_y : ty - 1, south = ty + 1 > last_y ? last_y : ty + 1;
    int west = tx - 1 < first_x ? first_x : tx - 1, east = tx + 1 > last_x ? last_x : tx + 1;
    bool computed = false;
    for (int i = 0; i < iterations; i++) {
        computed = false;
        if (tx >= i + 1 && tx <= TILE - i - 2 && ty >= i + 1 && ty <= TILE - i - 2 &&
            tx >= first_x && tx <= last_x && ty >= first_y && ty <= last_y) {
            computed = true;
            after[ty][tx] = CENTER(on_chip[ty][tx], of_power[ty][tx], on_chip[north][tx],
                                   on_chip[south][tx], on_chip[ty][west], on_chip[ty][east]);
        }
        offload_barrier();
        if (i == iterations - 1)
            break;
        if (computed)
            on_chip[ty][tx] = after[ty][tx];
        offload_barrier();
    }
    if (computed)
        R[r][c] = after[ty][tx];
}
static void steps(const float *from, float *to) {
    enum { ITERATIONS = 2, INNER = TILE - 2 * ITERATIONS };
    unsigned blocks = (unsigned)((n + INNER - 1) / INNER);
    for (int s = 0; s < STEPS; s += ITERATIONS) {
        offload(pyramid, .blocks = {blocks, blocks},
                .block_size = {TILE, TILE})((int)n, ITERATIONS, (const float (*)[n])from,
                                            (const float (*)[n])power, (float (*)[n])to);
        const float *swap = from;
        from = to;
        to = (float *)swap;
    }
}
#endif

static void run(void) {
    steps(temperature, other);
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    temperature = new_floats((size_t)n * (size_t)n);
    power = new_floats((size_t)n * (size_t)n);
    other = new_floats((size_t)n * (size_t)n);
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        temperature[i] += 60;
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, STEPS % 2 ? other[i] : temperature[i]);
    return sum;
}
