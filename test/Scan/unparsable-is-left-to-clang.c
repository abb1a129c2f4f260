// RUN: rm -rf %t && mkdir %t
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include 2>&1 | count 0
// RUN: not %scan --source=%t/missing.c --lang=c --out=%t --arch=none -- 2>&1 | count 0
// RUN: not ls %t/unit.json
#include <offload.h>
offload_kernel void k(float *x)
{
    undeclared(x);
}
