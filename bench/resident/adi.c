// Diffusion by alternating directions: half steps along the columns, then along the rows.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

struct factors {
    double a, b, c, d, e, f;
};

offload_kernel void columns(int n, struct factors s, const double u[n][n], double v[n][n],
                            double p[n][n], double q[n][n]) {
    int i = offload_global_id(0);
    if (i > 0 && i < n - 1) {
        v[0][i] = 1;
        p[i][0] = 0;
        q[i][0] = v[0][i];
        for (int j = 1; j < n - 1; j++) {
            p[i][j] = -s.c / (s.a * p[i][j - 1] + s.b);
            q[i][j] = (-s.d * u[j][i - 1] + (1 + 2 * s.d) * u[j][i] - s.f * u[j][i + 1] -
                       s.a * q[i][j - 1]) /
                      (s.a * p[i][j - 1] + s.b);
        }
        v[n - 1][i] = 1;
        for (int j = n - 2; j > 0; j--)
            v[j][i] = p[i][j] * v[j + 1][i] + q[i][j];
    }
}

offload_kernel void rows(int n, struct factors s, double u[n][n], const double v[n][n],
                         double p[n][n], double q[n][n]) {
    int i = offload_global_id(0);
    if (i > 0 && i < n - 1) {
        u[i][0] = 1;
        p[i][0] = 0;
        q[i][0] = u[i][0];
        for (int j = 1; j < n - 1; j++) {
            p[i][j] = -s.f / (s.d * p[i][j - 1] + s.e);
            q[i][j] = (-s.a * v[i - 1][j] + (1 + 2 * s.a) * v[i][j] - s.c * v[i + 1][j] -
                       s.d * q[i][j - 1]) /
                      (s.d * p[i][j - 1] + s.e);
        }
        u[i][n - 1] = 1;
        for (int j = n - 2; j > 0; j--)
            u[i][j] = p[i][j] * u[i][j + 1] + q[i][j];
    }
}

static void kernel_adi(int steps, int n, double u[n][n], double v[n][n], double p[n][n],
                       double q[n][n]) {
    double mul1 = 2.0 * n * n / steps, mul2 = 1.0 * n * n / steps;
    struct factors s = {-mul1 / 2, 1 + mul1, -mul1 / 2, -mul2 / 2, 1 + mul2, -mul2 / 2};
#ifdef REGION
    offload_data(offload_tofrom(u, n), offload_alloc(v, n), offload_alloc(p, n),
                 offload_alloc(q, n))
#endif
    {
        for (int t = 0; t < steps; t++) {
            offload(columns, .threads = {n})(n, s, u, v, p, q);
            offload(rows, .threads = {n})(n, s, u, v, p, q);
        }
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 80, steps = argc > 2 ? atoi(argv[2]) : 40;
    double (*u)[n] = malloc(n * sizeof *u), (*v)[n] = malloc(n * sizeof *v);
    double (*p)[n] = malloc(n * sizeof *p), (*q)[n] = malloc(n * sizeof *q);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            u[i][j] = (double)(i + n - j) / n;
    kernel_adi(steps, n, u, v, p, q);
    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += u[i][j] * ((i * n + j) % 7 + 1);
    printf("%.15g\n", sum);
    free(u);
    free(v);
    free(p);
    free(q);
    return 0;
}
