// x1 += A * y1 and x2 += transpose(A) * y2.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void add_product(size_t n, const double A[n][n], const double y[n], double x[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        for (size_t j = 0; j < n; j++)
            x[i] += A[i][j] * y[j];
}

offload_kernel void add_transposed_product(size_t n, const double A[n][n], const double y[n],
                                           double x[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        for (size_t j = 0; j < n; j++)
            x[i] += A[j][i] * y[j];
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 200;
    double (*A)[n] = malloc(n * sizeof *A);
    double *x1 = malloc(n * sizeof *x1), *x2 = malloc(n * sizeof *x2);
    double *y1 = malloc(n * sizeof *y1), *y2 = malloc(n * sizeof *y2);
    for (size_t i = 0; i < n; i++) {
        x1[i] = (double)i / (double)n;
        x2[i] = (double)(i + 1) / (double)n;
        y1[i] = (double)(i + 3) / (double)n;
        y2[i] = (double)(i + 4) / (double)n;
        for (size_t j = 0; j < n; j++)
            A[i][j] = (double)(i * j % n) / (double)n;
    }

#ifdef REGION
    offload_data(offload_to(A, n), offload_to(y1, n), offload_to(y2, n), offload_tofrom(x1, n),
                 offload_tofrom(x2, n))
#endif
    {
        offload(add_product, .threads = {n})(n, A, y1, x1);
        offload(add_transposed_product, .threads = {n})(n, A, y2, x2);
    }

    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += x1[i] * (double)(i % 7 + 1) + x2[i] * (double)(i % 5 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(x1);
    free(x2);
    free(y1);
    free(y2);
    return 0;
}
