// Ours with -DOFFLOAD, an expert's OpenMP without.
#ifdef OFFLOAD
#include <offload.h>
#endif
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#ifdef OFFLOAD
offload_kernel void scale(int rows, int columns, short m[rows][columns], int a)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)rows)
        for (int k = 0; k < columns; k++)
            m[i][k] = (short)(m[i][k] * a);
}
#endif

static void run(int rows, int columns, short (*m)[columns])
{
#ifdef OFFLOAD
    offload(scale, .threads = {rows})(rows, columns, m, 3);
#else
#pragma omp target teams distribute parallel for map(tofrom : m[0 : rows])
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            m[i][k] = (short)(m[i][k] * 3);
#endif
}

int main(int argc, char **argv)
{
    (void)argv;
    int rows = 6 + argc, columns = 10 + argc;
    short m[rows][columns];
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < columns; k++)
            m[i][k] = (short)(10 * i + k);
#ifdef OFFLOAD
    offload_data(offload_tofrom(m + 1, rows - 2)) {
#else
#pragma omp target data map(tofrom : m[1 : rows - 2])
    {
#endif
        run(rows - 2, columns, m + 1);
        run(2, columns, m + 3);
    }
    printf("%d %d %d %d\n", m[0][1], m[1][1], m[3][2], m[rows - 1][1]);
}
