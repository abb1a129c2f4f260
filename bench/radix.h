// radix.h - what the radix sorts of algorithm-sort and algorithm-sort-pairs by OpenMP share.
#ifndef RADIX_H
#define RADIX_H

#include <omp.h>
#include <stddef.h>

enum { DIGITS = 256, MOST_THREADS = 256 };

// The 8 bits of an int's bits from `shift` on, so that negative numbers come first.
static inline unsigned digit_of(unsigned key, int shift) {
    return (key ^ 1u << 31) >> shift & (DIGITS - 1);
}

// Called by all threads of a parallel region: sets at[d] to the place of the first of the keys
// `first` to `end` - 1 that has the digit d.
static inline void find_places(const unsigned *keys, size_t first, size_t end, int shift,
                               size_t at[DIGITS]) {
    static size_t counts[MOST_THREADS][DIGITS];
    size_t threads = (size_t)omp_get_num_threads(), me = (size_t)omp_get_thread_num();
    for (int d = 0; d < DIGITS; d++)
        at[d] = 0;
    for (size_t i = first; i < end; i++)
        at[digit_of(keys[i], shift)]++;
    for (int d = 0; d < DIGITS; d++)
        counts[me][d] = at[d];
#pragma omp barrier
#pragma omp single
    {
        size_t before = 0;
        for (int d = 0; d < DIGITS; d++)
            for (size_t t = 0; t < threads; t++) {
                size_t these = counts[t][d];
                counts[t][d] = before;
                before += these;
            }
    }
    for (int d = 0; d < DIGITS; d++)
        at[d] = counts[me][d];
}

#endif
