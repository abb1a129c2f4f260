#include "cuda.cuh"
#include "nbody.h"

__global__ void accelerate(int count, float soft, const struct body *all,
                           struct vector *results) {
    int i = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (i < count)
        results[i] = pull_of_all(count, soft, all, i);
}

static struct body *device_bodies;
static struct vector *device_accelerations;

static void setup(void) {
    device_bodies = on_device(bodies, (size_t)n);
    device_accelerations = on_device((struct vector *)NULL, (size_t)n);
}

static void run(void) {
    LAUNCH(accelerate, blocks_for((size_t)n, BLOCK), BLOCK, n, softening, device_bodies,
           device_accelerations);
}

static void finish(void) {
    to_host(accelerations, device_accelerations, (size_t)n);
}
