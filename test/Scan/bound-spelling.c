// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck --check-prefix=BOUNDS %s
#include <offload.h>
#define TWICE(n) ((n) * 2)
#define N 8
#define ARRAY(name, n) float name[n + 1]
offload_kernel void k(size_t n, float a[n], float b[ n*2 ], float c[TWICE(n)][N], float d[N + TWICE(n) +
    1], ARRAY(e, n), float (*f)[n][N] offload_count(TWICE(1)))
{
}
#define KERNEL(name) offload_kernel void name(int n, float x[n * 2][N])
KERNEL(stamped)
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "spelling": "size_t"
// CHECK: "name": "a"
// CHECK: "spelling": "float[n]"
// CHECK: "spelling": "n"
// CHECK: "name": "b"
// CHECK: "spelling": "float[n * 2]"
// CHECK: "spelling": "n*2"
// CHECK: "name": "c"
// CHECK: "spelling": "float[((n) * 2)][8]"
// CHECK: "spelling": "TWICE(n)"
// CHECK: "spelling": "N"
// CHECK: "name": "d"
// CHECK: "spelling": "float[8 + ((n) * 2) + 1]"
// CHECK: "spelling": "N + TWICE(n) + 1"
// CHECK: "name": "e"
// CHECK: "spelling": "float[n + 1]"
// CHECK: "spelling": "n + 1"
// CHECK: "name": "f"
// CHECK: "spelling": "float (*)[n][8]"
// CHECK: "spelling": "((1) * 2)"
// CHECK: "spelling": "n"
// CHECK: "spelling": "N"
// CHECK: "name": "stamped"
// CHECK: "name": "n"
// CHECK: "spelling": "int"
// CHECK: "name": "x"
// CHECK: "spelling": "float[n * 2][8]"
// CHECK: "spelling": "n * 2"
// CHECK: "spelling": "8"

// BOUNDS: a: p0:unsigned long
// BOUNDS-NEXT: b: (p0:unsigned long * 2:unsigned long):unsigned long
// BOUNDS-NEXT: c: (p0:unsigned long * 2:unsigned long):unsigned long, 8:unsigned long
// BOUNDS-NEXT: d: ((8:unsigned long + (p0:unsigned long * 2:unsigned long):unsigned long):unsigned long + 1:unsigned long):unsigned long
// BOUNDS-NEXT: e: (p0:unsigned long + 1:unsigned long):unsigned long
// BOUNDS-NEXT: f: 2:int, p0:unsigned long, 8:unsigned long
// BOUNDS-NEXT: x: (p0:int * 2:int):int, 8:unsigned long
