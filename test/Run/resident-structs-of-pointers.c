// Host loops find arrays' addresses in a struct, in code that does not run in each turn. Each array comes back once for
// a loop, not element by element. Arrays that the loop does not read stay on the device.
//
// RUN: %offloadcc -O2 -foffload-resident --offload-arch=x86-64 %s -o %t -lm
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: env OFFLOADCC_REPORT=summary %t 2>&1 | FileCheck --check-prefixes=CHECK,COPIED %s
//
// CHECK: best 28.28, 30000 turns
// CHECK: sum 10000
// CHECK: first 9 11
// COPIED: {{80000 +1 +240000 +3 .*: step: x$}}
// COPIED: {{80000 +1 +240000 +3 .*: step: y$}}
// COPIED: {{80000 +1 +80000 +1 .*: step: z$}}
#include <math.h>
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

enum { N = 10000 };

struct fields {
    size_t n, turns;
    double best, *x, *y, *z;
};

offload_kernel void step(size_t n, double x[n], double y[n], double z[n]) {
    offload_for (i, n) {
        x[i] += 1;
        y[i] += 2;
        z[i] += x[i] * y[i];
    }
}

static void find_best(struct fields *f) {
    for (size_t i = 0; i < f->n; i++) {
        f->turns++;
        if (f->x[i] > 100)
            continue;
        double value = sqrt(f->x[i] * f->y[i]);
        if (value > f->best)
            f->best = value;
    }
}

offload_kernel void add(size_t n, int more, int x[n]) {
    offload_for (i, n)
        x[i] += more;
}

// The address changes from turn to turn.
static long sum_of_turns(int **arrays) {
    long sum = 0;
    for (int i = 0; i < N; i++) {
        if (i % 4 == 3)
            continue;
        sum += arrays[i % 2][i];
        arrays[i % 2][i] = -1;
    }
    return sum;
}

int main(void) {
    struct fields *f = malloc(sizeof *f);
    *f = (struct fields){.n = N};
    f->x = calloc(N, sizeof(double));
    f->y = calloc(N, sizeof(double));
    f->z = calloc(N, sizeof(double));
    for (size_t i = 0; i < N; i++) {
        f->x[i] = (double)(i % 1000);
        f->y[i] = (double)(i % 3);
        f->z[i] = 1;
    }
    for (int t = 0; t < 3; t++) {
        offload(step)(f->n, f->x, f->y, f->z);
        find_best(f);
    }
    printf("best %.2f, %zu turns\n", f->best, f->turns);

    int *arrays[] = {calloc(N, sizeof(int)), calloc(N, sizeof(int))};
    offload(add)(N, 1, arrays[0]);
    offload(add)(N, 2, arrays[1]);
    printf("sum %ld\n", sum_of_turns(arrays));
    offload(add)(N, 10, arrays[0]);
    printf("first %d %d\n", arrays[0][0], arrays[0][1]);
    return 0;
}
