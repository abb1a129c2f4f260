// Partial overlap is found wherever the pointers are, also where the CPU runs the kernel and it does
// no harm: a program that stops with a device stops without one.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash env OMP_TARGET_OFFLOAD=disabled %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash env OMP_TARGET_OFFLOAD=disabled %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.cpu 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t.cpu 1 2>&1 | FileCheck --check-prefix=CASE1 %s
#include <offload.h>
#include <stdlib.h>

struct part {
    int n;
    float *data __counted_by(n);
};

offload_kernel void by_value(const float x[10], struct part p)
{
    p.data[0] = x[0];
}

offload_kernel void in_array(int n, const struct part p[n])
{
    (void)p->data[0];
}

int main(int argc, char **argv)
{
    static float x[100];
    struct part p[100];
    for (int i = 0; i < 99; i++)
        p[i] = (struct part){1, &x[i]};
    p[99] = (struct part){2, &x[50]};
    p[30].n = 2;
    p[31].n = 2;
    switch (atoi(argv[argc - 1])) {
    case 0:
        by_value(x, (struct part){20, x + 5});
        break;
    case 1:
        in_array(100, p);
        break;
    }
}
// CASE0: kernel 'by_value': the arrays passed for parameters 'x' (40 bytes at 0x{{.*}}) and 'p.data' (80 bytes at 0x{{.*}}) overlap in part
// CASE1: kernel 'in_array': the arrays passed for parameters 'p[30].data' (8 bytes at 0x{{.*}}) and 'p[31].data' (8 bytes at 0x{{.*}}) overlap in part
