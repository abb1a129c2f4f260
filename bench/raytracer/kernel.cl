#include "trace.h"

__kernel void render(ulong width, ulong height, struct scene scene, ulong count,
                     __global const struct sphere *restrict spheres,
                     __global struct vector *restrict pixels) {
    size_t column = get_global_id(0), row = get_global_id(1);
    if (column < width && row < height)
        pixels[row * width + column] = pixel(scene, count, spheres, width, height, column, row);
}
