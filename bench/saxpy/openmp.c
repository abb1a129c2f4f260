#include "problem.h"

static void saxpy(size_t count, float factor, const float *restrict from, float *restrict to) {
#pragma omp parallel for simd
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void run(void) {
    saxpy(n, a, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
