// Each row of a three-dimensional array times a matrix: a plane a launch.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void multiply(int nq, int np, const double plane[nq * np], const double C4[np * np],
                             double sum[nq * np]) {
    int p = offload_global_id(0), q = offload_global_id(1);
    if (q < nq && p < np) {
        sum[q * np + p] = 0;
        for (int s = 0; s < np; s++)
            sum[q * np + p] += plane[q * np + s] * C4[s * np + p];
    }
}

offload_kernel void copy(int count, const double sum[count], double plane[count]) {
    int i = offload_global_id(0);
    if (i < count)
        plane[i] = sum[i];
}

static void init(int nr, int nq, int np, double *A, double *C4) {
    for (int r = 0; r < nr; r++)
        for (int q = 0; q < nq; q++)
            for (int p = 0; p < np; p++)
                A[(r * nq + q) * np + p] = (r * q + p) % np / (double)np;
    for (int i = 0; i < np; i++)
        for (int j = 0; j < np; j++)
            C4[i * np + j] = i * j % np / (double)np;
}

static void kernel_doitgen(int nr, int nq, int np, double *A, const double *C4, double *sum) {
#ifdef REGION
    offload_data(offload_tofrom(A, nr * nq * np), offload_to(C4, np * np),
                 offload_alloc(sum, nq * np))
#endif
    {
        for (int r = 0; r < nr; r++) {
            double *plane = A + r * nq * np;
            offload(multiply, .threads = {np, nq})(nq, np, plane, C4, sum);
            offload(copy, .threads = {nq * np})(nq * np, sum, plane);
        }
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 40;
    int nr = n, nq = n - n / 10, np = n + n / 10;
    double *A = malloc(sizeof(double) * nr * nq * np);
    double *C4 = malloc(sizeof(double) * np * np);
    double *sum = malloc(sizeof(double) * nq * np);
    init(nr, nq, np, A, C4);
    kernel_doitgen(nr, nq, np, A, C4, sum);
    double total = 0;
    for (int i = 0; i < nr * nq * np; i++)
        total += A[i] * (i % 7 + 1);
    printf("%.15g\n", total);
    free(A);
    free(C4);
    free(sum);
    return 0;
}
