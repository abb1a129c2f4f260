#include "blurred.h"

__kernel void blur(int width, int height, int radius, __global const float *restrict weights,
                   int along_columns, __global const float *restrict in,
                   __global float *restrict out) {
    int column = get_global_id(0), row = get_global_id(1);
    if (column < width && row < height)
        out[row * width + column] =
            blurred(width, height, radius, weights, along_columns, in, row, column);
}
