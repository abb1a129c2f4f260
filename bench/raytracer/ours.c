#include "problem.h"

#include <offload.h>

offload_kernel void render(size_t columns, size_t rows, struct scene view, size_t number,
                           const struct sphere all[number],
                           offload_out struct vector out[rows][columns]) {
    size_t column = offload_global_id(0), row = offload_global_id(1);
    if (column < columns && row < rows)
        out[row][column] = pixel(view, number, all, columns, rows, column, row);
}

static void run(void) {
    offload(render, .threads = {width, height})(width, height, scene, count, spheres,
                                                (struct vector(*)[width])pixels);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
