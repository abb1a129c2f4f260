#include "hip.h"

struct view {
    double x, y;
    double pixel_width, pixel_height;
    int limit;
};

__device__ static float escape(struct view view, size_t width, size_t height, size_t column,
                               size_t row) {
    double cx = view.x + ((double)column - (double)(width - 1) / 2) * view.pixel_width;
    double cy = view.y - ((double)row - (double)(height - 1) / 2) * view.pixel_height;
    double x = 0, y = 0;
    for (int i = 0; i < view.limit; i++) {
        double square_x = x * x, square_y = y * y;
        if (square_x + square_y > 256) {
            float excess = log2f(log2f((float)(square_x + square_y)) / 8);
            return fmaxf((float)i - excess, 0) / (float)view.limit;
        }
        y = 2 * x * y + cy;
        x = square_x - square_y + cx;
    }
    return 0;
}

extern "C" __global__ void mandelbrot(size_t width, size_t height, struct view view,
                                      float *values) {
    size_t column = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    size_t row = (size_t)blockIdx.y * blockDim.y + threadIdx.y;
    if (column < width && row < height)
        values[row * width + column] = escape(view, width, height, column, row);
}
