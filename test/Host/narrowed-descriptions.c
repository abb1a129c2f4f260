// The host pass narrows the map types that the glue wrote, and gives the runtime what arrays need to be
// written whole. Without targets all stays as it was.
// RUN: %offloadcc -O1 --offload-arch=x86-64 -S -emit-llvm %s -o - | FileCheck %s
// RUN: %offloadcc -O1 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s --check-prefix=RULE
#include <offload.h>

offload_kernel void k(size_t n, float reads[n], float unused[n], float whole[n], float part[n]) {
    size_t i = offload_global_id(0);
    if (i < n)
        whole[i] = reads[i];
    if (i == 3)
        part[i] = 1;
}

// A literal (0x120), to (0x21), a literal that is not used (0x920), both (0x23) and both.
// CHECK-DAG: @__offloadcc_k_types_k = internal {{.*}}[6 x i64] [i64 288, i64 33, i64 2336, i64 35, i64 35, i64 0]
// Parameter 3, two needs: bytes, no dimension, one product of 4 and one factor: parameter 0, 8 bytes; and
// threads in x, likewise.
// CHECK-DAG: @__offloadcc_whole = internal {{.*}}[19 x i64] [i64 3, i64 2, i64 1, i64 0, i64 1, i64 4, i64 1, i64 0, i64 0, i64 8, i64 2, i64 0, i64 1, i64 1, i64 1, i64 0, i64 0, i64 8, i64 -1]

// RULE: @__offloadcc_k_types_k = internal {{.*}}[6 x i64] [i64 288, i64 35, i64 35, i64 35, i64 35, i64 0]
// RULE-NOT: @__offloadcc_whole
