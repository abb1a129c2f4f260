// Structs, unions, complex and 128-bit numbers of any size are private copies: the host's stay as
// they are.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <complex.h>
#include <stdio.h>

struct mixed { float a; int b; double c; };
typedef struct { char bytes[3000]; int last; } large;
struct tiny { char c; };
union either { int i; float f; };

offload_kernel void aggregates(struct mixed m, large l, struct tiny t, union either u,
                               float complex z, __int128 w, double out[9])
{
    out[0] = m.a + m.b + m.c;
    out[1] = l.bytes[2999] + l.last;
    out[2] = t.c;
    out[3] = u.f;
    out[4] = __real__ z;
    out[5] = __imag__ z;
    out[6] = (double)(long)(w >> 64);
    m.b = 99;
    l.last = 99;
    out[7] = m.b + l.last;
}

int main(void)
{
    struct mixed m = {1.5f, 2, 3.25};
    static large l = {.last = 7};
    l.bytes[2999] = 5;
    union either u = {.f = 2.5f};
    double out[9] = {0};
    aggregates(m, l, (struct tiny){'c'}, u, 1.0f + 2.0f * I, (__int128)77 << 64, out);
    for (int i = 0; i < 8; i++)
        printf("%g ", out[i]);
    printf("| %d %d\n", m.b, l.last);
}
// CHECK: 6.75 12 99 2.5 1 2 77 198 | 2 7
