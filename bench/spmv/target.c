#include "problem.h"

static void multiply(size_t height, size_t entries, const size_t *start, const int *column,
                     const double *value, const double *vector, double *result) {
#pragma omp target teams distribute parallel for map(                                              \
        to : start[ : height + 1], column[ : entries], value[ : entries], vector[ : height])       \
    map(from : result[ : height])
    for (size_t row = 0; row < height; row++) {
        double sum = 0;
        for (size_t i = start[row]; i < start[row + 1]; i++)
            sum += value[i] * vector[column[i]];
        result[row] = sum;
    }
}

static void run(void) {
    multiply(rows, count, starts, columns, values, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
