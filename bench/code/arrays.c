// Small arrays in a thread: sums of 8 x 8 products, sorting 16 numbers, and the equations of a 6 x
// 6 matrix.
#include <offload.h>

#include <math.h>

offload_kernel void outer_products(size_t n, size_t count, const float a[count * n],
                                   const float b[count * n], float sums[n * n]) {
    size_t column = offload_global_id(0) * 8, row = offload_global_id(1) * 8;
    if (row + 8 > n || column + 8 > n)
        return;
    float sum[8][8] = {0};
    for (size_t k = 0; k < count; k++)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                sum[i][j] += a[k * n + row + (size_t)i] * b[k * n + column + (size_t)j];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            sums[(row + (size_t)i) * n + column + (size_t)j] = sum[i][j];
}

offload_kernel void sort16(size_t n, float numbers[n * 16]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    float a[16];
    for (int i = 0; i < 16; i++)
        a[i] = numbers[thread * 16 + (size_t)i];
    for (int round = 0; round < 16; round++)
        for (int i = round % 2; i + 1 < 16; i += 2) {
            float low = fminf(a[i], a[i + 1]), high = fmaxf(a[i], a[i + 1]);
            a[i] = low;
            a[i + 1] = high;
        }
    for (int i = 0; i < 16; i++)
        numbers[thread * 16 + (size_t)i] = a[i];
}

enum { SIZE = 6 };

offload_kernel void solve6(size_t n, const float matrices[n * SIZE * SIZE],
                           const float right[n * SIZE], float solutions[n * SIZE]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    float a[SIZE][SIZE], b[SIZE];
    for (size_t i = 0; i < SIZE; i++) {
        b[i] = right[i * n + thread];
        for (size_t j = 0; j < SIZE; j++)
            a[i][j] = matrices[(i * SIZE + j) * n + thread];
    }
    for (int k = 0; k < SIZE; k++)
        for (int i = k + 1; i < SIZE; i++) {
            float factor = a[i][k] / a[k][k];
            for (int j = k + 1; j < SIZE; j++)
                a[i][j] -= factor * a[k][j];
            b[i] -= factor * b[k];
        }
    for (int i = SIZE - 1; i >= 0; i--) {
        for (int j = i + 1; j < SIZE; j++)
            b[i] -= a[i][j] * b[j];
        b[i] /= a[i][i];
    }
    for (size_t i = 0; i < SIZE; i++)
        solutions[i * n + thread] = b[i];
}

// The index depends on data: this array has to be in memory.
offload_kernel void count_digits(size_t n, const unsigned int numbers[n], unsigned int most[n]) {
    size_t thread = offload_global_id(0);
    if (thread >= n)
        return;
    unsigned char counts[10] = {0};
    for (unsigned int left = numbers[thread]; left > 0; left /= 10)
        counts[left % 10]++;
    unsigned int best = 0;
    for (unsigned int digit = 1; digit < 10; digit++)
        best = counts[digit] > counts[best] ? digit : best;
    most[thread] = best;
}
