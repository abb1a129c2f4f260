// Each thread adds up its stretch, then scans it from the sum of the stretches before.
#include "problem.h"

#include <omp.h>

static void run(void) {
    float totals[256];
#pragma omp parallel
    {
        size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        size_t first = n * me / threads, end = n * (me + 1) / threads;
        float sum = 0;
#pragma omp simd reduction(+ : sum)
        for (size_t i = first; i < end; i++)
            sum += values[i];
        totals[me] = sum;
#pragma omp barrier
        sum = 0;
        for (size_t i = 0; i < me; i++)
            sum += totals[i];
#pragma omp simd reduction(inscan, + : sum)
        for (size_t i = first; i < end; i++) {
            sum += values[i];
#pragma omp scan inclusive(sum)
            result[i] = sum;
        }
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
