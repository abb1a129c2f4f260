#include "problem.h"

static void run(void) {
#pragma omp parallel for
    for (size_t block = 0; block < n / BLOCK_SIZE; block++) {
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = 0; i < BLOCK_SIZE; i++)
            sum += values[block * BLOCK_SIZE + i];
        sums[block] = sum;
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
