#include "cuda.cuh"
#include "copy.h"

__global__ void touch(unsigned char *all) {
    all[0]++;
}

static void setup(void) {
}

static void run(void) {
    unsigned char *device_bytes = on_device(bytes, n);
    LAUNCH(touch, 1, 1, device_bytes);
    to_host(bytes, device_bytes, n);
    cuda_check(cudaFree(device_bytes));
}

static void finish(void) {
}
