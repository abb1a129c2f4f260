// What the unit says of device variables: those that it defines, used or not, but const ones.
//
// RUN: rm -rf %t && mkdir %t
// Two of them are offered to other files (exit code 5), as a declaration says `extern`.
// RUN: not %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
// RUN: FileCheck --check-prefix=HOST %s < %t/host.c
#include <offload.h>
extern offload_global int hits;
offload_global int hits;
static offload_global double seen[3][4] = {{1}};
offload_global volatile struct { int a, b; } pair;
offload_global const int table[2] = {1, 2};
static const int plain[2] = {3, 4};
extern offload_global float late[];
offload_global int not_used;
extern offload_global int elsewhere;

offload_kernel void k(int n, int x[n])
{
    extern offload_global int hits;
    hits = x[0] + table[0] + plain[1] + (int)late[1];
    pair.a = (int)seen[1][2];
}

offload_global float late[5];

// CHECK: "tables": [
// CHECK-NEXT: "table",
// CHECK-NEXT: "plain"
// CHECK-NEXT: ]
// CHECK: "globals": [
// CHECK: "name": "hits",
// CHECK: "line": 10,
// CHECK: "static": false,
// CHECK: "size": 4
// CHECK: "name": "seen",
// CHECK: "static": true,
// CHECK: "size": 96
// CHECK: "name": "pair",
// CHECK: "size": 8
// CHECK: "name": "not_used",
// CHECK: "name": "late",
// CHECK: "line": 26,
// CHECK: "size": 20
// CHECK: "offers": [
// CHECK: "name": "hits",
// CHECK: "name": "late",
// CHECK-NOT: "name"
// HOST: (const void *)&late, "late", 20,
