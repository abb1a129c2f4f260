// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>
static int host(int x) { return rand() + x; }
#define MAX(a, b) ({ __typeof__(a) left = (a); __typeof__(b) right = (b); left > right ? left : right; })
offload_kernel void k(int n, float x[n])
{
    x[0] = sizeof(host(1)) + sizeof host(2) + _Alignof(__typeof__(host(3)));
    __typeof__(host(4)) i = (__typeof__(host(5)))x[0];
    x[1] = (float)__builtin_choose_expr(1, i, host(6)) + (float)((__typeof__(host(7))[]){1, 2})[0];
    float (*rows)[n] = (float(*)[n])x;
    rows[0][0] = MAX(x[2], x[3]);
    x[2] = _Generic(host(8), int: 1.0f, default: host(9));
    x[3] = _Generic(i, int: 1, float: host(10));
}
int main(void) { return host(11); }

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "name": "x"
