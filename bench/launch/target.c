#include "problem.h"

static void run(void) {
#pragma omp target teams distribute parallel for simd map(tofrom : y)
    for (int i = 0; i < COUNT; i++)
        y[i] += 1;
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
