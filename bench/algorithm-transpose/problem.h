// The transpose of a matrix of floats.
#include "../bench.h"

static const size_t rows = 3000, columns = 4100;
static float *given, *result;

static void prepare(size_t size) {
    (void)size;
    given = allocate(rows * columns * sizeof *given);
    result = allocate(rows * columns * sizeof *result);
    for (size_t i = 0; i < rows * columns; i++) {
        given[i] = scatter_float(i);
        result[i] = 0;
    }
}

// The wrong elements.
static double checksum(void) {
    size_t wrong = 0;
    for (size_t r = 0; r < rows; r++)
        for (size_t c = 0; c < columns; c++)
            wrong += result[c * rows + r] != given[r * columns + c];
    return (double)wrong;
}

static const double expected = 0, tolerance = 0;
