// The product of two matrices: by pointers that walk through rows and columns, and with TILED as
// kernels for GPUs do it, with 8 x 8 results in each thread's registers.
#include "loops.h"

static INDEX n = 512;
static float *a, *b, *c;

#ifdef OPENMP
static void run(void) {
    INDEX size = n;
#pragma omp parallel for
    for (INDEX i = 0; i < size; i++) {
        float *row = c + (size_t)i * (size_t)size;
        for (INDEX j = 0; j < size; j++)
            row[j] = 0;
        for (INDEX k = 0; k < size; k++) {
            float by = a[i * size + k];
            for (INDEX j = 0; j < size; j++)
                row[j] += by * b[k * size + j];
        }
    }
}
#elif !defined TILED
static offload_kernel void multiply(INDEX size, const float A[size * size],
                                    const float B[size * size], float C[size * size]) {
    INDEX column = GLOBAL_ID(0), row = GLOBAL_ID(1);
    WHERE(column < size && row < size) {
        const float *left = A + row * size, *right = B + column;
        float sum = 0;
        for (INDEX k = 0; k < size; k++) {
            sum += *left++ * *right;
            right += size;
        }
        C[row * size + column] = sum;
    }
}
static void run(void) {
    offload(multiply, .threads = {(size_t)n, (size_t)n})(n, a, b, c);
}
#else
enum { TILE = 64, DEPTH = 8, PART = 8, THREADS = (TILE / PART) * (TILE / PART) };

static offload_kernel void multiply(int size, const float A[size * size],
                                    const float B[size * size], float C[size * size]) {
    offload_shared float of_a[TILE * DEPTH], of_b[DEPTH * TILE];
    int t = (int)offload_thread_id(0), column = t % (TILE / PART), row = t / (TILE / PART);
    float sums[PART * PART] = {0}, left[PART], right[PART];
    A += (int)offload_block_id(1) * TILE * size;
    B += (int)offload_block_id(0) * TILE;
    C += (int)offload_block_id(1) * TILE * size + (int)offload_block_id(0) * TILE;
    for (int k = 0; k < size; k += DEPTH) {
        for (int i = 0; i < TILE; i += THREADS / DEPTH)
            of_a[(t / DEPTH + i) * DEPTH + t % DEPTH] = A[(t / DEPTH + i) * size + t % DEPTH];
        for (int i = 0; i < DEPTH; i += THREADS / TILE)
            of_b[(t / TILE + i) * TILE + t % TILE] = B[(t / TILE + i) * size + t % TILE];
        offload_barrier();
        A += DEPTH;
        B += DEPTH * size;
        for (int d = 0; d < DEPTH; d++) {
            for (int i = 0; i < PART; i++)
                left[i] = of_a[(row * PART + i) * DEPTH + d];
            for (int i = 0; i < PART; i++)
                right[i] = of_b[d * TILE + column * PART + i];
            for (int i = 0; i < PART; i++)
                for (int j = 0; j < PART; j++)
                    sums[i * PART + j] += left[i] * right[j];
        }
        offload_barrier();
    }
    for (int i = 0; i < PART; i++)
        for (int j = 0; j < PART; j++)
            C[(row * PART + i) * size + column * PART + j] = sums[i * PART + j];
}
static void run(void) {
    unsigned blocks = (unsigned)(n / TILE);
    offload(multiply, .blocks = {blocks, blocks}, .block_size = {THREADS})((int)n, a, b, c);
}
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_floats((size_t)n * (size_t)n);
    b = new_floats((size_t)n * (size_t)n);
    c = new_floats((size_t)n * (size_t)n);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n * (size_t)n, c[i]);
    return sum;
}
