// bench.h - what every benchmark program for the CPU shares: the loop that times. data.h has what
// those for GPUs share too.
//
// A benchmark is a directory. Its problem.h has the data and a checksum of the result; ours.c,
// openmp.c, opencl.c with kernel.cl, and target.c have the same computation in four ways. A
// kernel.h has the kernel of ours.c where gpu/ measures it too. Each way is a program of its own:
//
//     PROGRAM REPETITIONS [SIZE]
//
// It makes the data, runs once, compares the checksum, and prints "seconds: x" for each repetition.
// What is over too soon to be timed is repeated inside a repetition, and x is the time of one run.
#ifndef BENCH_H
#define BENCH_H

#include "data.h"

#include <math.h>

// What a problem.h defines. The size is 0 if none was asked for.
static void prepare(size_t size);
static double checksum(void);
static const double expected, tolerance; // of the checksum; the tolerance is relative

// What a way to compute defines. Only run is timed.
struct way {
    void (*setup)(void); // may be null
    void (*run)(void);
    void (*finish)(void); // after the first run: brings the result to the host; may be null
};

// Of an array; see WEIGHTED_SUM.
static inline double weighted_sum(size_t n, const float *values) {
    double sum;
    WEIGHTED_SUM(sum, n, values[i]);
    return sum;
}

static double time_runs(const struct way *way, size_t count) {
    double start = now();
    for (size_t i = 0; i < count; i++)
        way->run();
    return (now() - start) / (double)count;
}

// The time of a run once threads have found their cores: what they wait for in a process's first
// milliseconds is no property of the loops.
static double warm_up(const struct way *way) {
    const double warm = 0.1; // seconds
    double start = now();
    double seconds = time_runs(way, 1);
    while (now() - start < warm)
        seconds = time_runs(way, 1);
    return seconds;
}

static int bench(int argc, char **argv, struct way way) {
    const double enough = 0.004; // seconds, for a repetition
    int repetitions = argc > 1 ? atoi(argv[1]) : 5;
    prepare(argc > 2 ? strtoul(argv[2], NULL, 10) : 0);
    if (way.setup)
        way.setup();
    way.run();
    if (way.finish)
        way.finish();
    double sum = checksum();
    if (!(fabs(sum - expected) <= tolerance * fabs(expected))) {
        fprintf(stderr, "%s: the checksum is %.17g, not %.17g\n", argv[0], sum, expected);
        return 1;
    }
    double seconds = warm_up(&way);
    size_t count = seconds < enough ? (size_t)(enough / (seconds + 1e-9)) + 1 : 1;
    for (int i = 0; i < repetitions; i++)
        printf("seconds: %.9f\n", time_runs(&way, count));
    return 0;
}

#endif
