// The address of a variable marked offload_constant may be stored, in shared memory and in device variables. Only
// stores through it are errors.
//
// RUN: %run_kernel -O2
// RUN: %run_kernel -O0
#include <offload.h>

#include "Inputs/check.h"

struct list {
    const int *values;
    int count;
};

offload_constant int table[2][4] = {{1, 2, 3, 4}, {5, 6, 7, 8}};
offload_global const int *current;

offload_kernel void rows(int y[8]) {
    offload_shared struct list row;
    int t = (int)offload_thread_id(0), b = (int)offload_block_id(0);
    if (t == 0) {
        row.values = table[b];
        row.count = 4;
    }
    offload_barrier();
    if (t < row.count)
        y[b * 4 + t] = row.values[t];
}

offload_kernel void point(int i) {
    current = &table[0][0] + i;
}

offload_kernel void look(int y[1]) {
    y[0] = *current;
}

int main(void) {
    int y[8] = {0}, z[1] = {0};
    offload(rows, .blocks = {2}, .block_size = {4})(y);
    for (int i = 0; i < 8; i++)
        EQUAL(y[i], i + 1);
    offload(point, .threads = {1})(6);
    offload(look, .threads = {1})(z);
    EQUAL(z[0], 7);
    return finish();
}
