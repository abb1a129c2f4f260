// LU factorisation by tiles of 16 x 16: the tile on the diagonal, by a thread for each column; a
// tile beside it; and one of the rest.
#include <offload.h>

enum { TILE = 16 };

offload_kernel void lud_diagonal(size_t n, size_t first, float matrix[n][n]) {
    offload_shared float tile[TILE][TILE + 1];
    unsigned int me = offload_thread_id(0);
    for (unsigned int i = 0; i < TILE; i++)
        tile[i][me] = matrix[first + i][first + me];
    offload_barrier();
    for (unsigned int k = 0; k < TILE - 1; k++) {
        if (me > k) {
            for (unsigned int i = 0; i < k; i++)
                tile[me][k] -= tile[me][i] * tile[i][k];
            tile[me][k] /= tile[k][k];
        }
        offload_barrier();
        if (me > k)
            for (unsigned int i = 0; i < k + 1; i++)
                tile[k + 1][me] -= tile[k + 1][i] * tile[i][me];
        offload_barrier();
    }
    for (unsigned int i = 0; i < TILE; i++)
        matrix[first + i][first + me] = tile[i][me];
}

offload_kernel void lud_row(size_t n, size_t first, float matrix[n][n]) {
    offload_shared float diagonal[TILE][TILE + 1];
    unsigned int me = offload_thread_id(0);
    size_t column = first + TILE + offload_block_id(0) * TILE + me;
    for (unsigned int i = 0; i < TILE; i++)
        diagonal[i][me] = matrix[first + i][first + me];
    offload_barrier();
    float mine[TILE];
    for (unsigned int i = 0; i < TILE; i++)
        mine[i] = matrix[first + i][column];
    for (unsigned int i = 1; i < TILE; i++)
        for (unsigned int k = 0; k < i; k++)
            mine[i] -= diagonal[i][k] * mine[k];
    for (unsigned int i = 0; i < TILE; i++)
        matrix[first + i][column] = mine[i];
}

offload_kernel void lud_rest(size_t n, size_t first, float matrix[n][n]) {
    offload_shared float left[TILE][TILE], above[TILE][TILE];
    unsigned int x = offload_thread_id(0), y = offload_thread_id(1);
    size_t column = first + (offload_block_id(0) + (size_t)1) * TILE + x;
    size_t row = first + (offload_block_id(1) + (size_t)1) * TILE + y;
    left[y][x] = matrix[row][first + x];
    above[y][x] = matrix[first + y][column];
    offload_barrier();
    float sum = 0;
    for (unsigned int k = 0; k < TILE; k++)
        sum += left[y][k] * above[k][x];
    matrix[row][column] -= sum;
}
