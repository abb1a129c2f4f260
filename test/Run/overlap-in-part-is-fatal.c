// Arrays that overlap in part cannot be mapped; the message names both.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, float x[n], const float y[n])
{
    x[0] = y[0];
}

int main(int argc, char **argv)
{
    static float x[100];
    switch (atoi(argv[argc - 1])) {
    case 0:
        k(10, x, x + 5);
        break;
    }
}
// CASE0: kernel 'k': the arrays passed for parameters 'x' (40 bytes at 0x{{.*}}) and 'y' (40 bytes at 0x{{.*}}) overlap in part
