// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: %python %S/Inputs/bounds.py %t/unit.json | FileCheck --check-prefix=BOUNDS %s
#include <offload.h>
struct layout { char tag; double value; };
enum { COUNT = 6 };
static const int table_size = 5;
static const unsigned long long huge = 1ull << 40;
static const struct { short n; } config = {9};
#define EDGE 7
offload_kernel void k(int a[COUNT], int b[sizeof(struct layout)], int c[_Alignof(double)], int d['a'], int e[EDGE * EDGE],
    int f[table_size], int g[huge], int h[__builtin_offsetof(struct layout, value)], int i[config.n], int j[(long)2.5],
    int k[(1, 3)], int l[table_size > 3 ? 10 : 20], int m[0], int n[table_size - 5])
{
}

// CHECK: "name": "k"
// CHECK: "name": "a"
// CHECK: "spelling": "int[6]"
// CHECK: "spelling": "COUNT"
// CHECK: "name": "b"
// CHECK: "spelling": "int[16]"
// CHECK: "spelling": "sizeof(struct layout)"
// CHECK: "name": "c"
// CHECK: "spelling": "int[8]"
// CHECK: "spelling": "_Alignof(double)"
// CHECK: "name": "d"
// CHECK: "spelling": "int[97]"
// CHECK: "spelling": "'a'"
// CHECK: "name": "e"
// CHECK: "spelling": "int[49]"
// CHECK: "spelling": "EDGE * EDGE"
// CHECK: "name": "f"
// CHECK: "spelling": "int[table_size]"
// CHECK: "spelling": "table_size"
// CHECK: "name": "g"
// CHECK: "spelling": "int[huge]"
// CHECK: "spelling": "huge"
// CHECK: "name": "h"
// CHECK: "spelling": "int[8]"
// CHECK: "spelling": "__builtin_offsetof(struct layout, value)"
// CHECK: "name": "i"
// CHECK: "spelling": "int[config.n]"
// CHECK: "spelling": "config.n"
// CHECK: "name": "j"
// CHECK: "spelling": "int[2]"
// CHECK: "spelling": "(long)2.5"
// CHECK: "name": "k"
// CHECK: "spelling": "int[(1 , 3)]"
// CHECK: "spelling": "(1, 3)"
// CHECK: "name": "l"
// CHECK: "spelling": "int[table_size > 3 ? 10 : 20]"
// CHECK: "spelling": "table_size > 3 ? 10 : 20"
// CHECK: "name": "m"
// CHECK: "spelling": "int[0]"
// CHECK: "spelling": "0"
// CHECK: "name": "n"
// CHECK: "spelling": "int[table_size - 5]"
// CHECK: "spelling": "table_size - 5"

// BOUNDS: a: 6:unsigned long
// BOUNDS-NEXT: b: 16:unsigned long
// BOUNDS-NEXT: c: 8:unsigned long
// BOUNDS-NEXT: d: 97:unsigned long
// BOUNDS-NEXT: e: 49:unsigned long
// BOUNDS-NEXT: f: 5:int
// BOUNDS-NEXT: g: 1099511627776:unsigned long
// BOUNDS-NEXT: h: 8:unsigned long
// BOUNDS-NEXT: i: 9:short
// BOUNDS-NEXT: j: 2:unsigned long
// BOUNDS-NEXT: k: 3:int
// BOUNDS-NEXT: l: 10:int
// BOUNDS-NEXT: m: 0:unsigned long
// BOUNDS-NEXT: n: 0:int
