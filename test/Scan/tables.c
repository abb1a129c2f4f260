// RUN: rm -rf %t && mkdir %t
// RUN: %scan --source=%s --lang=c --out=%t --arch=none -- -isystem %S/../../include
// RUN: FileCheck %s < %t/unit.json
#include <offload.h>
static const float weights[2] = {0.25f, 0.5f};
static const float unused[2] = {1, 2};
static float half(float x) { return x / 2; }
static float third(float x) { return x / 3; }
static float (*const functions[])(float) = {half, third};
extern const int late[2];
static const int *const late_address = late;
const int zero;
static float read(int i)
{
    static const int order[] = {1, 0};
    return weights[order[i]] + late_address[i];
}
offload_kernel void k(int n, float x[n])
{
    x[0] = read(0) + functions[1](2) + zero;
}
const int late[2] = {3, 4};

// CHECK: "tables": [
// CHECK-NEXT: "functions",
// CHECK-NEXT: "zero",
// CHECK-NEXT: "weights",
// CHECK-NEXT: "late_address",
// CHECK-NEXT: "late"
// CHECK-NEXT: ]
