// -mwavefrontsize64 gives processors from gfx10 to gfx12 waves of 64 threads, as in clang: in the kernel's
// descriptor and for the functions of lanes. Other targets do not care.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx1030,gfx1201,gfx90a,x86-64 --offload-artifacts=%t/64 -mwavefrontsize64 %s
// RUN: %offloadcc -O2 --device-only --offload-arch=gfx1030,gfx1201 --offload-artifacts=%t/32 -mwavefrontsize64 -mno-wavefrontsize64 %s
// RUN: llvm-readelf --notes %t/64/*/gfx1030.hsaco %t/64/*/gfx1201.hsaco %t/64/*/gfx90a.hsaco | FileCheck --check-prefix=64 %s
// RUN: llvm-readelf --notes %t/32/*/gfx1030.hsaco %t/32/*/gfx1201.hsaco | FileCheck --check-prefix=32 %s
// 64-COUNT-3: .wavefront_size: 64
// 32-COUNT-2: .wavefront_size: 32
// DEFINE: %{check} = %python -B %S/../Kernel/Inputs/codeobject.py
// RUN: %{check} gfx1030 %t/64/*/gfx1030.hsaco && %{check} gfx1201 %t/64/*/gfx1201.hsaco && %{check} gfx1201 %t/32/*/gfx1201.hsaco
// RUN: llvm-objdump -d %t/64/*/gfx1201.hsaco | FileCheck --check-prefix=WIDE %s
// RUN: llvm-objdump -d %t/32/*/gfx1201.hsaco | FileCheck --check-prefix=NARROW %s
// WIDE-DAG: v_mov_b32_e32 v{{[0-9]+}}, 64
// WIDE-DAG: s_lshr_b64 {{.*}}, exec, 5
// NARROW-DAG: v_{{(dual_)?}}mov_b32{{.*}}, 32
// NARROW-DAG: s_lshr_b32 {{.*}}, exec_lo, 5
//
// The stages agree on it.
// RUN: %offloadcc -O2 --host-only --offload-arch=gfx1030 --offload-artifacts=%t/64 -mwavefrontsize64 -c %s -o %t/k.o
// RUN: not %offloadcc -O2 --host-only --offload-arch=gfx1030 --offload-artifacts=%t/64 -c %s -o %t/k.o 2>&1 | FileCheck --check-prefix=STALE %s
// STALE: are stale: the device stage was built with '-mwavefrontsize64'
//
// Nobody has to know it where nobody asks; where it cannot be, it is an error.
// RUN: %offloadcc -Werror -mwavefrontsize64 --offload-arch=none -x c /dev/null -c -o %t/e.o
// RUN: %offloadcc -O2 --device-only --offload-arch=x86-64 --offload-artifacts=%t/x -mwavefrontsize64 %s 2>&1 | FileCheck --check-prefix=UNUSED %s
// UNUSED: warning: argument unused during compilation: '-mwavefrontsize64' [-Wunused-command-line-argument]
// RUN: not %offloadcc -O2 --offload-arch=gfx1250,gfx1100 -c %s -o %t/k.o -mwavefrontsize64 2>&1 | FileCheck --check-prefix=NONE %s
// NONE: error: 'gfx1250' has no wavefronts of 64 threads; remove '-mwavefrontsize64', or 'gfx1250' from the architectures
// RUN: not %offloadcc -O2 --offload-arch=gfx90a:xnack+ -c %s -o %t/k.o -mno-wavefrontsize64 2>&1 | FileCheck --check-prefix=WIDER %s
// WIDER: error: 'gfx90a:xnack+' has no wavefronts of 32 threads; remove '-mno-wavefrontsize64', or 'gfx90a:xnack+' from the architectures
#include <offload.h>

offload_kernel void lanes(offload_out unsigned counts[64], unsigned long votes[64])
{
    unsigned i = offload_thread_id(0);
    counts[i] = offload_lane_count();
    votes[i] = offload_lane_ballot(votes[i] > 3) + (unsigned long)offload_lane_shuffle_down(i, 5);
}
