// Called like a function, on the host, a kernel runs one thread; also through a pointer and inlined.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <stdio.h>

static offload_kernel void add(int n, int x[n])
{
    x[offload_global_id(0)] += (int)offload_global_size(0) * 100 + n;
}

typedef void adder(int n, int *x);
adder *volatile pointer = add;

int main(void)
{
    int x[3] = {0};
    add(3, x);
    pointer(3, x);
    offload(pointer, .threads = {2}, .block_size = {1})(3, x);
    printf("%d %d %d\n", x[0], x[1], x[2]);
}
// CHECK: 409 203 0
