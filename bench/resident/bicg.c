// s = transpose(A) * r and q = A * p, where the vectors are local arrays.
#include <offload.h>
#include <stdio.h>

#ifndef N
#define N 200
#endif
#define M (N - N / 10)

static double A[N][M];

offload_kernel void product(const double A[N][M], const double p[M], double q[N]) {
    size_t i = offload_global_id(0);
    if (i < N) {
        q[i] = 0;
        for (size_t j = 0; j < M; j++)
            q[i] += A[i][j] * p[j];
    }
}

offload_kernel void transposed_product(const double A[N][M], const double r[N], double s[M]) {
    size_t j = offload_global_id(0);
    if (j < M) {
        s[j] = 0;
        for (size_t i = 0; i < N; i++)
            s[j] += r[i] * A[i][j];
    }
}

static void init(double *p, double *r) {
    for (int i = 0; i < M; i++)
        p[i] = i % M / (double)M;
    for (int i = 0; i < N; i++) {
        r[i] = i % N / (double)N;
        for (int j = 0; j < M; j++)
            A[i][j] = i * (j + 1) % N / (double)N;
    }
}

int main(void) {
    double p[M], q[N], r[N], s[M];
    init(p, r);

#ifdef REGION
    offload_data(offload_to(A, N), offload_to(p, M), offload_to(r, N), offload_from(q, N),
                 offload_from(s, M))
#endif
    {
        offload(transposed_product, .threads = {M})(A, r, s);
        offload(product, .threads = {N})(A, p, q);
    }

    double sum = 0;
    for (int i = 0; i < M; i++)
        sum += s[i] * (i % 7 + 1);
    for (int i = 0; i < N; i++)
        sum += q[i] * (i % 5 + 1);
    printf("%.15g\n", sum);
    return 0;
}
