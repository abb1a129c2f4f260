// Where LLVM's back end crashes, the line at which it does so is reported. LLVM reads memory at random here, so its
// optimiser may crash, too: offloadcc starts again until it does not.
//
// UNSUPPORTED: sanitized
// RUN: not %offloadcc -O2 -c --offload-arch=gfx90a %s -o %t.o 2>&1 | FileCheck %s
// RUN: %python -c "import subprocess; [print(subprocess.run(['%build/bin/offloadcc', '-O1', '-c', '--offload-arch=gfx90a', '%s', '-o', '%t.o'], stderr=subprocess.PIPE).stderr.decode().count('ended by')) for _ in range(30)]" | sort -u | FileCheck --check-prefix=ENDED %s
// ENDED: {{^}}0{{$}}
// ENDED-NOT: {{.}}
#include <offload.h>

offload_kernel void k(int r[1])
{
    int flag;
    __asm__("" : "=@ccz"(flag));
    r[0] = flag;
}
// CHECK: back-end-that-crashes.c:14:5: error: inline assembly cannot be compiled for 'gfx90a' (LLVM: the back end crashes); write assembly and constraints of that processor, chosen by #ifdef __AMDGPU__ or __NVPTX__, or leave 'gfx90a' out of --offload-arch
// CHECK-NOT: error
// CHECK-NOT: signal
