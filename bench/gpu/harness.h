// harness.h - what the benchmarks for GPUs share: the loop that times. C and CUDA C++.
//
// NAME.h has the data and a checksum of the result, NAME.c launches a kernel of offloadcc's, which
// it has or which is the one that is measured on the CPU (../NAME/kernel.h), and NAME.cu has the
// same in CUDA C: the same algorithm, geometry and types. Each of the two is a program of its own:
//
//     PROGRAM REPETITIONS [SHIFT]
//
// It puts its data on the device, runs once, prints the checksum, and then for each repetition
// what a run has taken: "wall" by the host's clock, and "kernel" by events on the device around
// each launch, without what the host does. SHIFT makes the data 2^SHIFT times smaller.
#ifndef HARNESS_H
#define HARNESS_H

#include "../data.h"

#include <math.h>

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
