// Steps of a five-point average over a grid, between two arrays.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void average(size_t n, const double from[n][n], double to[n][n]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i > 0 && i < n - 1 && j > 0 && j < n - 1)
        to[i][j] =
            0.2 * (from[i][j] + from[i][j - 1] + from[i][j + 1] + from[i + 1][j] + from[i - 1][j]);
}

static void init(size_t n, double A[n][n], double B[n][n]) {
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++) {
            A[i][j] = (double)(i * (j + 2) + 2) / (double)n;
            B[i][j] = (double)(i * (j + 3) + 3) / (double)n;
        }
}

static void kernel_jacobi_2d(int steps, size_t n, double A[n][n], double B[n][n]) {
#ifdef REGION
    offload_data(offload_tofrom(A, n), offload_to(B, n))
#endif
    {
        for (int t = 0; t < steps; t++) {
            offload(average, .threads = {n, n})(n, A, B);
            offload(average, .threads = {n, n})(n, B, A);
        }
    }
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 120;
    int steps = argc > 2 ? atoi(argv[2]) : 50;
    double (*A)[n] = malloc(n * sizeof *A), (*B)[n] = malloc(n * sizeof *B);
    init(n, A, B);
    kernel_jacobi_2d(steps, n, A, B);
    double sum = 0;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            sum += A[i][j] * (double)((i * n + j) % 7 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(B);
    return 0;
}
