// printf and assert on AMD GPUs ask the host, which is libomptarget: it looks for the variable by which they do so, of
// this very size, and serves images that have it. The others do not.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1201 --offload-artifacts=%t/printf -DPRINT %s
// RUN: %offloadcc -O0 --device-only --offload-arch=gfx90a --offload-artifacts=%t/assert -DASSERT %s
// RUN: %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1201 --offload-artifacts=%t/none -DASSERT -DNDEBUG %s
// RUN: llvm-readelf --dyn-symbols %t/printf/*/gfx90a.hsaco | FileCheck %s
// RUN: llvm-readelf --dyn-symbols %t/printf/*/gfx1201.hsaco | FileCheck %s
// RUN: llvm-readelf --dyn-symbols %t/assert/*/gfx90a.hsaco | FileCheck %s
// CHECK: 552 OBJECT GLOBAL PROTECTED {{[0-9]+}} __llvm_rpc_client
// RUN: llvm-readelf --symbols %t/none/*/gfx90a.hsaco %t/none/*/gfx1201.hsaco | FileCheck --check-prefix=NONE --implicit-check-not=rpc %s
// NONE-COUNT-2: k$.kd
//
// It takes no stack for any depth of calls.
// RUN: %offloadcc -O2 --device-only --offload-arch=gfx90a --offload-artifacts=%t/optimized -DASSERT %s
// RUN: llvm-readelf --notes %t/printf/*/gfx90a.hsaco | FileCheck --check-prefix=STACK %s
// RUN: llvm-readelf --notes %t/optimized/*/gfx90a.hsaco | FileCheck --check-prefix=STACK %s
// STACK: .uses_dynamic_stack: false
//
// What the host fills in is read from memory, whatever the module begins it with: whom to ask, at first the image's own
// client, and that client.
// RUN: llvm-dis %t/printf/*/gfx90a.bc -o - | FileCheck --check-prefix=IR %s
// IR-DAG: @__llvm_rpc_client = protected {{.*}}addrspace(1) global
// IR-DAG: @__offloadcc_image_marker = protected {{.*}}[2 x i64] [i64 1, i64 ptrtoint (ptr addrspace(1) @__llvm_rpc_client to i64)]
// IR: [[WORD:%.*]] = load i64, ptr addrspace(1) getelementptr {{.*}}@__offloadcc_image_marker, i64 8
// IR: [[OTHER:%.*]] = inttoptr i64 [[WORD]] to ptr
// IR: [[CLIENT:%.*]] = select i1 %{{.*}}@__llvm_rpc_client to ptr), ptr [[OTHER]]
// IR: load atomic i32, ptr [[CLIENT]]
// IR: atomicrmw or ptr
// RUN: llvm-readelf -r %t/printf/*/gfx90a.hsaco | FileCheck --check-prefix=RELOCATED %s
// RELOCATED: R_AMDGPU_RELATIVE64
#include <assert.h>
#include <offload.h>
#include <stdio.h>

offload_kernel void k(int n, float x[n])
{
    int i = (int)offload_global_id(0);
#ifdef PRINT
    if (printf("%d of %d: %f\n", i, n, x[i]) > 3)
        x[i] = 0;
    printf("a line\n");
#else
    assert(i < n);
    x[i] = 1;
#endif
}
