// What is generated keeps its layout where a pragma of the user's packs structs.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: %t.image | FileCheck %s
#pragma pack(1)
#include <offload.h>
#include <stdio.h>

struct sample {
    char kind;
    double value;
};

offload_kernel void fill(size_t n, struct sample sample, double x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] = sample.value + sample.kind;
}

int main(void)
{
    static double x[1000];
    offload(fill, .threads = {1000})(1000, (struct sample){1, 2.5}, x);
    printf("%g %g\n", x[0], x[999]);
    return 0;
}
// CHECK: 3.5 3.5
