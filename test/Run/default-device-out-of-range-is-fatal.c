// A default device that is not there stops the program, which says where the number comes from.
//
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OMP_DEFAULT_DEVICE=5 not --crash %t launch 2>&1 | FileCheck %s
// RUN: env OMP_DEFAULT_DEVICE=5 not --crash %t region 2>&1 | FileCheck --check-prefix=REGION %s
// RUN: env OMP_DEFAULT_DEVICE=3 %t launch
// RUN: env OMP_DEFAULT_DEVICE=4 %t launch
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: env OMP_DEFAULT_DEVICE=5 %t.cpu launch
#include <offload.h>
#include <string.h>

offload_kernel void k(float x[1])
{
    x[0] = 1;
}

int main(int argc, char **argv)
{
    float x[1] = {0};
    if (strcmp(argv[argc - 1], "launch") == 0)
        offload(k, .threads = {1})(x);
    else
        offload_data(offload_to(x, 1))
            x[0] = 1;
    return x[0] != 1;
}
// CHECK: default-device-out-of-range-is-fatal.c:13: offloadcc: error: kernel 'k': the default device is 5 (OMP_DEFAULT_DEVICE), but this machine has devices 0 to 3, and 4 is the host
// REGION: default-device-out-of-range-is-fatal.c:24: offloadcc: error: {{.*}}the default device is 5 (OMP_DEFAULT_DEVICE), but this machine has devices 0 to 3, and 4 is the host
