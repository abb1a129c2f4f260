#include "hip.h"

extern "C" __global__ void all_pairs(size_t n, const float *x, const float *charge, float *field) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int lane = threadIdx.x % LANES, lanes = LANES;
    float own = i < n ? x[i] : 0, other = own, other_charge = i < n ? charge[i] : 0, sum = 0;
    for (unsigned int turn = 1; turn < lanes; turn++) {
        other = __shfl(other, (lane + 1) % lanes);
        other_charge = __shfl(other_charge, (lane + 1) % lanes);
        float distance = other - own;
        sum += other_charge * distance / (fabsf(distance * distance * distance) + 1e-6f);
    }
    if (i < n)
        field[i] = sum;
}

extern "C" __global__ void scan_block(size_t n, const int *in, int *out, int *totals) {
    __shared__ int of_group[32];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int me = threadIdx.x, lanes = LANES, lane = me % lanes;
    int sum = i < n ? in[i] : 0;
    for (unsigned int distance = 1; distance < lanes; distance *= 2) {
        int left = __shfl_up(sum, distance);
        sum += lane >= distance ? left : 0;
    }
    if (lane == lanes - 1)
        of_group[me / lanes] = sum;
    __syncthreads();
    if (me < lanes) {
        int group = me < blockDim.x / lanes ? of_group[me] : 0;
        for (unsigned int distance = 1; distance < lanes; distance *= 2) {
            int left = __shfl_up(group, distance);
            group += lane >= distance ? left : 0;
        }
        if (me < 32)
            of_group[me] = group;
    }
    __syncthreads();
    if (me >= lanes)
        sum += of_group[me / lanes - 1];
    if (i < n)
        out[i] = sum;
    if (me == blockDim.x - 1)
        totals[blockIdx.x] = sum;
}

extern "C" __global__ void spmv_lanes(int rows, int columns, int count, const int *starts,
                                      const int *column, const float *value, const float *x,
                                      float *y) {
    unsigned int lane = threadIdx.x % LANES;
    int groups = (int)((size_t)gridDim.x * blockDim.x / LANES);
    int row = (int)(((size_t)blockIdx.x * blockDim.x + threadIdx.x) / LANES);
    for (; row < rows; row += groups) {
        float sum = 0;
        for (int i = starts[row] + (int)lane; i < starts[row + 1]; i += LANES)
            sum += value[i] * x[column[i]];
        for (int distance = LANES / 2; distance > 0; distance /= 2)
            sum += __shfl_down(sum, distance);
        if (lane == 0)
            y[row] = sum;
    }
}

extern "C" __global__ void spmv_ell(int rows, int columns, int length, const int *column,
                                    const double *value, const double *x, double *y) {
    int row = (int)(blockIdx.x * blockDim.x + threadIdx.x);
    if (row >= rows)
        return;
    double sum = 0;
    for (int i = 0; i < length; i++) {
        int from = column[i * rows + row];
        if (from >= 0)
            sum += value[i * rows + row] * x[from];
    }
    y[row] = sum;
}
