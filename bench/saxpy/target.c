#include "problem.h"

static void saxpy(size_t count, float factor, const float *from, float *to) {
#pragma omp target teams distribute parallel for simd map(to : from[ : count])                     \
    map(tofrom : to[ : count])
    for (size_t i = 0; i < count; i++)
        to[i] += factor * from[i];
}

static void run(void) {
    saxpy(n, a, x, y);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
