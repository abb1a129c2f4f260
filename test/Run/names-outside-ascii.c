// A kernel may have any name that C allows, also where PTX has not the letters.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=sm_90,gfx90a,gfx1030 -Wno-offload-no-image -c %s -o %t.gpu.o
#include <offload.h>
#include <stdio.h>

offload_kernel void größe(int x[1])
{
    x[0] += 1;
}

offload_kernel void π2(int x[1])
{
    x[0] += 10;
}

int main(void)
{
    int x[1] = {0};
    größe(x);
    offload(π2, .threads = {1}, .block_size = {1})(x);
    printf("%d\n", x[0]);
}
// CHECK: 11
