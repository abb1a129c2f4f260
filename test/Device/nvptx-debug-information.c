// With ptxas, -g at -O0 leads to a cubin with full debug information: parameters and variables have places, in the
// address spaces that CUDA's debugger knows; of shared variables too.
//
// REQUIRES: ptxas
// RUN: rm -rf %t && %offloadcc -g -O0 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: llvm-dwarfdump --name=move --show-children %t/*/sm_90.cubin | FileCheck %s
// CHECK: DW_TAG_subprogram
// CHECK: DW_AT_name ("move")
// CHECK: DW_TAG_variable
// CHECK-NEXT: DW_AT_name ("tile")
// CHECK: DW_AT_address_class (0x08)
// CHECK-NEXT: DW_AT_location (DW_OP_addr
// CHECK: DW_TAG_formal_parameter
// CHECK-NEXT: DW_AT_address_class (0x06)
// CHECK-NEXT: DW_AT_location (DW_OP_fbreg
// CHECK: DW_AT_name ("n")
// CHECK: DW_AT_name ("factor")
// CHECK: DW_AT_name ("x")
// CHECK: DW_AT_name ("i")
#include <offload.h>

offload_kernel void move(int n, float factor, float x[n])
{
    int i = (int)offload_global_id(0);
    offload_shared float tile[32];
    tile[i % 32] = factor;
    offload_barrier();
    if (i < n)
        x[i] = x[i] * tile[(i + 1) % 32];
}
