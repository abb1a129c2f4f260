// _FORTIFY_SOURCE turns printf into __printf_chk on the host; kernels keep printf.
// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -O2 -D_FORTIFY_SOURCE=2
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
#include <stdio.h>
#include <string.h>
offload_kernel void k(int n, float x[n])
{
    printf("%d\n", n);
    memcpy(x, x + 1, sizeof(float));
}

// CHECK: "name": "k"
