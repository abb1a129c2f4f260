// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck %s
#include <offload.h>
#define n 100
#undef n
#define T long
offload_kernel void k(T n, float x[(T)n + sizeof(T)])
{
}
#define n 100
#undef T

// CHECK: x: ((p0:long):unsigned long + 8:unsigned long):unsigned long
