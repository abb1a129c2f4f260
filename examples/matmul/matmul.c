// matmul.c - the product of two square matrices, twice: straight from memory, and through tiles in
// shared memory.
#include <offload.h>

#include <stdio.h>
#include <stdlib.h>

// A thread for each element of the product: it reads a row of a and a column of b.
offload_kernel void multiply_naive(size_t n, const float a[n][n], const float b[n][n],
                                   offload_out float product[n][n]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= n || column >= n)
        return;
    float sum = 0;
    for (size_t k = 0; k < n; k++)
        sum += a[row][k] * b[k][column];
    product[row][column] = sum;
}

enum { TILE = 16 };

// A block of TILE x TILE threads for each tile of the product. Its threads load a tile of a and one
// of b together, an element each, and then all read them from shared memory: each element comes
// from the arrays n / TILE times instead of n times. Beyond the edge of the matrix there are zeros,
// and every thread stays to the end, since a barrier waits for all.
offload_kernel void multiply_tiled(size_t n, const float a[n][n], const float b[n][n],
                                   offload_out float product[n][n]) {
    offload_shared float a_tile[TILE][TILE];
    offload_shared float b_tile[TILE][TILE];
    unsigned int x = offload_thread_id(0), y = offload_thread_id(1);
    size_t column = offload_global_id(0), row = offload_global_id(1);
    float sum = 0;
    for (size_t first = 0; first < n; first += TILE) {
        a_tile[y][x] = row < n && first + x < n ? a[row][first + x] : 0;
        b_tile[y][x] = first + y < n && column < n ? b[first + y][column] : 0;
        offload_barrier(); // the tiles are complete
        for (unsigned int k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        offload_barrier(); // and may be overwritten
    }
    if (row < n && column < n)
        product[row][column] = sum;
}

enum algorithm { NAIVE, TILED };

static void multiply(enum algorithm algorithm, size_t n, const float *a, const float *b,
                     float *product) {
    const float (*rows_a)[n] = (const float (*)[n])a, (*rows_b)[n] = (const float (*)[n])b;
    float (*rows)[n] = (float (*)[n])product;
    if (algorithm == NAIVE)
        offload(multiply_naive, .threads = {n, n})(n, rows_a, rows_b, rows);
    else
        offload(multiply_tiled, .threads = {n, n}, .block_size = {TILE, TILE})(n, rows_a, rows_b,
                                                                               rows);
}

// From -7 to 7, the same on every machine. Sums of products of such numbers are exact in float, in
// whatever order they are added.
static void fill(size_t n, float *matrix, unsigned int state) {
    for (size_t i = 0; i < n * n; i++) {
        state = state * 1664525u + 1013904223u;
        matrix[i] = (float)((int)((state >> 16) % 15) - 7);
    }
}

static void multiply_vector(size_t n, const float *matrix, const double *vector, double *result) {
    for (size_t row = 0; row < n; row++) {
        result[row] = 0;
        for (size_t k = 0; k < n; k++)
            result[row] += (double)matrix[row * n + k] * vector[k];
    }
}

// Returns how many rows of the product are wrong, in time n * n: product * v has to be a * (b * v).
// A row with a wrong element passes only if v happens to be orthogonal to its errors.
static size_t check(size_t n, const float *a, const float *b, const float *product,
                    double *vectors) {
    double *v = vectors, *bv = v + n, *abv = bv + n, *result = abv + n;
    for (size_t i = 0; i < n; i++)
        v[i] = (double)(i * i % 1009 + 1);
    multiply_vector(n, b, v, bv);
    multiply_vector(n, a, bv, abv);
    multiply_vector(n, product, v, result);
    size_t wrong = 0;
    for (size_t row = 0; row < n; row++)
        wrong += !(result[row] == abv[row]);
    return wrong;
}

// Reads a number from 1 to `max`. Returns 0 if the text is not such a number.
static size_t number(const char *text, size_t max) {
    char *end;
    unsigned long value = strtoul(text, &end, 10);
    return *text == '-' || *end || value > max ? 0 : value;
}

static int usage(const char *program) {
    fprintf(stderr,
            "usage: %s [n]\n"
            "  n  rows and columns of the matrices, 1 to 32768 (512)\n",
            program);
    return 2;
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? number(argv[1], 32768) : 512;
    if (argc > 2 || n == 0)
        return usage(argv[0]);

    float *a = malloc(n * n * sizeof *a), *b = malloc(n * n * sizeof *b);
    float *product = malloc(n * n * sizeof *product);
    double *vectors = malloc(4 * n * sizeof *vectors);
    if (!a || !b || !product || !vectors) {
        fprintf(stderr, "%s: no memory for matrices of %zu x %zu\n", argv[0], n, n);
        return 1;
    }
    fill(n, a, 1);
    fill(n, b, 2);

    static const char *const names[] = {[NAIVE] = "naive", [TILED] = "tiled"};
    int status = 0;
    for (enum algorithm algorithm = NAIVE; algorithm <= TILED; algorithm++) {
        for (size_t i = 0; i < n * n; i++)
            product[i] = -1; // nothing of the other algorithm's result is left
        multiply(algorithm, n, a, b, product);
        size_t wrong = check(n, a, b, product, vectors);
        if (wrong) {
            fprintf(stderr, "matmul: %s: %zu of %zu rows are wrong\n", names[algorithm], wrong, n);
            status = 1;
        }
    }
    if (status == 0)
        printf("matmul: %zu x %zu, naive and tiled: correct\n", n, n);
    free(a);
    free(b);
    free(product);
    free(vectors);
    return status;
}
