// A kernel whose threads take turns at an array, in loops over the threads of several blocks, says
// so in its frame (16, frame_strides in src/glue/preamble.h): the runtime gives cores long pieces.
// RUN: %offloadcc -O2 --offload-arch=none -S -emit-llvm %s -o - | FileCheck %s
#include <offload.h>

// CHECK-DAG: @__offloadcc_k_frame_add = {{.*}} { i64 0, i64 0, i64 18, ptr null }
offload_kernel void add(size_t n, const float x[n], float y[n]) {
    for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))
        y[i] += x[i];
}

// CHECK-DAG: @__offloadcc_k_frame_add_once = {{.*}} { i64 0, i64 0, i64 10, ptr null }
offload_kernel void add_once(size_t n, const float x[n], float y[n]) {
    if (offload_global_id(0) < n)
        y[offload_global_id(0)] += x[offload_global_id(0)];
}
