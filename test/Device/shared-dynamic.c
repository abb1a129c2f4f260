// Dynamic shared memory is what the launch adds to a kernel's own, at the end of it, aligned to 16
// bytes, the same for a kernel and what it calls.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a,gfx1100 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/shared-dynamic.c-*/sm_80.ptx
// RUN: llvm-objdump -d %t/shared-dynamic.c-*/gfx90a.hsaco | FileCheck --check-prefix=CODE %s
// RUN: llvm-readelf --notes %t/shared-dynamic.c-*/gfx90a.hsaco | FileCheck --check-prefix=SIZE %s
// RUN: llvm-readelf --notes %t/shared-dynamic.c-*/gfx1100.hsaco | FileCheck --check-prefix=SIZE %s
#include <offload.h>

__attribute__((noinline)) static int count(int i)
{
    int *counts = offload_dynamic_shared();
    return counts[i];
}

offload_kernel void histogram(int n, int x[n])
{
    int *counts = offload_dynamic_shared();
    offload_shared char odd[3];
    int i = (int)offload_thread_id(0);
    counts[i] = x[i];
    odd[i % 3] = 1;
    offload_barrier();
    x[i] = count(n - i) + odd[x[n - 1] % 3];
}
// PTX: .extern .shared .align 16 .b8 __offloadcc_dynamic_shared_memory[];
// PTX: .entry histogram$(
// PTX: mov.b32 [[R:%r[0-9]+]], __offloadcc_dynamic_shared_memory;
// PTX: st.shared.b32
// CODE-LABEL: <histogram$>:
// CODE: ds_write_b32
// SIZE: .group_segment_fixed_size: 16
// SIZE: .name: 'histogram$'
