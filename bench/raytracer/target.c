#include "problem.h"

static void render(size_t columns, size_t rows, struct scene view, size_t number,
                   const struct sphere *all, struct vector *out) {
#pragma omp target teams distribute parallel for map(to : view, all[ : number])                    \
    map(from : out[ : rows * columns])
    for (size_t row = 0; row < rows; row++)
        for (size_t column = 0; column < columns; column++)
            out[row * columns + column] = pixel(view, number, all, columns, rows, column, row);
}

static void run(void) {
    render(width, height, scene, count, spheres, pixels);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
