// y = alpha * A * x + beta * B * x, where the vectors are local arrays.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void gesummv(size_t n, double alpha, double beta, const double A[n * n],
                            const double B[n * n], const double x[n], double tmp[n], double y[n]) {
    size_t i = offload_global_id(0);
    if (i < n) {
        tmp[i] = 0;
        y[i] = 0;
        for (size_t j = 0; j < n; j++) {
            tmp[i] += A[i * n + j] * x[j];
            y[i] += B[i * n + j] * x[j];
        }
        y[i] = alpha * tmp[i] + beta * y[i];
    }
}

static void init(size_t n, double *A, double *B, double *x) {
    for (size_t i = 0; i < n; i++) {
        x[i] = (double)i / (double)n;
        for (size_t j = 0; j < n; j++) {
            A[i * n + j] = (double)((i * j + 1) % n) / (double)n;
            B[i * n + j] = (double)((i * j + 2) % n) / (double)n;
        }
    }
}

static void kernel_gesummv(size_t n, double alpha, double beta, const double *A, const double *B,
                           const double *x, double *tmp, double *y) {
#ifdef REGION
    offload_data(offload_to(A, n * n), offload_to(B, n * n), offload_to(x, n),
                 offload_alloc(tmp, n), offload_from(y, n))
#endif
    {
        offload(gesummv, .threads = {n})(n, alpha, beta, A, B, x, tmp, y);
    }
}

int main(void) {
    enum { N = 200 };
    double *A = malloc(N * N * sizeof *A), *B = malloc(N * N * sizeof *B);
    double x[N], y[N], tmp[N];
    init(N, A, B, x);
    kernel_gesummv(N, 1.5, 1.2, A, B, x, tmp, y);
    double sum = 0;
    for (size_t i = 0; i < N; i++)
        sum += y[i] * (double)(i % 7 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(B);
    return 0;
}
