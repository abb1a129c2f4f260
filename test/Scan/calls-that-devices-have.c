// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include -O2
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <tgmath.h>
static int helper(int);
offload_kernel void other(int n, float x[n]) { x[0] = 1; }
offload_kernel void k(int n, float x[n])
{
    assert(n > 0);
    x[0] = sinf(x[1]) + (float)fmax(1, 2) + sqrt(x[2]) + isnan(x[3]) + __builtin_fabsf(x[4]) + (float)offload_global_id(0);
    printf("%d\n", abs(helper(n)));
    memcpy(x, x + 1, sizeof *x);
    memset(x, 0, 4);
    __atomic_fetch_add((int *)x, 1, __ATOMIC_RELAXED);
    other(n, x);
    if (n == 3)
        abort();
}
static int helper(int i) { return i ? helper(i - 1) : 0; }

// CHECK: "name": "other"
// CHECK: "name": "n"
// CHECK: "name": "x"
// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "name": "x"
