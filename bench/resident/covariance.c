// The covariance of every two columns of a table.
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void means(int m, int n, const double data[n][m], double mean[m]) {
    int j = offload_global_id(0);
    if (j < m) {
        mean[j] = 0;
        for (int i = 0; i < n; i++)
            mean[j] += data[i][j];
        mean[j] /= n;
    }
}

offload_kernel void center(int m, int n, double data[n][m], const double mean[m]) {
    int j = offload_global_id(0), i = offload_global_id(1);
    if (i < n && j < m)
        data[i][j] -= mean[j];
}

offload_kernel void covariances(int m, int n, const double data[n][m], double cov[m][m]) {
    int i = offload_global_id(0);
    if (i < m)
        for (int j = i; j < m; j++) {
            double sum = 0;
            for (int k = 0; k < n; k++)
                sum += data[k][i] * data[k][j];
            cov[i][j] = cov[j][i] = sum / (n - 1);
        }
}

static void kernel_covariance(int m, int n, double data[n][m], double mean[m], double cov[m][m]) {
#ifdef REGION
    offload_data(offload_to(data, n), offload_alloc(mean, m), offload_from(cov, m))
#endif
    {
        offload(means, .threads = {m})(m, n, data, mean);
        offload(center, .threads = {m, n})(m, n, data, mean);
        offload(covariances, .threads = {m})(m, n, data, cov);
    }
}

int main(int argc, char **argv) {
    int m = argc > 1 ? atoi(argv[1]) : 100, n = m + m / 4;
    double (*data)[m] = malloc(n * sizeof *data), (*cov)[m] = malloc(m * sizeof *cov);
    double *mean = malloc(m * sizeof *mean);
    for (int i = 0; i < n; i++)
        for (int j = 0; j < m; j++)
            data[i][j] = (double)i * j / m;
    kernel_covariance(m, n, data, mean, cov);
    double sum = 0;
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++)
            sum += cov[i][j] * ((i * m + j) % 7 + 1);
    printf("%.15g\n", sum);
    free(data);
    free(mean);
    free(cov);
    return 0;
}
