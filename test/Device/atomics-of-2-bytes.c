// Atomics on 2 bytes: NVIDIA GPUs have additions of _Float16 from sm_70 on and of __bf16 from sm_90 on. Others compare and
// exchange the object, or the 4 bytes around it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -S --offload-arch=sm_60,sm_80,sm_90,gfx90a --device-only --offload-artifacts=%t %s
// RUN: cat %t/*/sm_60.ptx | FileCheck --check-prefixes=LOOP %s
// RUN: cat %t/*/sm_80.ptx | FileCheck --check-prefixes=HALF,LOOP-BF16 %s
// RUN: cat %t/*/sm_90.ptx | FileCheck --check-prefixes=HALF,BOTH %s
// RUN: cat %t/*/gfx90a.s | FileCheck --check-prefix=AMD %s
#include <offload.h>
offload_kernel void add(_Float16 x[8], __bf16 y[8]) {
    offload_atomic_add(&x[3], (_Float16)1.0f);
    offload_atomic_add(&y[3], (__bf16)1.0f);
}
// LOOP-NOT: noftz
// LOOP-COUNT-2: atom{{.*}}.cas.b32
// HALF: atom{{.*}}.add.noftz.f16
// LOOP-BF16-NOT: add.noftz.bf16
// LOOP-BF16: .cas.b{{16|32}}
// BOTH: atom{{.*}}.add.noftz.bf16
// AMD-COUNT-2: global_atomic_cmpswap
