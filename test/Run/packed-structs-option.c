// Options that change how structs are laid out do not change what we hand to libomptarget.
//
// RUN: %offloadcc -O2 -fpack-struct -fshort-enums -funsigned-char --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 -fpack-struct -fshort-enums -funsigned-char --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

struct odd {
    char c;
    double d;
};
enum small { FIVE = 5 };

offload_kernel void use(struct odd o, enum small e, char c, double out[4])
{
    out[0] = o.c + o.d;
    out[1] = e;
    out[2] = c;
    out[3] = sizeof o;
}

int main(void)
{
    double out[4];
    use((struct odd){1, 2.5}, FIVE, (char)200, out);
    printf("%g %g %g %g\n", out[0], out[1], out[2], out[3]);
}
// CHECK: 3.5 5 200 9
