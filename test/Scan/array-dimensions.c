// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck --check-prefix=BOUNDS %s
#include <offload.h>
enum { WIDTH = 3 };
typedef float vec[4];
offload_kernel void k(int n, int m, float a[n][m], float b[n][WIDTH], float (*c)[m] offload_count(n), float (*d)[n][m][2] offload_count(p - 1), float e[restrict static 16],
    vec f, vec g[n], vec *h offload_count(n), vec (*i)[n] offload_count(m), int(j)[n], __typeof__(n) k[n][m], __typeof__(float[5]) l[n], int o[n][n > 3 ? m : n][WIDTH + 1], long p)
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "spelling": "int"
// CHECK: "name": "m"
// CHECK: "spelling": "int"
// CHECK: "name": "a"
// CHECK: "spelling": "float[n][m]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "m"
// CHECK: "name": "b"
// CHECK: "spelling": "float[n][3]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "WIDTH"
// CHECK: "name": "c"
// CHECK: "spelling": "float (*)[m]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "m"
// CHECK: "name": "d"
// CHECK: "spelling": "float (*)[n][m][2]"
// CHECK: "spelling": "p - 1"
// CHECK: "spelling": "n"
// CHECK: "spelling": "m"
// CHECK: "spelling": "2"
// CHECK: "name": "e"
// CHECK: "spelling": "float[restrict static 16]"
// CHECK: "spelling": "16"
// CHECK: "name": "f"
// CHECK: "spelling": "vec"
// CHECK: "spelling": "4"
// CHECK: "name": "g"
// CHECK: "spelling": "vec[n]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "4"
// CHECK: "name": "h"
// CHECK: "spelling": "vec *"
// CHECK: "spelling": "n"
// CHECK: "spelling": "4"
// CHECK: "name": "i"
// CHECK: "spelling": "vec (*)[n]"
// CHECK: "spelling": "m"
// CHECK: "spelling": "n"
// CHECK: "spelling": "4"
// CHECK: "name": "j"
// CHECK: "spelling": "int[n]"
// CHECK: "spelling": "n"
// CHECK: "name": "k"
// CHECK: "spelling": "typeof (n)[n][m]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "m"
// CHECK: "name": "l"
// CHECK: "spelling": "typeof(float[5])[n]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "5"
// CHECK: "name": "o"
// CHECK: "spelling": "int[n][n > 3 ? m : n][4]"
// CHECK: "spelling": "n"
// CHECK: "spelling": "n > 3 ? m : n"
// CHECK: "spelling": "WIDTH + 1"

// BOUNDS: a: p0:int, p1:int
// BOUNDS-NEXT: b: p0:int, 3:unsigned long
// BOUNDS-NEXT: c: p0:int, p1:int
// BOUNDS-NEXT: d: (p15:long - 1:long):long, p0:int, p1:int, 2:unsigned long
// BOUNDS-NEXT: e: 16:unsigned long
// BOUNDS-NEXT: f: 4:unsigned long
// BOUNDS-NEXT: g: p0:int, 4:unsigned long
// BOUNDS-NEXT: h: p0:int, 4:unsigned long
// BOUNDS-NEXT: i: p1:int, p0:int, 4:unsigned long
// BOUNDS-NEXT: j: p0:int
// BOUNDS-NEXT: k: p0:int, p1:int
// BOUNDS-NEXT: l: p0:int, 5:unsigned long
// BOUNDS-NEXT: o: p0:int, ((p0:int > 3:int):int ? p1:int : p0:int):int, 4:unsigned long
