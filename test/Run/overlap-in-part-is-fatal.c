// Arrays that overlap in part cannot be mapped by the launch; the message names both. A region that
// holds only one of them does not help.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CASE2 %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=CASE0 %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, float x[n], const float y[n])
{
    x[0] = y[0];
}

offload_kernel void three(float a[10], const float b[40], offload_scratch float c[40])
{
    c[0] = a[0] + b[0];
}

int main(int argc, char **argv)
{
    static float x[100];
    switch (atoi(argv[argc - 1])) {
    case 0:
        k(10, x, x + 5);
        break;
    case 1:
        k(10, x + 5, x);
        break;
    case 2:
        three(x + 30, x, x + 1);
        break;
    case 3:
        offload_data(offload_to(x + 20, 5))
            k(10, x, x + 5);
        break;
    }
}
// CASE0: kernel 'k': the arrays passed for parameters 'x' (40 bytes at 0x{{.*}}) and 'y' (40 bytes at 0x{{.*}}) overlap in part
// CASE1: kernel 'k': the arrays passed for parameters 'x' (40 bytes at 0x{{.*}}) and 'y' (40 bytes at 0x{{.*}}) overlap in part
// CASE2: kernel 'three': the arrays passed for parameters 'b' (160 bytes at 0x{{.*}}) and 'c' (160 bytes at 0x{{.*}}) overlap in part; pass the same array, one that contains the other, or separate ones, or map the whole memory with offload_data around the launch
