// The LU decomposition of a matrix in place, without pivots.
#include <offload.h>
#include <stdio.h>

#ifndef N
#define N 100
#endif

static double A[N][N];

offload_kernel void divide(size_t k, double a[N][N]) {
    size_t i = offload_global_id(0);
    if (i > k && i < N)
        a[i][k] /= a[k][k];
}

offload_kernel void eliminate(size_t k, double a[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i > k && i < N && j > k && j < N)
        a[i][j] -= a[i][k] * a[k][j];
}

// A matrix whose diagonal is larger than the rest of each row.
static void init(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = i == j ? N + 1 : (i + 2 * j) % N / (double)N;
}

static void kernel_lu(void) {
#ifdef REGION
    offload_data(offload_tofrom(A, N))
#endif
    {
        for (size_t k = 0; k < N - 1; k++) {
            offload(divide, .threads = {N})(k, A);
            offload(eliminate, .threads = {N, N})(k, A);
        }
    }
}

int main(void) {
    init();
    kernel_lu();
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * ((i * N + j) % 7 + 1);
    printf("%.15g\n", sum);
    return 0;
}
