// Device variables are entries of their size, and never common or weak: two files that define one
// would have two on the device.
//
// RUN: %offloadcc --offload-arch=none -fcommon -O0 -emit-llvm -S %s -o - | FileCheck %s
#include <offload.h>
offload_global int counter;
__attribute__((weak)) offload_global float weights[3] = {1};
static offload_global double own = 2;
int plain;
offload_kernel void k(int n)
{
    counter = n;
}
// CHECK-DAG: @counter = dso_local global i32 0
// CHECK-DAG: @weights = dso_local global [3 x float]
// CHECK-DAG: @own = internal global double 2
// CHECK-DAG: @plain = common dso_local global i32 0
// CHECK-DAG: @__offloadcc_entries = internal constant [5 x {{.*}}] [{{.*}}, {{.*}} { i64 0, i16 1, i16 1, i32 0, ptr @counter, ptr @{{[^,]*}}, i64 4, i64 0, ptr null }, {{.*}} { i64 0, i16 1, i16 1, i32 0, ptr @weights, ptr @{{[^,]*}}, i64 12, i64 0, ptr null }, {{.*}} { i64 0, i16 1, i16 1, i32 0, ptr @own, ptr @{{[^,]*}}, i64 8, i64 0, ptr null }, {{.*}}, i64 16, i64 0, ptr null }]
