// --offload-report says which statement keeps a kernel's threads from running several at once on a CPU, whatever devices
// it is compiled for.
//
// RUN: %offloadcc --offload-report -O2 -c %s -o %t.o | FileCheck %s
// RUN: %offloadcc --offload-report -O2 --offload-arch=x86-64,gfx90a -fno-offload-resident -c %s -o %t.o | FileCheck %s
// RUN: %offloadcc --offload-report -O2 -fveclib=libmvec -c %s -o %t.o | FileCheck --check-prefix=VECLIB %s
// RUN: %offloadcc --offload-report -O0 -c %s -o %t.o | FileCheck --check-prefix=PLAIN %s
// RUN: %offloadcc --offload-report=json -O2 -c %s -o %t.o | FileCheck --check-prefix=JSON %s
// RUN: %offloadcc --offload-report=json -fsyntax-only %s | FileCheck --check-prefix=SYNTAX %s
#include <math.h>
#include <offload.h>

// CHECK: kernel 'add_rows'
// CHECK: one thread after the other on a CPU: {{.*}}threads.c:[[@LINE+14]]:9: each runs this loop with turns of its own
// PLAIN: kernel 'add_rows'
// PLAIN: one thread after the other on a CPU: {{.*}}threads.c:[[@LINE+7]]:21: the code is not optimised
// JSON: "name": "add_rows"
// JSON: "one_by_one": [
// JSON: "line": [[@LINE+9]],
// JSON-NEXT: "column": 9
// JSON: "why": "each runs this loop
// SYNTAX: "one_by_one": null
offload_kernel void add_rows(int n, const int start[n + 1], int m, const float values[m], float sums[n])
{
    int row = offload_global_id(0);
    float sum = 0;
    if (row < n) {
        for (int k = start[row]; k < start[row + 1]; k++)
            sum += values[k];
        sums[row] = sum;
    }
}

// CHECK: kernel 'logarithms'
// CHECK: one thread after the other on a CPU: {{.*}}threads.c:[[@LINE+7]]:16: the call of 'logf'
// VECLIB: kernel 'logarithms'
// VECLIB-NOT: one thread after the other
offload_kernel void logarithms(int n, float x[n])
{
    int i = offload_global_id(0);
    if (i < n)
        x[i] = logf(x[i]);
}

// CHECK: kernel 'twice'
// CHECK-NOT: one thread after the other
// JSON: "name": "twice"
// JSON: "one_by_one": []
offload_kernel void twice(int n, float x[n])
{
    int i = offload_global_id(0);
    if (i < n)
        x[i] = 2 * x[i];
}
