// Steps of a three-point average over a line, between two arrays.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void average(size_t n, const double from[n], double to[n]) {
    size_t i = offload_global_id(0);
    if (i > 0 && i < n - 1)
        to[i] = 0.33333 * (from[i - 1] + from[i] + from[i + 1]);
}

int main(int argc, char **argv) {
    size_t n = argc > 1 ? strtoul(argv[1], NULL, 10) : 4000;
    int steps = argc > 2 ? atoi(argv[2]) : 100;
    double *A = malloc(n * sizeof *A), *B = malloc(n * sizeof *B);
    for (size_t i = 0; i < n; i++) {
        A[i] = (double)(i + 2) / (double)n;
        B[i] = (double)(i + 3) / (double)n;
    }

#ifdef REGION
    offload_data(offload_tofrom(A, n), offload_to(B, n))
#endif
    {
        for (int t = 0; t < steps; t++) {
            offload(average, .threads = {n})(n, A, B);
            offload(average, .threads = {n})(n, B, A);
        }
    }

    double sum = 0;
    for (size_t i = 0; i < n; i++)
        sum += A[i] * (double)(i % 7 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(B);
    return 0;
}
