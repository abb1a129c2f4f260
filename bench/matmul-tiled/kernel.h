// kernel.h - the kernel, for the CPU and for GPUs. Who includes it says what TILE is.
#include <offload.h>

offload_kernel void multiply(size_t size, const float left[size][size],
                             const float right[size][size], offload_out float out[size][size]) {
    offload_shared float left_tile[TILE][TILE];
    offload_shared float right_tile[TILE][TILE];
    unsigned int x = offload_thread_id(0), y = offload_thread_id(1);
    size_t column = offload_global_id(0), row = offload_global_id(1);
    float sum = 0;
    for (size_t first = 0; first < size; first += TILE) {
        left_tile[y][x] = row < size && first + x < size ? left[row][first + x] : 0;
        right_tile[y][x] = first + y < size && column < size ? right[first + y][column] : 0;
        offload_barrier();
        for (unsigned int k = 0; k < TILE; k++)
            sum += left_tile[y][k] * right_tile[k][x];
        offload_barrier();
    }
    if (row < size && column < size)
        out[row][column] = sum;
}
