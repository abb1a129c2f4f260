// offload_load_readonly of elements of constant variables, in branches and in functions that get their address.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>
#include <offload_cache.h>

#include "Inputs/check.h"

enum { N = 96 };

offload_constant int weight[9] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
static offload_constant const double table[2][2] = {{10, 20}, {30, 40}};

static inline double at(const double *p, int i)
{
    return offload_load_readonly(p + i);
}

offload_kernel void k(int n, double out[N])
{
    int i = (int)offload_global_id(0);
    offload_shared int copy[9];
    if (offload_thread_id(0) == 0)
        __builtin_memcpy(copy, weight, sizeof weight);
    offload_barrier();
    switch (i % 4) {
    case 0:
        out[i] = offload_load_readonly(&weight[n % 9]);
        break;
    case 1:
        out[i] = copy[i % 9];
        break;
    case 2:
        out[i] = at(table[i / 4 % 2], n % 2);
        break;
    default:
        out[i] = offload_load_readonly(&weight[i % 9]) + at(table[0], i % 2);
    }
}

int main(void)
{
    double out[N];
    offload(k, .threads = {N}, .block_size = {32})(N + 3, out);
    for (int i = 0; i < N; i++)
        EQUAL(out[i], i % 4 == 0   ? (N + 3) % 9 + 1
                      : i % 4 == 1 ? i % 9 + 1
                      : i % 4 == 2 ? 10 + 20 * (i / 4 % 2) + 10 * ((N + 3) % 2)
                                   : i % 9 + 1 + 10 + 10 * (i % 2));
    return finish();
}
