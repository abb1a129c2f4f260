// The region is one thread's: so it costs least.
#include "problem.h"

static void setup(void) {
#pragma omp target enter data map(to : x, y, z)
}

static void run(void) {
#pragma omp target map(to : x, y) map(tofrom : z)
    for (int i = 0; i < COUNT; i++)
        z[i] = x[i] + y[i];
}

static void finish(void) {
#pragma omp target update from(z)
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){setup, run, finish});
}
