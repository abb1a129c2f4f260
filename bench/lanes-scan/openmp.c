#include "problem.h"

static void run(void) {
#pragma omp parallel for
    for (size_t block = 0; block < n / BLOCK_SIZE; block++) {
        int sum = 0;
#pragma omp simd reduction(inscan, + : sum)
        for (size_t i = block * BLOCK_SIZE; i < (block + 1) * BLOCK_SIZE; i++) {
            sum += values[i];
#pragma omp scan inclusive(sum)
            result[i] = sum;
        }
        sums[block] = sum;
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
