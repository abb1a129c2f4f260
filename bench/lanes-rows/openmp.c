#include "problem.h"

static void run(void) {
#pragma omp parallel for
    for (size_t row = 0; row < HEIGHT; row++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = 0; i < WIDTH; i++)
            sum += matrix[row * WIDTH + i] * x[i];
        y[row] = sum;
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
