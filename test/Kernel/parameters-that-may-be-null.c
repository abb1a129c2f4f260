// CUDA's optional arrays: a parameter that is null where its count is not 0, in the kernel too. Loops
// of launches, in which arrays stay on the device, are no exception.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

#include <stddef.h>

enum { N = 70 };

struct part {
    int n;
    float *data offload_count(n);
};

offload_kernel void affine(offload_out float *y offload_count(n), const float *x offload_count(n),
                           const float *weight offload_count_or_null(n),
                           const float *bias offload_count_or_null(n), int n)
{
    int i = (int)offload_global_id(0);
    if (i >= n)
        return;
    float value = x[i];
    if (weight)
        value *= weight[i];
    if (bias)
        value += bias[i];
    y[i] = value;
}

// A pointer to arrays, an array that is written, and an array of structs with pointers.
offload_kernel void others(float (*rows)[3] offload_count_or_null(n), int n,
                           offload_out int *written offload_count_or_null(n),
                           struct part *parts offload_count_or_null(2))
{
    int i = (int)offload_global_id(0);
    if (i < n && rows)
        rows[i][2] += 1;
    if (i < n && written)
        written[i] = i;
    if (i < 2 && parts)
        parts[i].data[parts[i].n - 1] += 10;
}

int main(void)
{
    static float x[N], y[N], weight[N], bias[N], rows[N][3], first[4], second[2];
    static int written[N];
    for (int i = 0; i < N; i++)
        x[i] = (float)i, weight[i] = 2, bias[i] = 0.5f;
    for (int which = 0; which < 4; which++) {
        offload(affine, .threads = {N})(y, x, which & 1 ? weight : NULL, which & 2 ? bias : NULL, N);
        for (int i = 0; i < N; i++)
            EQUAL(y[i], x[i] * (which & 1 ? 2.0f : 1.0f) + (which & 2 ? 0.5f : 0.0f));
    }
    for (int turn = 0; turn < 3; turn++)
        offload(affine, .threads = {N})(turn & 1 ? x : y, turn & 1 ? y : x, NULL, bias, N);
    EQUAL(y[N - 1], (float)(N - 1) + 1.5f);

    struct part parts[2] = {{4, first}, {2, second}};
    offload(others, .threads = {N})(rows, N, NULL, NULL);
    offload(others, .threads = {N})(NULL, N, written, NULL);
    offload(others, .threads = {N})(NULL, N, NULL, parts);
    offload(others, .threads = {N})(NULL, N, NULL, NULL);
    EQUAL(rows[N - 1][2], 1.0f);
    EQUAL(rows[N - 1][1], 0.0f);
    EQUAL(written[N - 1], N - 1);
    EQUAL(first[3], 10.0f);
    EQUAL(second[1], 10.0f);
    return finish();
}
