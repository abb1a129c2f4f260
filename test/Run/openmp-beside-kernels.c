// -fopenmp is the host's: its pragmas, macro and threads work in a file with kernels, around launches
// too, and a kernel sees no OpenMP of its own.
// RUN: %offloadcc --offload-arch=x86-64 -O2 -Wall -Werror -fopenmp %s -o %t && %t
// RUN: %offloadcc --offload-arch=none -O2 -Wall -Werror -fopenmp %s -o %t && %t
#include <offload.h>
#include <omp.h>

#ifndef _OPENMP
#error the host has OpenMP
#endif

enum { N = 1000 };

static offload_kernel void scale(int n, int by, int x[n])
{
    offload_for (i, (size_t)n)
        x[i] *= by;
}

int main(void)
{
    static int x[4][N];
    int sum = 0;
#pragma omp parallel for num_threads(4)
    for (int row = 0; row < 4; row++) {
        for (int i = 0; i < N; i++)
            x[row][i] = 1;
        offload(scale)(N, row, x[row]);
    }
#pragma omp parallel for reduction(+ : sum) collapse(2)
    for (int row = 0; row < 4; row++)
        for (int i = 0; i < N; i++)
            sum += x[row][i];
    return sum != (0 + 1 + 2 + 3) * N || omp_get_max_threads() < 1;
}
