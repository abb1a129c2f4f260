// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
struct point { int x, y; };
typedef struct { float re, im; } pair;
typedef const union { int i; float f; } word;
typedef float lanes __attribute__((vector_size(16)));
struct outer { struct inner { char c; } in; };
offload_kernel void k(struct point a, const pair b, word c, _Complex float d, __int128 e, long double f, lanes g, struct inner h,
    unsigned _BitInt(100) i)
{
}

// CHECK: "name": "k"
// CHECK: "name": "a"
// CHECK: "kind": "aggregate"
// CHECK: "type": "struct point"
// CHECK: "size": 8
// CHECK: "name": "b"
// CHECK: "kind": "aggregate"
// CHECK: "type": "pair"
// CHECK: "size": 8
// CHECK: "name": "c"
// CHECK: "kind": "aggregate"
// CHECK: "type": "word"
// CHECK: "size": 4
// CHECK: "name": "d"
// CHECK: "kind": "aggregate"
// CHECK: "type": "_Complex float"
// CHECK: "size": 8
// CHECK: "name": "e"
// CHECK: "kind": "aggregate"
// CHECK: "type": "__int128"
// CHECK: "size": 16
// CHECK: "name": "f"
// CHECK: "kind": "aggregate"
// CHECK: "type": "long double"
// CHECK: "size": 16
// CHECK: "name": "g"
// CHECK: "kind": "aggregate"
// CHECK: "type": "__attribute__((__vector_size__(4 * sizeof(float)))) float"
// CHECK: "size": 16
// CHECK: "name": "h"
// CHECK: "kind": "aggregate"
// CHECK: "type": "struct inner"
// CHECK: "size": 1
// CHECK: "name": "i"
// CHECK: "kind": "aggregate"
// CHECK: "type": "unsigned _BitInt(100)"
// CHECK: "size": 16
