// Of kernels with the mark offload_if_used, those count that the file uses: in functions that other
// files may call, or that these use, and in variables. A function that nothing uses does not count,
// nor does a branch of __builtin_choose_expr that is not chosen.
//
// RUN: rm -rf %t && split-file %s %t && mkdir %t/out
// RUN: %scan --source=%t/main.c --lang=c --out=%t/out --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/out/unit.json
// RUN: %offloadcc -Wall -Wextra -Werror -O2 --offload-arch=none %t/main.c -o %t/main && %t/main
// RUN: nm %t/main | FileCheck --check-prefix=CODE %s

//--- kernels.h
#include <offload.h>
#define LIBRARY(name)                                                                              \
    offload_if_used static offload_kernel void kernel_##name(float x[1]) {                         \
        x[0] += 1;                                                                                 \
    }                                                                                              \
    static inline void name(float *x) {                                                            \
        offload(kernel_##name, .threads = {1})(x);                                                 \
    }
LIBRARY(called)
LIBRARY(called_by_what_is_called)
LIBRARY(not_called)
LIBRARY(called_by_what_is_not)
LIBRARY(in_a_table)
LIBRARY(as_the_scope_ends)
LIBRARY(chosen)
LIBRARY(not_chosen)
static inline void between(float *x) {
    called_by_what_is_called(x);
}
static inline void nowhere(float *x) {
    called_by_what_is_not(x);
}

//--- main.c
#include "kernels.h"

static void (*const table[1])(float *) = {in_a_table};

static void end(float **x) {
    as_the_scope_ends(*x);
}

int main(void) {
    float x[1] = {0};
    called(x);
    between(x);
    table[0](x);
    {
        float *p __attribute__((cleanup(end))) = x;
        p[0] += 1;
    }
    __builtin_choose_expr(sizeof *x == 4, chosen, not_chosen)(x);
    return x[0] < 1;
}

// CHECK-NOT: not_called
// CHECK-NOT: not_chosen
// CHECK-NOT: what_is_not
// CHECK: "name": "kernel_called"
// CHECK: "name": "kernel_called_by_what_is_called"
// CHECK-NOT: not_called
// CHECK-NOT: what_is_not
// CHECK: "name": "kernel_in_a_table"
// CHECK: "name": "kernel_as_the_scope_ends"
// CHECK: "name": "kernel_chosen"
// CHECK-NOT: not_chosen
// CODE-NOT: not_called
// CODE-NOT: not_chosen
// CODE-NOT: what_is_not
