// A kernel counts where it is defined, also in a header; a mark on an earlier declaration is enough.
// RUN: rm -rf %t && split-file %s %t && mkdir %t/out
// RUN: %scan --source=%t/main.c --lang=c --out=%t/out --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/out/unit.json

//--- main.c
#include "kernels.h"
void declared_here(int n, float x[n])
{
    x[0] = 1;
}

//--- kernels.h
#include <offload.h>
offload_kernel void declared_here(int n, float x[n]);
offload_kernel void defined_elsewhere(int n, float x[n]);
static inline float square(float x) { return x * x; }
offload_kernel static void defined_here(int n, float x[n])
{
    x[0] = square(x[1]);
}

// CHECK: "source": "{{.*}}main.c"
// CHECK: "name": "defined_here"
// CHECK: "file": "{{.*}}kernels.h"
// CHECK: "line": 5
// CHECK: "static": true
// CHECK: "name": "declared_here"
// CHECK: "file": "{{.*}}main.c"
// CHECK: "line": 2
// CHECK: "static": false
// CHECK-NOT: defined_elsewhere
