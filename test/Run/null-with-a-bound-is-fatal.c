// A null pointer is an array of no elements only; otherwise the program stops and says which. Structs
// with pointers are no exception: they are not looked at before.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=NUMBERS %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=STRUCTS %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.device
// RUN: not --crash %t.device 2 2>&1 | FileCheck --check-prefix=STRUCTS %s
#include <offload.h>
#include <stdlib.h>

struct vector {
    int n;
    float *data offload_count(n);
};

offload_kernel void k(int n, float x[n])
{
    if (n)
        x[0] = 1;
}

offload_kernel void structs(int n, struct vector v[n])
{
    for (int i = 0; i < n; i++)
        v[i].data[0] = 1;
}

int main(int argc, char **argv)
{
    k(0, NULL);
    structs(0, NULL);
    if (atoi(argv[argc - 1]) == 1)
        k(3, NULL);
    else
        structs(2, NULL);
}
// STRUCTS: error: kernel 'structs': parameter 'v' is a null pointer, but its bound 'n' makes it 32 bytes; pass an array of that size, make the bound 0, or declare the parameter with offload_count_or_null if it may be null
// NUMBERS: null-with-a-bound-is-fatal.c:17: offloadcc: error: kernel 'k': parameter 'x' is a null pointer, but its bound 'n' makes it 12 bytes; pass an array of that size, make the bound 0, or declare the parameter with offload_count_or_null if it may be null
