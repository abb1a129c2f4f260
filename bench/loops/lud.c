// After Rodinia's lud: a factorisation in tiles: the diagonal tile, those right of and below it,
// and the rest.
#include "loops.h"

enum { TILE = 16 };

static INDEX n = 512; // a multiple of TILE
static float *input, *a;

#ifdef OPENMP
static void compute(void) {
    float (*A)[n] = (float (*)[n])a;
    for (INDEX o = 0; o < n; o += TILE) {
        for (INDEX i = 0; i < TILE; i++) {
            for (INDEX j = i; j < TILE; j++)
                for (INDEX k = 0; k < i; k++)
                    A[o + i][o + j] -= A[o + i][o + k] * A[o + k][o + j];
            for (INDEX j = i + 1; j < TILE; j++) {
                for (INDEX k = 0; k < i; k++)
                    A[o + j][o + i] -= A[o + j][o + k] * A[o + k][o + i];
                A[o + j][o + i] /= A[o + i][o + i];
            }
        }
#pragma omp parallel for
        for (INDEX b = o + TILE; b < n; b += TILE) {
            for (INDEX i = 1; i < TILE; i++)
                for (INDEX k = 0; k < i; k++)
                    for (INDEX j = 0; j < TILE; j++)
                        A[o + i][b + j] -= A[o + i][o + k] * A[o + k][b + j];
            for (INDEX r = 0; r < TILE; r++)
                for (INDEX i = 0; i < TILE; i++) {
                    for (INDEX k = 0; k < i; k++)
                        A[b + r][o + i] -= A[b + r][o + k] * A[o + k][o + i];
                    A[b + r][o + i] /= A[o + i][o + i];
                }
        }
#pragma omp parallel for
        for (INDEX i = o + TILE; i < n; i++)
            for (INDEX k = 0; k < TILE; k++)
                for (INDEX j = o + TILE; j < n; j++)
                    A[i][j] -= A[i][o + k] * A[o + k][j];
    }
}
#else
static offload_kernel void diagonal(INDEX size, INDEX o, float A[size][size]) {
    offload_shared float tile[TILE][TILE];
    INDEX t = THREAD_ID(0);
    for (INDEX i = 0; i < TILE; i++)
        tile[i][t] = A[o + i][o + t];
    offload_barrier();
    for (INDEX i = 0; i < TILE - 1; i++) {
        if (t > i) {
            for (INDEX j = 0; j < i; j++)
                tile[t][i] -= tile[t][j] * tile[j][i];
            tile[t][i] /= tile[i][i];
        }
        offload_barrier();
        if (t > i)
            for (INDEX j = 0; j < i + 1; j++)
                tile[i + 1][t] -= tile[i + 1][j] * tile[j][t];
        offload_barrier();
    }
    for (INDEX i = 1; i < TILE; i++)
        A[o + i][o + t] = tile[i][t];
}
// The first half of a block's threads computes a tile to the right, the second half one below.
static offload_kernel void perimeter(INDEX size, INDEX o, float A[size][size]) {
    offload_shared float tile[TILE][TILE], row[TILE][TILE], column[TILE][TILE];
    INDEX t = THREAD_ID(0), at = o + (BLOCK_ID(0) + 1) * TILE, c = t % TILE;
    if (t < TILE) {
        for (INDEX i = 0; i < TILE / 2; i++)
            tile[i][c] = A[o + i][o + c];
        for (INDEX i = 0; i < TILE; i++)
            row[i][c] = A[o + i][at + c];
    } else {
        for (INDEX i = TILE / 2; i < TILE; i++)
            tile[i][c] = A[o + i][o + c];
        for (INDEX i = 0; i < TILE; i++)
            column[i][c] = A[at + i][o + c];
    }
    offload_barrier();
    if (t < TILE) {
        for (INDEX i = 1; i < TILE; i++)
            for (INDEX j = 0; j < i; j++)
                row[i][c] -= tile[i][j] * row[j][c];
    } else {
        for (INDEX i = 0; i < TILE; i++) {
            for (INDEX j = 0; j < i; j++)
                column[c][i] -= column[c][j] * tile[j][i];
            column[c][i] /= tile[i][i];
        }
    }
    offload_barrier();
    if (t < TILE) {
        for (INDEX i = 1; i < TILE; i++)
            A[o + i][at + c] = row[i][c];
    } else {
        for (INDEX i = 0; i < TILE; i++)
            A[at + i][o + c] = column[i][c];
    }
}
static offload_kernel void internal(INDEX size, INDEX o, float A[size][size]) {
    offload_shared float row[TILE][TILE], column[TILE][TILE];
    INDEX x = THREAD_ID(0), y = THREAD_ID(1);
    INDEX i = o + (BLOCK_ID(1) + 1) * TILE + y, j = o + (BLOCK_ID(0) + 1) * TILE + x;
    row[y][x] = A[o + y][j];
    column[y][x] = A[i][o + x];
    offload_barrier();
    float sum = 0;
    for (INDEX k = 0; k < TILE; k++)
        sum += column[y][k] * row[k][x];
    A[i][j] -= sum;
}
static void compute(void) {
    for (INDEX o = 0; o < n; o += TILE) {
        unsigned rest = (unsigned)((n - o) / TILE - 1);
        offload(diagonal, .blocks = {1}, .block_size = {TILE})(n, o, (float (*)[n])a);
        if (!rest)
            break;
        offload(perimeter, .blocks = {rest}, .block_size = {2 * TILE})(n, o, (float (*)[n])a);
        offload(internal, .blocks = {rest, rest}, .block_size = {TILE, TILE})(n, o,
                                                                              (float (*)[n])a);
    }
}
#endif

static void run(void) {
    for (size_t i = 0; i < (size_t)n * (size_t)n; i++)
        a[i] = input[i];
    compute();
}

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    input = new_floats((size_t)n * (size_t)n);
    a = new_floats((size_t)n * (size_t)n);
    for (size_t i = 0; i < (size_t)n; i++)
        input[i * (size_t)n + i] += (float)n;
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, a[i]);
    return sum;
}
