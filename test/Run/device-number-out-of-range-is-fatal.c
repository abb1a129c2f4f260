// A device that is not there is a clear stop; the number behind the last device is the host.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: %t 0
// RUN: %t 4
// RUN: not --crash %t 5 2>&1 | FileCheck %s
// RUN: not --crash %t -2 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.cpu -2 2>&1 | FileCheck --check-prefix=NONE %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void set(int x[1])
{
    x[0] = 1;
}

int main(int argc, char **argv)
{
    int x[1] = {0};
    offload(set, .threads = {1}, .device = atoi(argv[argc - 1]))(x);
    return x[0] != 1;
}
// CHECK: device-number-out-of-range-is-fatal.c:13: offloadcc: error: kernel 'set': there is no device 5; this machine has devices 0 to 3, and 4 is the host
// NEGATIVE: there is no device -2
// NONE: there is no device -2; this machine has no device, and 0 is the host
