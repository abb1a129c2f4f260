// y = transpose(A) * (A * x), in two launches.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void multiply(int m, int n, const double A[m * n], const double x[n],
                             double tmp[m]) {
    int i = offload_global_id(0);
    if (i < m) {
        tmp[i] = 0;
        for (int j = 0; j < n; j++)
            tmp[i] += A[i * n + j] * x[j];
    }
}

offload_kernel void multiply_transposed(int m, int n, const double A[m * n], const double tmp[m],
                                        double y[n]) {
    int j = offload_global_id(0);
    if (j < n) {
        y[j] = 0;
        for (int i = 0; i < m; i++)
            y[j] += A[i * n + j] * tmp[i];
    }
}

static void init(int m, int n, double *A, double *x) {
    for (int i = 0; i < n; i++)
        x[i] = 1 + i / (double)n;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            A[i * n + j] = (i + j) % n / (5.0 * m);
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 200, m = n - n / 10;
    double *A = malloc(sizeof(double) * m * n);
    double *x = malloc(sizeof(double) * n);
    double *y = malloc(sizeof(double) * n);
    double *tmp = malloc(sizeof(double) * m);
    init(m, n, A, x);

#ifdef REGION
    offload_data(offload_to(A, m * n), offload_to(x, n), offload_from(y, n), offload_alloc(tmp, m))
#endif
    {
        offload(multiply, .threads = {m})(m, n, A, x, tmp);
        offload(multiply_transposed, .threads = {n})(m, n, A, tmp, y);
    }

    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += y[i] * (i % 7 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(x);
    free(y);
    free(tmp);
    return 0;
}
