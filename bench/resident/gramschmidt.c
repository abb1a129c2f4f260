// A = Q * R, where the columns of Q are orthogonal, by the modified Gram-Schmidt process.
#include <math.h>
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void norm(int m, int n, int k, const double A[m][n], double R[n][n]) {
    if (offload_global_id(0) == 0) {
        double sum = 0;
        for (int i = 0; i < m; i++)
            sum += A[i][k] * A[i][k];
        R[k][k] = sqrt(sum);
    }
}

offload_kernel void normalize(int m, int n, int k, const double A[m][n], double Q[m][n],
                              const double R[n][n]) {
    int i = offload_global_id(0);
    if (i < m)
        Q[i][k] = A[i][k] / R[k][k];
}

offload_kernel void subtract(int m, int n, int k, double A[m][n], const double Q[m][n],
                             double R[n][n]) {
    int j = offload_global_id(0);
    if (j > k && j < n) {
        R[k][j] = 0;
        for (int i = 0; i < m; i++)
            R[k][j] += Q[i][k] * A[i][j];
        for (int i = 0; i < m; i++)
            A[i][j] -= Q[i][k] * R[k][j];
    }
}

int main(int argc, char **argv) {
    int n = argc > 1 ? atoi(argv[1]) : 100, m = n - n / 5;
    double (*A)[n] = malloc(m * sizeof *A), (*Q)[n] = malloc(m * sizeof *Q);
    double (*R)[n] = malloc(n * sizeof *R);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++) {
            A[i][j] = i * j % m / (double)m * 100 + 10 + (i == j);
            Q[i][j] = 0;
        }
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            R[i][j] = 0;

    // The lower half of R stays as it is; all of Q is written.
#ifdef REGION
    offload_data(offload_to(A, m), offload_from(Q, m), offload_tofrom(R, n))
#endif
    {
        for (int k = 0; k < n; k++) {
            offload(norm, .threads = {1})(m, n, k, A, R);
            offload(normalize, .threads = {m})(m, n, k, A, Q, R);
            offload(subtract, .threads = {n})(m, n, k, A, Q, R);
        }
    }

    double sum = 0;
    for (int i = 0; i < n; i++)
        for (int j = 0; j < n; j++)
            sum += R[i][j] * ((i * n + j) % 7 + 1);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < n; j++)
            sum += Q[i][j] * ((i * n + j) % 5 + 1);
    printf("%.15g\n", sum);
    free(A);
    free(Q);
    free(R);
    return 0;
}
