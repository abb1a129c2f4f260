// The reductions over a block take shared memory for each type once, not for each operation or use:
// a value of each group of lanes, and the result.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: cat %t/*/sm_90.ptx | FileCheck %s
// RUN: grep -h "\.shared \.align" %t/*/sm_90.ptx | count 2
// RUN: %offloadcc -O2 -fshort-enums --device-only --offload-arch=sm_90 --offload-artifacts=%t/short %s
// RUN: FileCheck --implicit-check-not=call %s < %t/short/*/sm_90.ptx
#include <offload.h>

// CHECK-DAG: .shared .align 4 .b8 {{.*}}[128];
// CHECK-DAG: .shared .align 4 .f32 {{.*}};
offload_kernel void bounds(int n, const float x[n], float out[4])
{
    float value = x[offload_thread_id(0)];
    float sum = offload_block_reduce_add(value), again = offload_block_reduce_add(2 * value);
    float least = offload_block_reduce_min(value), greatest = offload_block_reduce_max(value);
    if (offload_thread_id(0) == 0) {
        out[0] = sum;
        out[1] = least;
        out[2] = greatest;
        out[3] = again;
    }
}
