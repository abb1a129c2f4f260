// The stretches are a loop's iterations: target regions have no barrier for all teams.
#include "problem.h"

enum { STRETCHES = 64 };

static void scan(size_t count, const unsigned int *in, unsigned int *out) {
    unsigned int totals[STRETCHES];
#pragma omp target data map(to : in[ : count]) map(from : out[ : count]) map(alloc : totals)
    {
#pragma omp target teams distribute parallel for
        for (size_t stretch = 0; stretch < STRETCHES; stretch++) {
            unsigned int sum = 0;
            for (size_t i = count * stretch / STRETCHES; i < count * (stretch + 1) / STRETCHES; i++)
                sum += in[i];
            totals[stretch] = sum;
        }
#pragma omp target teams distribute parallel for
        for (size_t stretch = 0; stretch < STRETCHES; stretch++) {
            unsigned int sum = 0;
            for (size_t i = 0; i < stretch; i++)
                sum += totals[i];
            for (size_t i = count * stretch / STRETCHES; i < count * (stretch + 1) / STRETCHES; i++)
                out[i] = sum += in[i];
        }
    }
}

static void run(void) {
    scan(n, values, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
