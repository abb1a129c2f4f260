#include "hip.h"

enum { COUNT = 1024 };

extern "C" __global__ void bitonic_block(size_t n, unsigned int *numbers) {
    __shared__ unsigned int keys[COUNT];
    unsigned int me = threadIdx.x;
    size_t first = (size_t)blockIdx.x * COUNT;
    keys[me] = numbers[first + me];
    keys[me + COUNT / 2] = numbers[first + me + COUNT / 2];
    for (unsigned int size = 2; size <= COUNT; size *= 2)
        for (unsigned int stride = size / 2; stride > 0; stride /= 2) {
            __syncthreads();
            unsigned int low = 2 * me - (me & (stride - 1)), high = low + stride;
            unsigned int a = keys[low], b = keys[high];
            bool falling = (me & (size / 2)) != 0;
            if ((a > b) != falling) {
                keys[low] = b;
                keys[high] = a;
            }
        }
    __syncthreads();
    numbers[first + me] = keys[me];
    numbers[first + me + COUNT / 2] = keys[me + COUNT / 2];
}

extern "C" __global__ void bitonic_step(unsigned int n, unsigned int size, unsigned int stride,
                                        unsigned int *keys, unsigned int *values) {
    unsigned int i = blockIdx.x * blockDim.x + threadIdx.x, other = i ^ stride;
    if (other <= i || other >= n)
        return;
    bool rising = (i & size) == 0;
    if ((keys[i] > keys[other]) == rising) {
        unsigned int key = keys[i], value = values[i];
        keys[i] = keys[other];
        values[i] = values[other];
        keys[other] = key;
        values[other] = value;
    }
}
