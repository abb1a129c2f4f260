#include "cuda.cuh"
#include "spmv.h"

__global__ void multiply(size_t height, const size_t *start, const int *column,
                         const double *value, const double *vector, double *result) {
    size_t row = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= height)
        return;
    double sum = 0;
    for (size_t i = start[row]; i < start[row + 1]; i++)
        sum += value[i] * vector[column[i]];
    result[row] = sum;
}

static size_t *device_starts;
static int *device_columns;
static double *device_values, *device_x, *device_y;

static void setup(void) {
    device_starts = on_device(starts, rows + 1);
    device_columns = on_device(columns, count);
    device_values = on_device(values, count);
    device_x = on_device(x, rows);
    device_y = on_device((double *)NULL, rows);
}

static void run(void) {
    LAUNCH(multiply, blocks_for(rows, BLOCK), BLOCK, rows, device_starts, device_columns,
           device_values, device_x, device_y);
}

static void finish(void) {
    to_host(y, device_y, rows);
}
