#include "problem.h"

static void run(void) {
#pragma omp parallel for simd
    for (size_t i = 0; i < n; i++)
        values[i] = 1.5f;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
