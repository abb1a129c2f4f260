// G = (A * B) * (C * D).
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void product(int n, const double a[n * n], const double b[n * n], double to[n * n]) {
    int j = offload_global_id(0), i = offload_global_id(1);
    if (i < n && j < n) {
        double sum = 0;
        for (int k = 0; k < n; k++)
            sum += a[i * n + k] * b[k * n + j];
        to[i * n + j] = sum;
    }
}

static void init(int n, double *A, double *B, double *C, double *D) {
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++) {
            A[i * n + j] = (i * j + 1) % n / (5.0 * n);
            B[i * n + j] = (i * (j + 1) + 2) % n / (5.0 * n);
            C[i * n + j] = i * (j + 3) % n / (5.0 * n);
            D[i * n + j] = (i * (j + 2) + 2) % n / (5.0 * n);
        }
}

static void kernel_3mm(int n, const double *A, const double *B, const double *C, const double *D,
                       double *E, double *F, double *G) {
#ifdef REGION
    offload_data(offload_to(A, n * n), offload_to(B, n * n), offload_to(C, n * n),
                 offload_to(D, n * n), offload_alloc(E, n * n), offload_alloc(F, n * n),
                 offload_from(G, n * n))
#endif
    {
        offload(product, .threads = {n, n})(n, A, B, E);
        offload(product, .threads = {n, n})(n, C, D, F);
        offload(product, .threads = {n, n})(n, E, F, G);
    }
}

static double checksum(int count, const double *values) {
    double sum = 0;
    for (int i = 0; i < count; i++)
        sum += values[i] * (i % 7 + 1);
    return sum;
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 120;
    size_t bytes = sizeof(double) * n * n;
    double *A = malloc(bytes), *B = malloc(bytes), *C = malloc(bytes), *D = malloc(bytes);
    double *E = malloc(bytes), *F = malloc(bytes), *G = malloc(bytes);
    init(n, A, B, C, D);
    kernel_3mm(n, A, B, C, D, E, F, G);
    printf("%.15g\n", checksum(n * n, G));
    free(A);
    free(B);
    free(C);
    free(D);
    free(E);
    free(F);
    free(G);
    return 0;
}
