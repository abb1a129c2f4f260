// Without ptxas objects carry PTX, of which NVIDIA's driver makes an image when a program needs one.
//
// RUN: rm -rf %t && mkdir -p %t/bin
// RUN: env PATH=%t/bin:/usr/bin:/bin %offloadcc -O2 --offload-arch=sm_90,x86-64 --offload-artifacts=%t/a -Werror %s -o %t/program
// RUN: %t/program
// RUN: ls %t/a/*/ | FileCheck --check-prefix=FILES %s
// RUN: grep -a -q "^.target sm_90" %t/program
#include <offload.h>

offload_kernel void set(int x[1])
{
    x[0] = 1;
}

int main(void)
{
    int x[1] = {0};
    set(x);
    return x[0] != 1;
}
// FILES-NOT: cubin
// FILES: sm_90.ptx
// FILES: x86-64.so
