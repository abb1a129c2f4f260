// A launch allocates nothing where it stands: the argument arrays are in the launching function,
// once, whatever loop the launch is in; and map types follow the parameters' types.
//
// RUN: %offloadcc -O0 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

struct big {
    int x[100];
};

offload_kernel void k(int n, struct big s, const float a[n], float b[n], offload_out float c[n],
                      offload_scratch float d[n], offload_device_ptr float *e)
{
    b[0] = a[0] + s.x[0] + c[0] + d[0] + e[0];
}

void loop(struct big *s, float *x)
{
    for (int i = 0; i < 100; i++)
        offload(k, .threads = {1})(1, *s, x, x, x, x, x);
}

// LITERAL|TARGET_PARAM, PRIVATE|TO|TARGET_PARAM, TO, TO|FROM, FROM, nothing, LITERAL|IMPLICIT.
// CHECK: @__offloadcc_k_types_k = internal constant [8 x i64] [i64 288, i64 161, i64 33, i64 35, i64 34, i64 32, i64 800, i64 0]

// CHECK-LABEL: define dso_local void @loop
// CHECK-NOT: stacksave
// CHECK-NOT: alloca {{.*}}, i64
// CHECK: br
// CHECK-NOT: alloca
// CHECK: ret void

// CHECK-LABEL: define dso_local void @k(
// CHECK: alloca [8 x ptr]
// CHECK: alloca [8 x i64]
// CHECK-NOT: br label
// CHECK: call void @__offloadcc_launch(
// CHECK-NEXT: ret void
