// cuda.cuh - for the benchmarks in CUDA C: memory and launches, with events around each launch and a
// wait behind it, which is what libomptarget does for ours.
#ifndef CUDA_CUH
#define CUDA_CUH

#include "harness.h"

static void cuda_check(cudaError_t error) {
    if (error != cudaSuccess) {
        fprintf(stderr, "CUDA: %s\n", cudaGetErrorString(error));
        exit(1);
    }
}

static double cuda_seconds;
static cudaStream_t cuda_stream;
static cudaEvent_t cuda_begin, cuda_end;

static double device_seconds(void) {
    return cuda_seconds;
}

static void cuda_before(void) {
    if (!cuda_stream) {
        cuda_check(cudaStreamCreateWithFlags(&cuda_stream, cudaStreamNonBlocking));
        cuda_check(cudaEventCreate(&cuda_begin));
        cuda_check(cudaEventCreate(&cuda_end));
    }
    cuda_check(cudaEventRecord(cuda_begin, cuda_stream));
}

static void cuda_after(void) {
    float milliseconds;
    cuda_check(cudaGetLastError());
    cuda_check(cudaEventRecord(cuda_end, cuda_stream));
    cuda_check(cudaStreamSynchronize(cuda_stream));
    cuda_check(cudaEventElapsedTime(&milliseconds, cuda_begin, cuda_end));
    cuda_seconds += 1e-3 * (double)milliseconds;
}

// LAUNCH(kernel, blocks, threads, arguments...)
#define LAUNCH(kernel, blocks, threads, ...)                                                       \
    do {                                                                                           \
        cuda_before();                                                                             \
        kernel<<<(blocks), (threads), 0, cuda_stream>>>(__VA_ARGS__);                              \
        cuda_after();                                                                              \
    } while (0)

template <class T> static T *on_device(const T *host, size_t count) {
    T *device;
    cuda_check(cudaMalloc((void **)&device, count * sizeof(T)));
    if (host)
        cuda_check(cudaMemcpy(device, host, count * sizeof(T), cudaMemcpyHostToDevice));
    return device;
}

template <class T> static void to_host(T *host, const T *device, size_t count) {
    cuda_check(cudaMemcpy(host, device, count * sizeof(T), cudaMemcpyDeviceToHost));
}

static inline unsigned int blocks_for(size_t threads, unsigned int block) {
    return (unsigned int)((threads + block - 1) / block);
}

#endif
