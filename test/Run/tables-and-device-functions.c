// const tables at file scope and in functions, device functions without any mark, structs by value
// between them.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
// RUN: %offloadcc -O0 -g --offload-arch=x86-64 %s -o %t.debug -lm
// RUN: %t.debug | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=disabled %t.debug | FileCheck %s
#include <offload.h>
#include <math.h>
#include <stdio.h>

static const int table[5] = {10, 20, 30, 40, 50};
const float shared_table[2] = {0.5f, 0.25f};
struct pair { float a, b; };

static struct pair swap(struct pair p)
{
    static const float bias[2] = {100, 200};
    return (struct pair){p.b + bias[1], p.a + bias[0]};
}

float external(float x)
{
    return sqrtf(x) + shared_table[1];
}

offload_kernel void use(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    struct pair p = swap((struct pair){(float)table[i % 5], x[i]});
    x[i] = p.a + p.b + external(4);
}

int main(void)
{
    float x[6] = {1, 2, 3, 4, 5, 6};
    offload(use, .threads = {6})(6, x);
    printf("%g %g %g\n", x[0], x[4], x[5]);
}
// CHECK: 313.25 357.25 318.25
