// A count that goes beyond an array whose size the compiler sees stops the program with a message, on every target and in debug builds.
//
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t.cpu
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: %t.cpu fits 100 2>&1 | FileCheck --check-prefix=FITS %s
// RUN: %t.image fits 100 2>&1 | FileCheck --check-prefix=FITS %s
// RUN: not --crash %t.cpu region 101 2>&1 | FileCheck --check-prefix=REGION %s
// RUN: not --crash %t.image region 101 2>&1 | FileCheck --check-prefix=REGION %s
// RUN: not --crash %t.cpu enter 101 2>&1 | FileCheck --check-prefix=ENTER %s
// RUN: not --crash %t.image update 101 2>&1 | FileCheck --check-prefix=UPDATE %s
// RUN: not --crash %t.image copy 801 2>&1 | FileCheck --check-prefix=COPY %s
// RUN: not --crash %t.image region -1 2>&1 | FileCheck --check-prefix=NEGATIVE %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

offload_kernel void k(int n, double y[n])
{
    y[0] = n;
}

static double a[100];

int main(int argc, char **argv)
{
    const char *what = argv[argc - 2];
    int n = atoi(argv[argc - 1]);
    if (strcmp(what, "region") == 0 || strcmp(what, "fits") == 0)
        offload_data(offload_tofrom(a, n))
            k(100, a);
    if (strcmp(what, "enter") == 0)
        offload_enter_data(offload_to(a, n));
    if (strcmp(what, "update") == 0)
        offload_data(offload_tofrom(a, 100))
            offload_update_from(&a[1], n);
    if (strcmp(what, "copy") == 0)
        offload_memcpy(a, offload_malloc(1000), (size_t)n);
    printf("went on: %g\n", a[0]);
}
// FITS: went on: 100
// REGION: {{^.*}}beyond-array-is-fatal.c:30: offloadcc: error: 101 elements of 8 bytes do not fit in 'a', which has room for only 100; give the number of elements, not of bytes
// ENTER: beyond-array-is-fatal.c:33: offloadcc: error: 101 elements of 8 bytes do not fit in 'a'
// UPDATE: beyond-array-is-fatal.c:36: offloadcc: error: 101 elements of 8 bytes do not fit in '&a[1]', which has room for only 99;
// COPY: beyond-array-is-fatal.c:38: offloadcc: error: 801 bytes do not fit in 'a', which has room for only 800{{$}}
// NEGATIVE: -1
