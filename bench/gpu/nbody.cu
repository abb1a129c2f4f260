#include "cuda.cuh"
#include "nbody.h"

__global__ void accelerate(size_t count, float soft, const struct body *all,
                           struct vector *results) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        results[i] = pull_of_all(count, soft, all, i);
}

static struct body *device_bodies;
static struct vector *device_accelerations;

static void setup(void) {
    device_bodies = on_device(bodies, n);
    device_accelerations = on_device((struct vector *)NULL, n);
}

static void run(void) {
    LAUNCH(accelerate, blocks_for(n, BLOCK), BLOCK, n, softening, device_bodies,
           device_accelerations);
}

static void finish(void) {
    to_host(accelerations, device_accelerations, n);
}
