// Kernels whose names look like the ends of our own, or like words of an assembler.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=sm_90,gfx90a,gfx1030 -Wno-offload-no-image -c %s -o %t.gpu.o
#include <offload.h>
#include <stdio.h>

#define KERNEL(name)                                                                               \
    offload_kernel void name(int x[1])                                                             \
    {                                                                                              \
        x[0] += 1;                                                                                 \
    }
KERNEL(id)
KERNEL(self)
KERNEL(count)
KERNEL(kernel)
KERNEL(entry)
KERNEL(unit)
KERNEL(_host)
KERNEL(thread_id)
static const int WARP_SZ = 5;

offload_kernel void reg(int x[1], int i)
{
    x[0] += (&WARP_SZ)[i];
}

int main(void)
{
    int x[1] = {0};
    id(x), self(x), count(x), kernel(x), entry(x), unit(x), _host(x), thread_id(x), reg(x, 0);
    printf("%d\n", x[0]);
}
// CHECK: 13
