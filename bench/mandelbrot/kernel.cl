#include "escape.h"

__kernel void mandelbrot(int width, int height, struct view view, __global float *restrict values) {
    int column = get_global_id(0), row = get_global_id(1);
    if (column < width && row < height)
        values[row * width + column] = escape(view, width, height, column, row);
}
