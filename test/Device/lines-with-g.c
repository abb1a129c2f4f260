// -g keeps a kernel's lines in device code; without it no path of the source is there.
//
// RUN: rm -rf %t && %offloadcc -O2 -g --device-only --offload-arch=sm_90,x86-64 --offload-artifacts=%t/g -Wno-offload-no-image %s
// RUN: FileCheck --check-prefix=PTX %s < %t/g/lines-with-g.c-*/sm_90.ptx
// RUN: llvm-dwarfdump --debug-line %t/g/lines-with-g.c-*/x86-64.so | FileCheck --check-prefix=LINES %s
// RUN: %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t/plain -Wno-offload-no-image %s
// RUN: FileCheck --check-prefix=PLAIN %s < %t/plain/lines-with-g.c-*/sm_90.ptx
#include <offload.h>

offload_kernel void twice(size_t n, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] *= 2;
}
// PTX: .target sm_90{{$}}
// PTX: .loc {{[0-9]+}} 14
// PTX: .file {{.*}}lines-with-g.c
// LINES: {{^0x[0-9a-f]+ +14 }}
// PLAIN-NOT: lines-with-g.c
