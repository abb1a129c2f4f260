// Tiles down a strip of columns, so that the result is written in long runs.
#include "problem.h"

enum { WIDE = 16, TALL = 64 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static void run(void) {
#pragma omp parallel for collapse(2)
    for (size_t column = 0; column < columns; column += WIDE)
        for (size_t row = 0; row < rows; row += TALL)
            for (size_t c = column; c < least(columns, column + WIDE); c++)
                for (size_t r = row; r < least(rows, row + TALL); r++)
                    result[c * rows + r] = given[r * columns + c];
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
