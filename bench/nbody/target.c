#include "problem.h"

static void accelerate(int count, float soft, const struct body *all, struct vector *results) {
#pragma omp target teams distribute parallel for simd map(to : all[ : count])                      \
    map(from : results[ : count])
    for (int i = 0; i < count; i++)
        results[i] = pull_of_all(count, soft, all, i);
}

static void run(void) {
    accelerate(n, softening, bodies, accelerations);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
