// What checks images of the Kernel suite (Kernel/Inputs/codeobject.py, nvidia.py) finds nothing in
// good ones, and each of many damages.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1030,gfx12-generic,gfx90a:sramecc+:xnack- --offload-artifacts=%t %s
// RUN: env PATH=/usr/bin:/bin %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t/nv -Wno-offload-no-image %s
// DEFINE: %{checks} = %S/../Kernel/Inputs
// RUN: %python -B %{checks}/codeobject.py gfx12-generic %t/*/gfx12-generic.hsaco 'scale$=4'
// RUN: not %python -B %{checks}/codeobject.py gfx1200 %t/*/gfx12-generic.hsaco | FileCheck --check-prefix=OTHER %s
// OTHER: e_flags: the processor is 0x59, not gfx1200's 0x48
// OTHER: e_flags: the generic version is 1
// OTHER: amdhsa.target is amdgcn-amd-amdhsa--gfx12-generic, not amdgcn-amd-amdhsa--gfx1200
// RUN: %python -B %{checks}/damage.py %t/*/gfx90a.hsaco gfx90a | FileCheck --check-prefix=OBJECT %s
// RUN: %python -B %{checks}/damage.py %t/*/gfx90a:sramecc+:xnack-.hsaco gfx90a:sramecc+:xnack- | FileCheck --check-prefix=OBJECT %s
// RUN: %python -B %{checks}/damage.py %t/*/gfx1030.hsaco gfx1030 | FileCheck --check-prefix=OBJECT %s
// OBJECT: {{^}}47 damages
// RUN: %python -B %{checks}/damage.py %t/nv/*/sm_90.ptx sm_90 'scale$=4' | FileCheck --check-prefix=PTX %s
// PTX: {{^}}9 damages
#include <offload.h>

offload_kernel void scale(int n, double factor, double x[n]) {
    size_t i = offload_global_id(0);
    if ((int)i < n)
        x[i] *= factor;
}
