// Each thread adds up its stretch, then scans it from the sum of the stretches before.
#include "problem.h"

#include <omp.h>

static void scan(size_t count, const unsigned int *restrict in, unsigned int *restrict out) {
    unsigned int totals[256];
#pragma omp parallel
    {
        size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        size_t first = count * me / threads, end = count * (me + 1) / threads;
        unsigned int sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = first; i < end; i++)
            sum += in[i];
        totals[me] = sum;
#pragma omp barrier
        sum = 0;
        for (size_t i = 0; i < me; i++)
            sum += totals[i];
        for (size_t i = first; i < end; i++)
            out[i] = sum += in[i];
    }
}

static void run(void) {
    scan(n, values, result);
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
