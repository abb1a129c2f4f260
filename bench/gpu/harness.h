// harness.h - what the benchmarks for GPUs share: data, and the loop that times. C and CUDA C++.
//
// NAME.h has the data and a checksum of the result, NAME.c the kernel for offloadcc, NAME.cu the
// same in CUDA C: the same algorithm, geometry and types. Each of the two is a program of its own:
//
//     PROGRAM REPETITIONS [SHIFT]
//
// It puts its data on the device, runs once, prints the checksum, and then for each repetition
// what a run has taken: "wall" by the host's clock, and "kernel" by events on the device around
// each launch, without what the host does. SHIFT makes the data 2^SHIFT times smaller.
#ifndef HARNESS_H
#define HARNESS_H

#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

// Before functions that kernels call.
#ifdef __CUDACC__
#define ON_DEVICE __device__
#else
#define ON_DEVICE
#endif

// What NAME.h defines: the data, made 2^shift times smaller, and a sum over the result.
static void prepare(int shift);
static double checksum(void);

// What NAME.c and NAME.cu define: data goes to the device, kernels run on it, the result comes
// back.
static void setup(void);
static void run(void);
static void finish(void);

// What ours.h and cuda.cuh define: the seconds that kernels have taken so far by the device's own
// clock; negative if there is none.
static double device_seconds(void);

static inline void *allocate(size_t bytes) {
    void *memory = aligned_alloc(4096, (bytes + 4095) & ~(size_t)4095);
    if (!memory) {
        fprintf(stderr, "no memory for %zu bytes\n", bytes);
        exit(1);
    }
    return memory;
}

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

// A sum that notices elements in the wrong place.
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

static void time_runs(int count) {
    double device = device_seconds(), start = now();
    for (int i = 0; i < count; i++)
        run();
    double wall = now() - start;
    printf("wall %.9f\n", wall / count);
    if (device >= 0)
        printf("kernel %.9f\n", (device_seconds() - device) / count);
}

int main(int argc, char **argv) {
    const double enough = 0.02, warm = 0.2; // seconds: a repetition, and until clocks have risen
    int repetitions = argc > 1 ? atoi(argv[1]) : 5;
    prepare(argc > 2 ? atoi(argv[2]) : 0);
    setup();
    run();
    finish();
    printf("checksum %.12g\n", checksum());
    double start = now(), seconds = 0;
    for (int i = 0; i < 3 || (now() - start < warm && i < 100000); i++) {
        double before = now();
        run();
        seconds = now() - before;
    }
    int count = seconds < enough ? (int)(enough / (seconds + 1e-7)) + 1 : 1;
    for (int i = 0; i < repetitions; i++)
        time_runs(count);
    return 0;
}

#endif
