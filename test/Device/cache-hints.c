// Hints about caches, in the code for GPUs.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -S --offload-arch=sm_60,sm_90,gfx90a,gfx942 --device-only --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/cache-hints*/sm_90.ptx
// RUN: FileCheck --check-prefix=PTX %s < %t/cache-hints*/sm_60.ptx
// RUN: FileCheck --check-prefix=GFX90A %s < %t/cache-hints*/gfx90a.s
// RUN: FileCheck --check-prefix=GFX942 %s < %t/cache-hints*/gfx942.s
#include <offload.h>
typedef double two __attribute__((ext_vector_type(2)));
offload_kernel void k(size_t n, const float x[n], float y[n], const two v[n], two w[n], const float all[4]) {
    size_t i = offload_global_id(0);
    offload_prefetch(&x[i + 64]);
    __builtin_prefetch(&x[i + 96], 0, 2);
    offload_store_streaming(&y[i], offload_load_streaming(&x[i]) + offload_load_readonly(&all[2]));
    offload_store_streaming(&w[i], offload_load_streaming(&v[i]));
}
// PTX-DAG: prefetch.global.L1 [%rd{{[0-9]+}}];
// PTX-DAG: prefetch.global.L2 [%rd{{[0-9]+}}];
// PTX-DAG: ld.global.cs.b32
// PTX-DAG: ld.global.nc.b32
// PTX-DAG: st.global.cs.b32
// PTX-DAG: ld.global.cs.v2.b64
// PTX-DAG: st.global.cs.v2.b64
// GFX90A-DAG: s_load_dword s{{[0-9]+}}, s[{{[0-9:]+}}], 0x8
// GFX90A-DAG: global_load_dword {{.*}} glc slc
// GFX90A-DAG: global_store_dword {{.*}} glc slc
// GFX90A-DAG: global_load_dwordx4 {{.*}} glc slc
// GFX90A-DAG: global_store_dwordx4 {{.*}} glc slc
// GFX942-DAG: global_load_dword {{.*}} nt
// GFX942-DAG: global_store_dwordx4 {{.*}} nt
