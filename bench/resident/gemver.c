// A += u1 * v1' + u2 * v2', x += beta * A' * y + z, w += alpha * A * x; only w is looked at.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void update(int n, double A[n][n], const double u1[n], const double v1[n],
                           const double u2[n], const double v2[n]) {
    int j = offload_global_id(0), i = offload_global_id(1);
    if (i < n && j < n)
        A[i][j] += u1[i] * v1[j] + u2[i] * v2[j];
}

offload_kernel void transposed_product(int n, double beta, const double A[n][n], const double y[n],
                                       double x[n]) {
    int i = offload_global_id(0);
    if (i < n)
        for (int j = 0; j < n; j++)
            x[i] += beta * A[j][i] * y[j];
}

offload_kernel void add(int n, const double z[n], double x[n]) {
    int i = offload_global_id(0);
    if (i < n)
        x[i] += z[i];
}

offload_kernel void product(int n, double alpha, const double A[n][n], const double x[n],
                            double w[n]) {
    int i = offload_global_id(0);
    if (i < n)
        for (int j = 0; j < n; j++)
            w[i] += alpha * A[i][j] * x[j];
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 200;
    size_t bytes = n * sizeof(double);
    double (*A)[n] = malloc(n * bytes);
    double *u1 = malloc(bytes), *v1 = malloc(bytes), *u2 = malloc(bytes), *v2 = malloc(bytes);
    double *w = malloc(bytes), *x = malloc(bytes), *y = malloc(bytes), *z = malloc(bytes);
    for (int i = 0; i < n; i++) {
        u1[i] = i;
        u2[i] = (i + 1.0) / n / 2;
        v1[i] = (i + 1.0) / n / 4;
        v2[i] = (i + 1.0) / n / 6;
        y[i] = (i + 1.0) / n / 8;
        z[i] = (i + 1.0) / n / 9;
        x[i] = w[i] = 0;
        for (int j = 0; j < n; j++)
            A[i][j] = i * j % n / (double)n;
    }

#ifdef REGION
    offload_data(offload_to(A, n), offload_to(u1, n), offload_to(v1, n), offload_to(u2, n),
                 offload_to(v2, n), offload_tofrom(w, n), offload_to(x, n), offload_to(y, n),
                 offload_to(z, n))
#endif
    {
        offload(update, .threads = {n, n})(n, A, u1, v1, u2, v2);
        offload(transposed_product, .threads = {n})(n, 1.2, A, y, x);
        offload(add, .threads = {n})(n, z, x);
        offload(product, .threads = {n})(n, 1.5, A, x, w);
    }

    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += w[i] * (i % 7 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(u1);
    free(v1);
    free(u2);
    free(v2);
    free(w);
    free(x);
    free(y);
    free(z);
    return 0;
}
