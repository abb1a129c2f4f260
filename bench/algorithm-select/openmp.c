// Each thread counts the selected elements of its part of the array. Then it copies them, to the
// place after those of the threads before it.
#include "problem.h"

#include <omp.h>
#include <string.h>

enum { ROOM = 256 };

// Elements are brought together in an array of the thread's own, without a branch for each: what is
// not selected is overwritten by the next one, which in `result` may be another thread's.
static void copy(size_t first, size_t end, float *to) {
    float kept[ROOM];
    while (first < end) {
        size_t these = 0, last = end - first < ROOM ? end : first + ROOM;
        for (; first < last; first++) {
            kept[these] = values[first];
            these += (size_t)is_positive(values[first]);
        }
        memcpy(to, kept, these * sizeof *kept);
        to += these;
    }
}

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
        copy(first, end, result + at);
        if (me == threads - 1)
            count = at + mine;
    }
}

int main(int argc, char **argv) {
    return bench(argc, argv, (struct way){.run = run});
}
