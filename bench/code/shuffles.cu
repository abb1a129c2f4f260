#include "hip.h"

__device__ static float lanes_sum(float value) {
    for (int distance = LANES / 2; distance > 0; distance /= 2)
        value += __shfl_down(value, distance);
    return value;
}

extern "C" __global__ void sum_lanes(size_t n, const float *x, float *sums) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    float sum = lanes_sum(i < n ? x[i] : 0);
    if (threadIdx.x % LANES == 0)
        sums[i / LANES] = sum;
}

extern "C" __global__ void sum_butterfly(size_t n, const double *x, double *shares) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    double own = i < n ? x[i] : 0, sum = own;
    for (int mask = LANES / 2; mask > 0; mask /= 2)
        sum += __shfl_xor(sum, mask);
    if (i < n)
        shares[i] = own / sum;
}

extern "C" __global__ void sum_block(size_t n, const float *x, float *total) {
    __shared__ float of_group[32];
    float sum = 0;
    size_t stride = (size_t)gridDim.x * blockDim.x;
    for (size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x; i < n; i += stride)
        sum += x[i];
    unsigned int me = threadIdx.x, lanes = LANES;
    sum = lanes_sum(sum);
    if (me % lanes == 0)
        of_group[me / lanes] = sum;
    __syncthreads();
    if (me < lanes) {
        sum = lanes_sum(me < blockDim.x / lanes ? of_group[me] : 0);
        if (me == 0)
            atomicAdd(total, sum);
    }
}

extern "C" __global__ void __launch_bounds__(256)
    sum_halves(size_t n, const float *x, float *sums) {
    __shared__ float parts[256];
    unsigned int me = threadIdx.x;
    size_t i = (size_t)blockIdx.x * 512 + me;
    float sum = (i < n ? x[i] : 0) + (i + 256 < n ? x[i + 256] : 0);
    parts[me] = sum;
    __syncthreads();
    for (unsigned int half = 128; half > 32; half /= 2) {
        if (me < half)
            parts[me] = sum = sum + parts[me + half];
        __syncthreads();
    }
    if (me < 32) {
        sum += parts[me + 32];
        for (unsigned int distance = 16; distance > 0; distance /= 2)
            sum += __shfl_down(sum, distance);
        if (me == 0)
            sums[blockIdx.x] = sum;
    }
}

extern "C" __global__ void greatest_of_row(size_t rows, size_t columns, const float *x,
                                           int *places) {
    unsigned int lane = threadIdx.x % LANES;
    size_t row = ((size_t)blockIdx.x * blockDim.x + threadIdx.x) / LANES;
    if (row >= rows)
        return;
    float greatest = -INFINITY;
    int place = -1;
    for (size_t column = lane; column < columns; column += LANES)
        if (x[row * columns + column] > greatest) {
            greatest = x[row * columns + column];
            place = (int)column;
        }
    for (int distance = LANES / 2; distance > 0; distance /= 2) {
        float other = __shfl_down(greatest, distance);
        int other_place = __shfl_down(place, distance);
        if (other > greatest) {
            greatest = other;
            place = other_place;
        }
    }
    if (lane == 0)
        places[row] = place;
}

extern "C" __global__ void prefix_lanes(size_t n, const int *x, int *sums) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % LANES;
    int sum = i < n ? x[i] : 0;
    for (unsigned int distance = 1; distance < LANES; distance *= 2) {
        int left = __shfl_up(sum, distance);
        sum += lane >= distance ? left : 0;
    }
    if (i < n)
        sums[i] = sum;
}

extern "C" __global__ void keep_positive(size_t n, const int *x, unsigned int *count, int *kept) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % LANES, first = 0;
    int mine = i < n ? x[i] : 0;
    unsigned long passed = __ballot(mine > 0);
    if (lane == 0)
        first = atomicAdd(count, (unsigned int)__popcll(passed));
    first = __shfl(first, 0);
    if (mine > 0)
        kept[first + (unsigned int)__popcll(passed & ((1ul << lane) - 1))] = mine;
}
