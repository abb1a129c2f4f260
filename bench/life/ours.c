#include "problem.h"

#include <offload.h>

offload_kernel void live(size_t rows, size_t columns, const unsigned char in[rows][columns],
                         offload_out unsigned char out[rows][columns]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (row >= rows || column >= columns)
        return;
    size_t up = row == 0 ? rows - 1 : row - 1, down = row == rows - 1 ? 0 : row + 1;
    size_t left = column == 0 ? columns - 1 : column - 1,
           right = column == columns - 1 ? 0 : column + 1;
    int neighbours = in[up][left] + in[up][column] + in[up][right] + in[row][left] +
                     in[row][right] + in[down][left] + in[down][column] + in[down][right];
    out[row][column] = neighbours == 3 || (neighbours == 2 && in[row][column]);
}

static void run(void) {
    offload(live, .threads = {width, height})(height, width, (const unsigned char (*)[width])before,
                                              (unsigned char (*)[width])after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
