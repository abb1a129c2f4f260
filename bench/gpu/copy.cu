#include "cuda.cuh"
#include "copy.h"

static unsigned char *device_bytes;

static void setup(void) {
    device_bytes = on_device(bytes, n);
}

static void run(void) {
#ifdef FROM
    cuda_check(cudaMemcpy(bytes, device_bytes, n, cudaMemcpyDeviceToHost));
#else
    cuda_check(cudaMemcpy(device_bytes, bytes, n, cudaMemcpyHostToDevice));
#endif
}

static void finish(void) {
}
