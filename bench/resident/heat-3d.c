// Steps of the heat equation in a cube, between two arrays.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 30
#endif

static double A[N][N][N], B[N][N][N];

offload_kernel void step(const double from[N][N][N], double to[N][N][N]) {
    size_t k = offload_global_id(0), j = offload_global_id(1), i = offload_global_id(2);
    if (i > 0 && i < N - 1 && j > 0 && j < N - 1 && k > 0 && k < N - 1)
        to[i][j][k] = 0.125 * (from[i + 1][j][k] - 2.0 * from[i][j][k] + from[i - 1][j][k]) +
                      0.125 * (from[i][j + 1][k] - 2.0 * from[i][j][k] + from[i][j - 1][k]) +
                      0.125 * (from[i][j][k + 1] - 2.0 * from[i][j][k] + from[i][j][k - 1]) +
                      from[i][j][k];
}

static void init(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                A[i][j][k] = B[i][j][k] = (i + j + (N - k)) * 10.0 / N;
}

static void kernel_heat_3d(int steps) {
#ifdef REGION
    offload_data(offload_tofrom(A, N), offload_to(B, N))
#endif
    {
        for (int t = 0; t < steps; t++) {
            offload(step, .threads = {N, N, N})(A, B);
            offload(step, .threads = {N, N, N})(B, A);
        }
    }
}

static double checksum(void) {
    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            for (int k = 0; k < N; k++)
                sum += A[i][j][k] * ((i * N * N + j * N + k) % 7 + 1);
    return sum;
}

int main(int argc, char **argv) {
    init();
    kernel_heat_3d(argc > 1 ? atoi(argv[1]) : 40);
    printf("%.15g\n", checksum());
    return 0;
}
