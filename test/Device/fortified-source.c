// _FORTIFY_SOURCE is for the host: device code calls none of its functions.
//
// RUN: rm -rf %t && %offloadcc -O2 -D_FORTIFY_SOURCE=2 --device-only --offload-arch=gfx90a,x86-64 --offload-artifacts=%t %s
// RUN: llvm-dis %t/*/x86-64.bc -o - | FileCheck --implicit-check-not=_chk %s
#include <offload.h>
#include <string.h>

offload_kernel void copy(size_t n, char to[64], const char from[n])
{
    char buffer[64];
    memset(buffer, 1, sizeof buffer);
    memcpy(buffer, from, n < 64 ? n : 64);
    memcpy(to, buffer, sizeof buffer);
}
// CHECK: define {{.*}}@"copy$"(
