// launch.h - what a launch costs: of an empty kernel, and of one whose three arrays are on the
// device already. Each way is a program of its own, PROGRAM REPETITIONS, which prints for each
// repetition the mean time of many launches, each with the wait for its end.
#ifndef LAUNCH_H
#define LAUNCH_H

#include "../data.h"

enum { COUNT = 64 };
static float x[COUNT], y[COUNT], z[COUNT];

static void fill(void) {
    for (int i = 0; i < COUNT; i++) {
        x[i] = (float)i;
        y[i] = (float)(COUNT - i);
    }
}

// Whether z is what it must be.
static int check(const char *program) {
    for (int i = 0; i < COUNT; i++)
        if (z[i] != (float)COUNT) {
            fprintf(stderr, "%s: element %d is %g\n", program, i, (double)z[i]);
            return 1;
        }
    return 0;
}

static double launch_seconds(void (*launch)(void), int count) {
    double start = now();
    for (int i = 0; i < count; i++)
        launch();
    return (now() - start) / count;
}

static void time_launches(const char *what, void (*launch)(void), int repetitions) {
    const int count = 5000;
    launch_seconds(launch, count);
    for (int i = 0; i < repetitions; i++)
        printf("%s %.9f\n", what, launch_seconds(launch, count));
}

static int repetitions_of(int argc, char **argv) {
    return argc > 1 ? atoi(argv[1]) : 5;
}

#endif
