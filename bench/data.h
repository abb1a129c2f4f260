// data.h - what the benchmarks for the CPU and those for GPUs share: memory, numbers and time. C
// and CUDA C++.
#ifndef BENCH_DATA_H
#define BENCH_DATA_H

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline void *allocate(size_t bytes) {
    void *memory = aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

// With the cast that C++ wants.
#define ALLOCATE(pointer, type, count) ((pointer) = (type *)allocate((count) * sizeof(type)))

// The i-th of a series of numbers from 0 to 2^32 - 1 that look random.
static inline unsigned int scatter(size_t i) {
    unsigned int bits = (unsigned int)i * 2654435761u;
    bits = (bits ^ bits >> 15) * 2246822519u;
    return bits ^ bits >> 13;
}

// From 0 to 1.
static inline float scatter_float(size_t i) {
    return (float)(scatter(i) >> 8) / 16777216.0f;
}

// Sets sum to that of `element`, an expression with an index i, for i from 0 to n - 1. It notices
// elements in the wrong place.
#define WEIGHTED_SUM(sum, n, element)                                                              \
    do {                                                                                           \
        (sum) = 0;                                                                                 \
        for (size_t i = 0; i < (n); i++)                                                           \
            (sum) += (double)(element) * (double)(1 + i % 7);                                      \
    } while (0)

static inline double now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

#endif
