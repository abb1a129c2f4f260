#include "cuda.cuh"
#include "saxpy.h"

__global__ void saxpy(size_t count, float factor, const float *from, float *to) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        to[i] += factor * from[i];
}

static float *device_x, *device_y;

static void setup(void) {
    device_x = on_device(x, n);
    device_y = on_device(y, n);
}

static void run(void) {
    LAUNCH(saxpy, blocks_for(n, BLOCK), BLOCK, n, a, device_x, device_y);
}

static void finish(void) {
    to_host(y, device_y, n);
}
