// A matrix transposed through a tile in shared memory; a thread moves four elements.
#include <offload.h>

enum { TILE = 32, ROWS = 8 };

offload_kernel void transpose(size_t width, size_t height, const float in[height][width],
                              float out[width][height]) {
    offload_shared float tile[TILE][TILE + 1];
    unsigned int x = offload_thread_id(0), y = offload_thread_id(1);
    size_t column = (size_t)offload_block_id(0) * TILE + x;
    size_t row = (size_t)offload_block_id(1) * TILE + y;
    for (unsigned int i = 0; i < TILE; i += ROWS)
        if (column < width && row + i < height)
            tile[y + i][x] = in[row + i][column];
    offload_barrier();
    column = (size_t)offload_block_id(1) * TILE + x;
    row = (size_t)offload_block_id(0) * TILE + y;
    for (unsigned int i = 0; i < TILE; i += ROWS)
        if (column < height && row + i < width)
            out[row + i][column] = tile[x][y + i];
}
