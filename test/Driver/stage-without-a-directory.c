// RUN: not %offloadcc --device-only %s 2>&1 | FileCheck --check-prefix=DEVICE %s
// RUN: not %offloadcc --offload-device-only %s 2>&1 | FileCheck --check-prefix=OFFLOAD %s
// RUN: not %offloadcc --host-only -c %s -o %t.o 2>&1 | FileCheck --check-prefix=HOST %s
// RUN: not %offloadcc --offload-host-only -c %s -o %t.o 2>&1 | FileCheck --check-prefix=OFFLOAD %s
// RUN: not %offloadcc --host-only --device-only --offload-artifacts=%t.d %s 2>&1 | FileCheck --check-prefix=BOTH %s
// RUN: not %offloadcc --device-only --offload-artifacts= %s 2>&1 | FileCheck --check-prefix=EMPTY %s
// DEVICE: offloadcc: error: '--device-only' needs a directory for the kernel artifacts; give one with '--offload-artifacts=DIR'
// HOST: offloadcc: error: '--host-only' needs a directory for the kernel artifacts; give one with '--offload-artifacts=DIR'
// OFFLOAD: offloadcc: error: '--offload-{{device|host}}-only' needs a directory for the kernel artifacts
// BOTH: offloadcc: error: '--device-only' and '--host-only' cannot be combined
// EMPTY: offloadcc: error: '--offload-artifacts=' needs a value
#include <offload.h>
offload_kernel void k(int x[1])
{
    x[0] = 1;
}
