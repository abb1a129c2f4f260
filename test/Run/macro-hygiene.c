// No macro that the user has defined at the end of the file changes what is generated there.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

#define n 100
offload_kernel void add(size_t
#undef n
                            n,
                        float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] += 1;
}

// The preprocessor's own word, which cannot be undefined.
offload_kernel void defined(float x[3])
{
    x[2] += 1;
}

int main(void)
{
    float x[3] = {0};
    offload(add, .threads = {3})(3, x);
    defined(x);
    printf("%g %g %g\n", x[0], x[1], x[2]);
}
// CHECK: 1 1 2

#define n 100
#define x )
#define add broken
#define T int
#undef T
#define void struct nothing
#define unsigned signed
#define long short
#define static extern
#define sizeof
#define for while
#define if(c) while (!(c))
#define __builtin_memcpy memmove
#define __offloadcc_p0 0
#define __offloadcc_launch(...) 0
#define __attribute__(a)
// The words of what clang is told by pragmas.
#define clang gcc
#define attribute 0
#define push(a, b) 0
#define pop
#define apply_to 0
#define function 0
#define omp 0
#define declare 0
#define target 0
#define enter(a, b) 0
