#include "problem.h"

static void blur(int columns, int rows, int reach, const float *weight, int along_columns,
                 const float *in, float *out) {
#pragma omp target teams distribute parallel for map(                                              \
        to : in[ : rows * columns], weight[ : 2 * reach + 1]) map(from : out[ : rows * columns])
    for (int row = 0; row < rows; row++) {
#pragma omp simd
        for (int column = 0; column < columns; column++)
            out[row * columns + column] =
                blurred(columns, rows, reach, weight, along_columns, in, row, column);
    }
}

static void run(void) {
    blur(width, height, radius, weights, 0, image, between);
    blur(width, height, radius, weights, 1, between, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
