// offload_block_limit reaches the code: the assembler knows how many threads share the registers.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --implicit-check-not=.maxnreg %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
#include <offload.h>

enum { LIMIT = 128 };

// CHECK: .entry limited
// CHECK: .maxntid 128
// AMD: .max_flat_workgroup_size: 128
// AMD-NEXT: .name: 'limited$'
offload_kernel offload_block_limit(LIMIT) void limited(size_t n, float x[n])
{
    x[offload_global_id(0)]++;
}

// CHECK: .entry other
// CHECK-NOT: .maxntid
// AMD: .max_flat_workgroup_size: 1024
// AMD-NEXT: .name: 'other$'
offload_kernel void other(size_t n, float x[n])
{
    x[offload_global_id(0)]++;
}

void launch(size_t n, float *x)
{
    offload(limited, .threads = {n}, .block_size = {LIMIT})(n, x);
}
