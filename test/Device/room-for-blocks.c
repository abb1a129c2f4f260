// A launch that names the size of its blocks gets code that such blocks have registers for; other
// sizes, from other files too, remain possible. Without a constant size, nothing is said.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --implicit-check-not=.maxntid --implicit-check-not=.maxnreg %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK: .entry large
// CHECK: .maxnreg 64
offload_kernel void large(size_t n, float x[n]) { x[offload_global_id(0)]++; }

// CHECK: .entry middle
// CHECK: .maxnreg 168
offload_kernel void middle(size_t n, float x[n]) { x[offload_global_id(0)]++; }

// CHECK: .entry small
offload_kernel void small(size_t n, float x[n]) { x[offload_global_id(0)]++; }

void launches(size_t n, float *x, unsigned int size)
{
    offload(large, .blocks = {1}, .block_size = {64})(n, x);
    offload(large, .blocks = {1}, .block_size = {32, 32})(n, x);
    offload(middle, .threads = {n}, .block_size = {384})(n, x);
    offload(small, .threads = {n})(n, x);
    offload(small, .threads = {n}, .block_size = {size})(n, x);
}
