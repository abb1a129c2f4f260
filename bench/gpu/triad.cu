#include "cuda.cuh"
#include "triad.h"

__global__ void triad(size_t count, double by, const double *__restrict__ in,
                      const double *__restrict__ scaled, double *__restrict__ out) {
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < count; i += stride)
        out[i] = in[i] + by * scaled[i];
}

static double *device_a, *device_b, *device_c;

static void setup(void) {
    device_a = on_device((double *)NULL, n);
    device_b = on_device(b, n);
    device_c = on_device(c, n);
}

static void run(void) {
    LAUNCH(triad, BLOCKS, BLOCK, n, s, device_b, device_c, device_a);
}

static void finish(void) {
    to_host(a, device_a, n);
}
