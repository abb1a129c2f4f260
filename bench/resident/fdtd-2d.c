// Electric and magnetic fields on a grid over time, with a source along one side.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

#ifndef N
#define N 120
#endif
enum { STEPS = 100 };

static double ex[N][N], ey[N][N], hz[N][N], fict[STEPS];

offload_kernel void step_ey(int t, const double source[STEPS], double y[N][N],
                            const double z[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i == 0 && j < N)
        y[i][j] = source[t];
    else if (i < N && j < N)
        y[i][j] -= 0.5 * (z[i][j] - z[i - 1][j]);
}

offload_kernel void step_ex(double x[N][N], const double z[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i < N && j > 0 && j < N)
        x[i][j] -= 0.5 * (z[i][j] - z[i][j - 1]);
}

offload_kernel void step_hz(const double x[N][N], const double y[N][N], double z[N][N]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i < N - 1 && j < N - 1)
        z[i][j] -= 0.7 * (x[i][j + 1] - x[i][j] + y[i + 1][j] - y[i][j]);
}

static void init(int steps) {
    for (int t = 0; t < steps; t++)
        fict[t] = t;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            ex[i][j] = i * (j + 1.0) / N;
            ey[i][j] = i * (j + 2.0) / N;
            hz[i][j] = i * (j + 3.0) / N;
        }
}

int main(int argc, char **argv) {
    int steps = argc > 1 ? atoi(argv[1]) : 50;
    if (steps > STEPS)
        return 1;
    init(steps);

#ifdef REGION
    offload_data(offload_tofrom(ex, N), offload_tofrom(ey, N), offload_tofrom(hz, N),
                 offload_to(fict, STEPS))
#endif
    {
        for (int t = 0; t < steps; t++) {
            offload(step_ey, .threads = {N, N})(t, fict, ey, hz);
            offload(step_ex, .threads = {N, N})(ex, hz);
            offload(step_hz, .threads = {N, N})(ex, ey, hz);
        }
    }

    double sum = 0;
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++)
            sum += (ex[i][j] + 2 * ey[i][j] + 3 * hz[i][j]) * ((i * N + j) % 7 + 1);
    printf("%.15g\n", sum);
    return 0;
}
