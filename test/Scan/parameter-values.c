// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
enum color { RED, GREEN };
enum sign { MINUS = -1, PLUS = 1 };
typedef unsigned short half_word;
offload_kernel void k(char a, signed char b, const half_word c, int d, volatile long e, unsigned long long f, float g, double h,
    _Bool i, enum color j, enum sign k, size_t l, _Atomic int m, _Float16 n, _BitInt(33) o)
{
}

// CHECK: "name": "k"
// CHECK: "name": "a"
// CHECK: "kind": "value"
// CHECK: "type": "char"
// CHECK: "size": 1
// CHECK: "name": "b"
// CHECK: "kind": "value"
// CHECK: "type": "signed char"
// CHECK: "size": 1
// CHECK: "name": "c"
// CHECK: "kind": "value"
// CHECK: "type": "unsigned short"
// CHECK: "size": 2
// CHECK: "name": "d"
// CHECK: "kind": "value"
// CHECK: "type": "int"
// CHECK: "size": 4
// CHECK: "name": "e"
// CHECK: "kind": "value"
// CHECK: "type": "long"
// CHECK: "size": 8
// CHECK: "name": "f"
// CHECK: "kind": "value"
// CHECK: "type": "unsigned long long"
// CHECK: "size": 8
// CHECK: "name": "g"
// CHECK: "kind": "value"
// CHECK: "type": "float"
// CHECK: "size": 4
// CHECK: "name": "h"
// CHECK: "kind": "value"
// CHECK: "type": "double"
// CHECK: "size": 8
// CHECK: "name": "i"
// CHECK: "kind": "value"
// CHECK: "type": "_Bool"
// CHECK: "size": 1
// CHECK: "name": "j"
// CHECK: "kind": "value"
// CHECK: "type": "unsigned int"
// CHECK: "size": 4
// CHECK: "name": "k"
// CHECK: "kind": "value"
// CHECK: "type": "int"
// CHECK: "size": 4
// CHECK: "name": "l"
// CHECK: "kind": "value"
// CHECK: "type": "unsigned long"
// CHECK: "size": 8
// CHECK: "name": "m"
// CHECK: "kind": "value"
// CHECK: "type": "int"
// CHECK: "size": 4
// CHECK: "name": "n"
// CHECK: "kind": "value"
// CHECK: "type": "_Float16"
// CHECK: "size": 2
// CHECK: "name": "o"
// CHECK: "kind": "value"
// CHECK: "type": "_BitInt(33)"
// CHECK: "size": 8
