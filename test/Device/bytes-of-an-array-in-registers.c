// A small array of char that LLVM keeps in registers compiles for all AMD GPUs. With registers of 16
// bits, LLVM's code generator for gfx11 crashes at it.
//
// RUN: %offloadcc -O2 --offload-arch=gfx1100,gfx1151,gfx11-generic,gfx1201,gfx90a -c %s -o %t.o
#include <offload.h>

static int may_stand(const char *columns, int row)
{
    int may = 1, left = columns[row], right = columns[row];
    for (int i = 0; i < row; i++)
        if (columns[i] == columns[row])
            may = 0;
    for (int i = row - 1; i >= 0; i--) {
        left--, right++;
        if (columns[i] == left || columns[i] == right)
            may = 0;
    }
    return may;
}

offload_kernel void queens(int size, int first, unsigned n, const signed char begins[n][12],
                           offload_out unsigned long counts[n])
{
    unsigned i = (unsigned)offload_global_id(0);
    if (i >= n)
        return;
    char columns[20];
    unsigned used = 0, bit = 0;
    unsigned long count = 0;
    int row = first;
#pragma unroll 2
    for (int k = 0; k < size; k++)
        columns[k] = -1;
#pragma unroll 2
    for (int k = 0; k < first; k++)
        columns[k] = begins[i][k];
    do {
        columns[row]++;
        bit = 1u << columns[row];
        if (columns[row] == size) {
            columns[row] = -1;
        } else if (!(used & bit) && may_stand(columns, row)) {
            used |= 1u << columns[row];
            row++;
            if (row == size)
                count++;
            else
                continue;
        } else {
            continue;
        }
        row--;
        used &= ~(1u << columns[row]);
    } while (row >= first);
    counts[i] = count;
}
