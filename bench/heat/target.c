#include "next.h"
#include "problem.h"

static void spread(size_t rows, size_t columns, float factor, const float *in, float *out) {
#pragma omp target teams distribute parallel for map(to : in[ : rows * columns])                   \
    map(from : out[ : rows * columns])
    for (size_t row = 0; row < rows; row++) {
#pragma omp simd
        for (size_t column = 0; column < columns; column++)
            out[row * columns + column] = next(rows, columns, factor, in, row, column);
    }
}

static void run(void) {
    spread(height, width, rate, before, after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
