#include "problem.h"

static void mandelbrot(int columns, int rows, struct view part, float *out) {
#pragma omp target teams distribute parallel for simd collapse(2) map(from : out[ : rows * columns])
    for (int row = 0; row < rows; row++)
        for (int column = 0; column < columns; column++)
            out[row * columns + column] = escape(part, columns, rows, column, row);
}

static void run(void) {
    mandelbrot(width, height, view, values);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
