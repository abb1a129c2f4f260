// Steps of a nine-point average over a grid, in place: each element uses new values of those before
// it. Elements with the same 2 * i + j do not need each other, so a launch does them at once.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 60
#endif

static double A[N][N];

offload_kernel void average(int front, double a[N][N]) {
    int i = offload_global_id(0), j = front - 2 * i;
    if (i > 0 && i < N - 1 && j > 0 && j < N - 1)
        a[i][j] = (a[i - 1][j - 1] + a[i - 1][j] + a[i - 1][j + 1] + a[i][j - 1] + a[i][j] +
                   a[i][j + 1] + a[i + 1][j - 1] + a[i + 1][j] + a[i + 1][j + 1]) /
                  9;
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 5;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            A[i][j] = (i * (j + 2.0) + 2) / N;

#ifdef REGION
    offload_data(offload_tofrom(A, N))
#endif
    {
        for (int t = 0; t < steps; t++)
            for (int front = 3; front <= 3 * (N - 2); front++)
                offload(average, .threads = {N})(front, A);
    }

    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += A[i][j] * ((i * N + j) % 7 + 1);
    printf("%.15g\n", sum);
    return 0;
}
