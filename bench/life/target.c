#include "problem.h"

static void live(size_t rows, size_t columns, const unsigned char *in, unsigned char *out) {
#pragma omp target teams distribute parallel for map(to : in[ : rows * columns])                   \
    map(from : out[ : rows * columns])
    for (size_t row = 0; row < rows; row++) {
        const unsigned char *up = in + (row == 0 ? rows - 1 : row - 1) * columns;
        const unsigned char *here = in + row * columns;
        const unsigned char *down = in + (row == rows - 1 ? 0 : row + 1) * columns;
#pragma omp simd
        for (size_t column = 0; column < columns; column++) {
            size_t left = column == 0 ? columns - 1 : column - 1;
            size_t right = column == columns - 1 ? 0 : column + 1;
            int neighbours = up[left] + up[column] + up[right] + here[left] + here[right] +
                             down[left] + down[column] + down[right];
            out[row * columns + column] = (neighbours == 3) | ((neighbours == 2) & here[column]);
        }
    }
}

static void run(void) {
    live(height, width, before, after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
