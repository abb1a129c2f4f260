#include "cuda.cuh"
#include "copy.h"

static unsigned char *device_bytes;

static void setup(void) {
    device_bytes = on_device(bytes, n);
}

static void run(void) {
    cuda_check(cudaMemcpy(device_bytes, bytes, n, cudaMemcpyHostToDevice));
}

static void finish(void) {
}
