// D = alpha * A * B * C + beta * D, in static arrays.
#include <offload.h>
#include <stdio.h>

#ifndef N
#define N 120
#endif

static double A[N][N], B[N][N], C[N][N], D[N][N], tmp[N][N];

offload_kernel void scaled_product(double alpha, const double a[N][N], const double b[N][N],
                                   double to[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i < N && j < N) {
        to[i][j] = 0;
        for (size_t k = 0; k < N; k++)
            to[i][j] += alpha * a[i][k] * b[k][j];
    }
}

offload_kernel void add_product(double beta, const double a[N][N], const double b[N][N],
                                double to[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i < N && j < N) {
        to[i][j] *= beta;
        for (size_t k = 0; k < N; k++)
            to[i][j] += a[i][k] * b[k][j];
    }
}

static void init(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            A[i][j] = (i * j + 1) % N / (double)N;
            B[i][j] = i * (j + 1) % N / (double)N;
            C[i][j] = (i * (j + 3) + 1) % N / (double)N;
            D[i][j] = i * (j + 2) % N / (double)N;
        }
}

static void kernel_2mm(double alpha, double beta) {
#ifdef REGION
    offload_data(offload_to(A, N), offload_to(B, N), offload_to(C, N), offload_tofrom(D, N),
                 offload_alloc(tmp, N))
#endif
    {
        offload(scaled_product, .threads = {N, N})(alpha, A, B, tmp);
        offload(add_product, .threads = {N, N})(beta, tmp, C, D);
    }
}

int main(void) {
    init();
    kernel_2mm(1.5, 1.2);
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += D[i][j] * ((i * N + j) % 7 + 1);
    printf("%.15g\n", sum);
    return 0;
}
