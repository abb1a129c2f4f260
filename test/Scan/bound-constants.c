// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
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
// CHECK: "text": "((unsigned long)6ULL)"
// CHECK: "spelling": "COUNT"
// CHECK: "value": 6
// CHECK: "name": "b"
// CHECK: "spelling": "int[16]"
// CHECK: "text": "((unsigned long)16ULL)"
// CHECK: "spelling": "sizeof(struct layout)"
// CHECK: "value": 16
// CHECK: "name": "c"
// CHECK: "spelling": "int[8]"
// CHECK: "text": "((unsigned long)8ULL)"
// CHECK: "spelling": "_Alignof(double)"
// CHECK: "value": 8
// CHECK: "name": "d"
// CHECK: "spelling": "int[97]"
// CHECK: "text": "((unsigned long)97ULL)"
// CHECK: "spelling": "'a'"
// CHECK: "value": 97
// CHECK: "name": "e"
// CHECK: "spelling": "int[49]"
// CHECK: "text": "((unsigned long)49ULL)"
// CHECK: "spelling": "EDGE * EDGE"
// CHECK: "value": 49
// CHECK: "name": "f"
// CHECK: "spelling": "int[table_size]"
// CHECK: "text": "((int)5LL)"
// CHECK: "spelling": "table_size"
// CHECK: "value": 5
// CHECK: "name": "g"
// CHECK: "spelling": "int[huge]"
// CHECK: "text": "((unsigned long long)1099511627776ULL)"
// CHECK: "spelling": "huge"
// CHECK: "value": 1099511627776
// CHECK: "name": "h"
// CHECK: "spelling": "int[8]"
// CHECK: "text": "((unsigned long)8ULL)"
// CHECK: "spelling": "__builtin_offsetof(struct layout, value)"
// CHECK: "value": 8
// CHECK: "name": "i"
// CHECK: "spelling": "int[config.n]"
// CHECK: "text": "((short)9LL)"
// CHECK: "spelling": "config.n"
// CHECK: "value": 9
// CHECK: "name": "j"
// CHECK: "spelling": "int[2]"
// CHECK: "text": "((unsigned long)2ULL)"
// CHECK: "spelling": "(long)2.5"
// CHECK: "value": 2
// CHECK: "name": "k"
// CHECK: "spelling": "int[(1 , 3)]"
// CHECK: "text": "((int)3LL)"
// CHECK: "spelling": "(1, 3)"
// CHECK: "value": 3
// CHECK: "name": "l"
// CHECK: "spelling": "int[table_size > 3 ? 10 : 20]"
// CHECK: "text": "((int)10LL)"
// CHECK: "spelling": "table_size > 3 ? 10 : 20"
// CHECK: "value": 10
// CHECK: "name": "m"
// CHECK: "spelling": "int[0]"
// CHECK: "text": "((unsigned long)0ULL)"
// CHECK: "spelling": "0"
// CHECK: "value": 0
// CHECK: "name": "n"
// CHECK: "spelling": "int[table_size - 5]"
// CHECK: "text": "((int)0LL)"
// CHECK: "spelling": "table_size - 5"
// CHECK: "value": 0
