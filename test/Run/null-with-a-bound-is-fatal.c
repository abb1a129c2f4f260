// A null pointer is an array of no elements only; otherwise the program stops and says which.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    if (n)
        x[0] = 1;
}

int main(void)
{
    k(0, NULL);
    k(3, NULL);
}
// CHECK: null-with-a-bound-is-fatal.c:7: offloadcc: error: kernel 'k': parameter 'x' is a null pointer, but its bound 'n' makes it 12 bytes; pass an array of so many, or make the bound 0
