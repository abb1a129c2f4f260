// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
enum { WIDTH = 3 };
typedef float vec[4];
offload_kernel void k(int n, int m, float a[n][m], float b[n][WIDTH], float (*c)[m], float (*d)[n][m][2], float e[restrict static 16],
    vec f, vec g[n], vec *h, vec (*i)[n], int(j)[n], __typeof__(n) k[n][m], __typeof__(float[5]) l[n], int o[n][n > 3 ? m : n][WIDTH + 1])
{
}

// CHECK: "name": "k"
// CHECK: "name": "n"
// CHECK: "spelling": "int"
// CHECK: "name": "m"
// CHECK: "spelling": "int"
// CHECK: "name": "a"
// CHECK: "spelling": "float[n][m]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "__offloadcc_p1"
// CHECK: "spelling": "m"
// CHECK: "name": "b"
// CHECK: "spelling": "float[n][3]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "((unsigned long)3ULL)"
// CHECK: "spelling": "WIDTH"
// CHECK: "value": 3
// CHECK: "name": "c"
// CHECK: "spelling": "float (*)[m]"
// CHECK: "text": "__offloadcc_p1"
// CHECK: "spelling": "m"
// CHECK: "name": "d"
// CHECK: "spelling": "float (*)[n][m][2]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "__offloadcc_p1"
// CHECK: "spelling": "m"
// CHECK: "text": "((unsigned long)2ULL)"
// CHECK: "spelling": "2"
// CHECK: "value": 2
// CHECK: "name": "e"
// CHECK: "spelling": "float[restrict static 16]"
// CHECK: "text": "((unsigned long)16ULL)"
// CHECK: "spelling": "16"
// CHECK: "value": 16
// CHECK: "name": "f"
// CHECK: "spelling": "vec"
// CHECK: "text": "((unsigned long)4ULL)"
// CHECK: "spelling": "4"
// CHECK: "value": 4
// CHECK: "name": "g"
// CHECK: "spelling": "vec[n]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "((unsigned long)4ULL)"
// CHECK: "spelling": "4"
// CHECK: "value": 4
// CHECK: "name": "h"
// CHECK: "spelling": "vec *"
// CHECK: "text": "((unsigned long)4ULL)"
// CHECK: "spelling": "4"
// CHECK: "value": 4
// CHECK: "name": "i"
// CHECK: "spelling": "vec (*)[n]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "((unsigned long)4ULL)"
// CHECK: "spelling": "4"
// CHECK: "value": 4
// CHECK: "name": "j"
// CHECK: "spelling": "int[n]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "name": "k"
// CHECK: "spelling": "typeof (n)[n][m]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "__offloadcc_p1"
// CHECK: "spelling": "m"
// CHECK: "name": "l"
// CHECK: "spelling": "typeof(float[5])[n]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "((unsigned long)5ULL)"
// CHECK: "spelling": "5"
// CHECK: "value": 5
// CHECK: "name": "o"
// CHECK: "spelling": "int[n][n > 3 ? m : n][4]"
// CHECK: "text": "__offloadcc_p0"
// CHECK: "spelling": "n"
// CHECK: "text": "((int)(((int)(__offloadcc_p0 > ((int)3LL))) ? __offloadcc_p1 : __offloadcc_p0))"
// CHECK: "spelling": "n > 3 ? m : n"
// CHECK: "text": "((unsigned long)4ULL)"
// CHECK: "spelling": "WIDTH + 1"
// CHECK: "value": 4
