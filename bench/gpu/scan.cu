#include "cuda.cuh"
#include "scan.h"

__global__ void scan_parts(size_t count, int exclusive, const unsigned int *in, unsigned int *out,
                           unsigned int *totals) {
    __shared__ unsigned int sums[BLOCK];
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    unsigned int me = threadIdx.x;
    unsigned int own = i < count ? in[i] : 0;
    sums[me] = own;
    __syncthreads();
    for (unsigned int distance = 1; distance < BLOCK; distance *= 2) {
        unsigned int left = me >= distance ? sums[me - distance] : 0;
        __syncthreads();
        sums[me] += left;
        __syncthreads();
    }
    if (i < count)
        out[i] = exclusive ? sums[me] - own : sums[me];
    if (me == BLOCK - 1)
        totals[blockIdx.x] = sums[me];
}

__global__ void raise_parts(size_t count, const unsigned int *by, unsigned int *all) {
    size_t i = (size_t)blockIdx.x * blockDim.x + threadIdx.x;
    if (i < count)
        all[i] += by[i / BLOCK];
}

static void scan(size_t count, int exclusive, const unsigned int *in, unsigned int *out,
                 unsigned int *free_room) {
    unsigned int parts = blocks_for(count, BLOCK);
    unsigned int *totals = free_room, *before = free_room + parts;
    LAUNCH(scan_parts, parts, BLOCK, count, exclusive, in, out, totals);
    if (parts > 1) {
        scan(parts, 1, totals, before, before + parts);
        LAUNCH(raise_parts, parts, BLOCK, count, before, out);
    }
}

static unsigned int *device_values, *device_result, *device_room;

static void setup(void) {
    device_values = on_device(values, n);
    device_result = on_device((unsigned int *)NULL, n);
    device_room = on_device((unsigned int *)NULL, room_for_totals());
}

static void run(void) {
    scan(n, 0, device_values, device_result, device_room);
}

static void finish(void) {
    to_host(result, device_result, n);
}
