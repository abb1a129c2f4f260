#define TILE 16

__kernel void multiply(ulong n, __global const float *restrict a, __global const float *restrict b,
                       __global float *restrict product) {
    __local float a_tile[TILE][TILE];
    __local float b_tile[TILE][TILE];
    size_t x = get_local_id(0), y = get_local_id(1);
    size_t column = get_global_id(0), row = get_global_id(1);
    float sum = 0;
    for (size_t first = 0; first < n; first += TILE) {
        a_tile[y][x] = row < n && first + x < n ? a[row * n + first + x] : 0;
        b_tile[y][x] = first + y < n && column < n ? b[(first + y) * n + column] : 0;
        barrier(CLK_LOCAL_MEM_FENCE);
        for (unsigned int k = 0; k < TILE; k++)
            sum += a_tile[y][k] * b_tile[k][x];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    if (row < n && column < n)
        product[row * n + column] = sum;
}
