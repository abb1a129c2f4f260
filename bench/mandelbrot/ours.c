#include "problem.h"

#include <offload.h>

offload_kernel void mandelbrot(int columns, int rows, struct view part,
                               offload_out float out[rows][columns]) {
    int column = (int)offload_global_id(0), row = (int)offload_global_id(1);
    if (column < columns && row < rows)
        out[row][column] = escape(part, columns, rows, column, row);
}

static void run(void) {
    offload(mandelbrot, .threads = {(size_t)width, (size_t)height})(width, height, view,
                                                                    (float (*)[width])values);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
