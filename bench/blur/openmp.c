// The loop over columns innermost, and the pixels near the left and right edge apart from it.
#include "problem.h"

static void blur_row(int columns, int rows, int reach, const float *restrict weight,
                     int along_columns, const float *restrict in, int row, float *restrict to) {
    int margin = along_columns ? 0 : reach;
    for (int column = margin; column < columns - margin; column++)
        to[column] = 0;
    for (int i = -reach; i <= reach; i++) {
        const float *from =
            along_columns ? in + inside(row + i, rows) * columns : in + row * columns + i;
#pragma omp simd
        for (int column = margin; column < columns - margin; column++)
            to[column] += weight[i + reach] * from[column];
    }
    for (int column = 0; column < margin; column++) {
        int right = columns - 1 - column;
        to[column] = blurred(columns, rows, reach, weight, along_columns, in, row, column);
        to[right] = blurred(columns, rows, reach, weight, along_columns, in, row, right);
    }
}

static void blur(int columns, int rows, int reach, const float *restrict weight, int along_columns,
                 const float *restrict in, float *restrict out) {
#pragma omp parallel for
    for (int row = 0; row < rows; row++)
        blur_row(columns, rows, reach, weight, along_columns, in, row, out + row * columns);
}

static void run(void) {
    blur(width, height, radius, weights, 0, image, between);
    blur(width, height, radius, weights, 1, between, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
