// RUN: rm -rf %t && mkdir %t
// RUN: %clang -E -isystem %S/../../include %s -o %t/input.i
// RUN: %scan --source=%t/input.i --lang=cpp-output --out=%t --arch=none --
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
#define COUNT 4
offload_kernel void k(float x[COUNT])
{
    x[0] = 1;
}

// CHECK: "source": "{{.*}}input.i"
// CHECK: "name": "k"
// CHECK: "file": "{{.*}}preprocessed-input.c"
// CHECK: "line": 7
// CHECK: "value": 4
