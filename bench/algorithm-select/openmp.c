// Each thread counts the selected elements of its part of the array. Then it copies them, to the
// place after those of the threads before it.
#include "problem.h"

#include <omp.h>

static void run(void) {
    size_t counts[257] = {0};
#pragma omp parallel
    {
        size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
        size_t first = n * me / threads, end = n * (me + 1) / threads, mine = 0;
#pragma omp simd reduction(+ : mine)
        for (size_t i = first; i < end; i++)
            mine += (size_t)is_positive(values[i]);
        counts[me + 1] = mine;
#pragma omp barrier
        size_t at = 0;
        for (size_t i = 0; i <= me; i++)
            at += counts[i];
        for (size_t i = first; i < end; i++)
            if (is_positive(values[i]))
                result[at++] = values[i];
        if (me == threads - 1)
            count = at;
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
