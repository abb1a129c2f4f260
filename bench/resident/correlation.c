// The correlation of every two columns of a table, in static arrays.
#include <math.h>
#include <offload.h>
#include <stdio.h>

#ifndef M
#define M 100
#endif
#define N (M + M / 4)

static double data[N][M], corr[M][M], mean[M], stddev[M];

offload_kernel void means(const double values[N][M], double mean_of[M]) {
    size_t j = offload_global_id(0);
    if (j < M) {
        mean_of[j] = 0;
        for (size_t i = 0; i < N; i++)
            mean_of[j] += values[i][j];
        mean_of[j] /= N;
    }
}

offload_kernel void deviations(const double values[N][M], const double mean_of[M], double dev[M]) {
    size_t j = offload_global_id(0);
    if (j < M) {
        dev[j] = 0;
        for (size_t i = 0; i < N; i++)
            dev[j] += (values[i][j] - mean_of[j]) * (values[i][j] - mean_of[j]);
        dev[j] = sqrt(dev[j] / N);
        if (dev[j] <= 0.1) // nearly 0: it divides below
            dev[j] = 1;
    }
}

offload_kernel void center(double values[N][M], const double mean_of[M], const double dev[M]) {
    size_t j = offload_global_id(0), i = offload_global_id(1);
    if (i < N && j < M)
        values[i][j] = (values[i][j] - mean_of[j]) / (sqrt(N) * dev[j]);
}

offload_kernel void correlate(const double values[N][M], double to[M][M]) {
    size_t i = offload_global_id(0);
    if (i < M) {
        to[i][i] = 1;
        for (size_t j = i + 1; j < M; j++) {
            double sum = 0;
            for (size_t k = 0; k < N; k++)
                sum += values[k][i] * values[k][j];
            to[i][j] = to[j][i] = sum;
        }
    }
}

static void kernel_correlation(void) {
#ifdef REGION
    offload_data(offload_to(data, N), offload_alloc(mean, M), offload_alloc(stddev, M),
                 offload_from(corr, M))
#endif
    {
        offload(means, .threads = {M})(data, mean);
        offload(deviations, .threads = {M})(data, mean, stddev);
        offload(center, .threads = {M, N})(data, mean, stddev);
        offload(correlate, .threads = {M})(data, corr);
    }
}

int main(void) {
    for (int i = 0; i < N; i++)
        for (int j = 0; j < M; j++)
            data[i][j] = (double)i * j / M + i;
    kernel_correlation();
    double sum = 0;
    for (int i = 0; i < M; i++)
        for (int j = 0; j < M; j++)
            sum += corr[i][j] * ((i * M + j) % 7 + 1);
    printf("%.15g\n", sum);
    return 0;
}
