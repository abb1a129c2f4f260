// The bound of a parameter that no code uses is evaluated and checked as ever.
// RUN: %offloadcc -O2 %s --offload-arch=none -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s --check-prefix=NEGATIVE
// RUN: %if x86_64 %{ %offloadcc -O2 %s --offload-arch=x86-64 -o %t %}
// RUN: %if x86_64 %{ not --crash %t 2>&1 | FileCheck %s --check-prefix=NEGATIVE %}
// RUN: %if x86_64 %{ not --crash %t null 2>&1 | FileCheck %s --check-prefix=NULL %}
#include <offload.h>

// NEGATIVE: unused-parameter-is-checked.c:[[@LINE+2]]: offloadcc: error: kernel 'k': the bound 'm' of parameter 'x' is -5
// NULL: unused-parameter-is-checked.c:[[@LINE+1]]: offloadcc: error: kernel 'k': parameter 'x' is a null pointer, but its bound 'm' makes it 40 bytes
offload_kernel void k(int n, int m, const double x[m], double y[n]) {
    offload_for (i, n)
        y[i] = 1;
}

int main(int argc, char **argv) {
    static double x[1], y[1];
    (void)argv;
    if (argc > 1)
        offload(k)(1, 5, NULL, y);
    offload(k)(1, -5, x, y);
}
