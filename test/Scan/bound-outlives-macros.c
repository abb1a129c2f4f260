// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
#define n 100
#undef n
#define T long
offload_kernel void k(T n, float x[(T)n + sizeof(T)])
{
}
#define n 100
#undef T

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "name": "x"
// CHECK: "text": "((unsigned long)(((unsigned long)((long)__offloadcc_p0)) + ((unsigned long)8ULL)))"
