// A loop calls a function for each element. The function may not be inlined. Its accesses are checked where it is called:
// by one call of the runtime before the loop, if their addresses follow from the function's arguments and the loop's
// counters.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_RESIDENT=off %t | FileCheck %s
// RUN: env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: %t | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t && env OFFLOADCC_RESIDENT=poison %t | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 -S -emit-llvm %s -o - | FileCheck %s --check-prefix=IR
#include <limits.h>
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { N = 1000 };

#define SLOW __attribute__((noinline)) static

// Neither has checks.
// IR-LABEL: define internal {{.*}}@square_of.checked(
// IR-NOT: __offloadcc_before
// IR: {{^}}}
// IR-LABEL: define internal {{.*}}@between.checked(
// IR-NOT: __offloadcc_before
// IR: {{^}}}

static double fixed[N];

offload_kernel void add(size_t n, double more, double x[n]) {
    offload_for (i, n)
        x[i] += more;
}

SLOW double square_of(const double *at) {
    return *at * *at;
}

SLOW double between(const double *x, int i, int n) {
    return i + 1 < n ? (x[i] + x[i + 1]) / 2 : x[i];
}

SLOW void set(double *x, size_t i, double value) {
    if (i % 2)
        x[i] = value;
}

SLOW double of_variable(size_t i) {
    return fixed[i];
}

// The address does not follow from the arguments.
SLOW double through(double *const *rows, size_t i) {
    return *rows[i];
}

// The call's check computes addresses that the function does not.
SLOW double near_zero(const double *x, int i) {
    return i >= 0 && i < N ? x[i] : 1;
}

SLOW void sum(const char *what, double total) {
    printf("%s %g\n", what, total);
}

int main(void) {
    double *x = calloc(N, sizeof *x), *rows[N], total = 0;
    for (int i = 0; i < N; i++)
        rows[i] = x + N - 1 - i;

    offload(add)(N, 2, x);
    for (int i = 0; i < N; i++)
        total += square_of(x + i);
    sum("squares", total); // CHECK: squares 4000

    offload(add)(N, 1, x);
    total = 0;
    for (int i = N - 1; i >= 0; i -= 3)
        total += square_of(&x[i]);
    sum("each third", total); // CHECK-NEXT: each third 3006

    offload(add)(N, 1, x);
    total = 0;
    for (int i = 0; i < N; i++)
        total += between(x, i, N);
    sum("between", total); // CHECK-NEXT: between 4000

    // What is written is sent with the next launch, and nothing else is lost.
    offload(add)(N, 1, x);
    for (size_t i = 0; i < N; i++)
        set(x, i, 10);
    offload(add)(N, 1, x);
    total = 0;
    for (size_t i = 0; i < N; i++)
        total += x[i];
    sum("set", total); // CHECK-NEXT: set 8500

    offload(add)(N, 3, fixed);
    total = 0;
    for (size_t i = 0; i < N; i += 2)
        total += of_variable(i) + of_variable(N - 1 - i);
    sum("variable", total); // CHECK-NEXT: variable 3000

    offload(add)(N, 1, x);
    total = 0;
    for (size_t i = 0; i < N; i++)
        total += through(rows, i);
    sum("rows", total); // CHECK-NEXT: rows 9500

    offload(add)(N, 1, x);
    total = 0;
    for (int i = INT_MIN + 1; i < INT_MAX - (1 << 26); i += 1 << 26)
        total += near_zero(x, i + (1 << 26) - 2);
    sum("outside", total); // CHECK-NEXT: outside 63

    // A launch in the loop.
    total = 0;
    for (int i = 0; i < N; i += 100) {
        offload(add)(N, 1, x);
        total += square_of(x + i) + square_of(x + i + 1);
    }
    sum("with launches", total); // CHECK-NEXT: with launches 5410
    free(x);
    return 0;
}
