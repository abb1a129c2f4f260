#include "problem.h"

#include <offload.h>

offload_kernel void blur(int columns, int rows, int reach, const float weight[2 * reach + 1],
                         int along_columns, const float in[rows][columns],
                         offload_out float out[rows][columns]) {
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column < columns && row < rows)
        out[row][column] =
            blurred(columns, rows, reach, weight, along_columns, &in[0][0], row, column);
}

static void pass(int along_columns, const float *in, float *out) {
    offload(blur, .threads = {(size_t)width, (size_t)height})(
        width, height, radius, weights, along_columns, (const float (*)[width])in,
        (float (*)[width])out);
}

static void run(void) {
    pass(0, image, between);
    pass(1, between, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
