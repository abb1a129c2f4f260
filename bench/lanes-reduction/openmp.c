#include "problem.h"

static void run(void) {
    int total = 0;
#pragma omp parallel for simd reduction(+ : total)
    for (size_t i = 0; i < n; i++)
        total += values[i];
    sum = total;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
