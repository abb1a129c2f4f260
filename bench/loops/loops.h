// loops.h - what the programs in this directory share. Each is one file with the same computation
// in two ways: as kernels, as one writes them for a GPU, and with OPENMP defined, as the loops that
// one writes for a CPU. They are built and timed as bench.h says, and print their checksum as well.
//
// INDEX is the type of the kernels' indices: int, or size_t. Where a kernel's threads are more than
// the elements, or some elements are not computed, FORM says how it leaves them out:
//
//     0   if (inside) { ... }
//     1   if (outside) return; ...
//
// A size in the command takes the place of the program's own.
#ifndef LOOPS_H
#define LOOPS_H

#include "../data.h"

#include <math.h>
#include <stdbool.h>

#ifndef OPENMP
#include <offload.h>
#endif

#ifndef INDEX
#define INDEX int
#endif
#ifndef FORM
#define FORM 0
#endif
#if FORM == 0
#define WHERE(inside) if (inside)
#else
#define WHERE(inside)                                                                              \
    if (!(inside))                                                                                 \
        return;
#endif

#define GLOBAL_ID(dimension) ((INDEX)offload_global_id(dimension))
#define THREAD_ID(dimension) ((INDEX)offload_thread_id(dimension))
#define BLOCK_ID(dimension) ((INDEX)offload_block_id(dimension))

// What a program defines. Only run is timed. It computes the same each time, or goes on.
static void prepare(size_t size);
static void run(void);
static double checksum(void);

static inline double *new_numbers(size_t count) {
    double *numbers = (double *)allocate(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = (double)scatter_float(i);
    return numbers;
}

static inline float *new_floats(size_t count) {
    float *numbers = (float *)allocate(count * sizeof *numbers);
    for (size_t i = 0; i < count; i++)
        numbers[i] = scatter_float(i);
    return numbers;
}

static double time_runs(size_t count) {
    double start = now();
    for (size_t i = 0; i < count; i++)
        run();
    return (now() - start) / (double)count;
}

int main(int argc, char **argv) {
    const double enough = 0.004, warm = 0.1; // seconds
    int repetitions = argc > 1 ? atoi(argv[1]) : 5;
    prepare(argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    run();
    printf("checksum: %.12g\n", checksum());
    double start = now(), seconds = 1;
    do
        seconds = time_runs(1);
    while (now() - start < warm);
    size_t count = seconds < enough ? (size_t)(enough / (seconds + 1e-9)) + 1 : 1;
    for (int i = 0; i < repetitions; i++)
        printf("seconds: %.9f\n", time_runs(count));
    return 0;
}

#endif
