// The first and last column apart from the loop over the others, as one writes it by hand.
#include "problem.h"

static unsigned char lives(const unsigned char *up, const unsigned char *here,
                           const unsigned char *down, size_t left, size_t column, size_t right) {
    int neighbours = up[left] + up[column] + up[right] + here[left] + here[right] + down[left] +
                     down[column] + down[right];
    return (neighbours == 3) | ((neighbours == 2) & here[column]);
}

static void live(size_t rows, size_t columns, const unsigned char *restrict in,
                 unsigned char *restrict out) {
#pragma omp parallel for
    for (size_t row = 0; row < rows; row++) {
        const unsigned char *up = in + (row == 0 ? rows - 1 : row - 1) * columns;
        const unsigned char *here = in + row * columns;
        const unsigned char *down = in + (row == rows - 1 ? 0 : row + 1) * columns;
        unsigned char *to = out + row * columns;
        to[0] = lives(up, here, down, columns - 1, 0, 1);
#pragma omp simd
        for (size_t column = 1; column < columns - 1; column++)
            to[column] = lives(up, here, down, column - 1, column, column + 1);
        to[columns - 1] = lives(up, here, down, columns - 2, columns - 1, 0);
    }
}

static void run(void) {
    live(height, width, before, after);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
