#include "next.h"

__kernel void spread(ulong height, ulong width, float rate, __global const float *restrict in,
                     __global float *restrict out) {
    size_t column = get_global_id(0), row = get_global_id(1);
    if (row < height && column < width)
        out[row * width + column] = next(height, width, rate, in, row, column);
}
