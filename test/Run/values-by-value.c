// Arithmetic types, enums and _Bool arrive with their bits, narrower than a slot or not.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <stdbool.h>
#include <stdio.h>

enum small { SMALL = -3 };
enum large { LARGE = 70000 };

offload_kernel void values(bool b, char c, short s, int i, long l, float f, double d, enum small e,
                           enum large g, unsigned char u, double out[10])
{
    out[0] = b, out[1] = c, out[2] = s, out[3] = i, out[4] = l;
    out[5] = f, out[6] = d, out[7] = e, out[8] = g, out[9] = u;
}

int main(void)
{
    double out[10];
    offload(values, .threads = {1}, .block_size = {1})(true, 'x', -5, -100000, 1L << 40, 0.5f, 1e300,
                                                       SMALL, LARGE, 255, out);
    for (int i = 0; i < 10; i++)
        printf("%g ", out[i]);
    printf("\n");
}
// CHECK: 1 120 -5 -100000 1.09951e+12 0.5 1e+300 -3 70000 255
