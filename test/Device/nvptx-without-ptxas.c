// Without ptxas there is PTX and a warning that says what is missing and what happens; all else
// works.
//
// RUN: rm -rf %t && mkdir -p %t/bin
// RUN: env PATH=%t/bin:/usr/bin:/bin %offloadcc -O2 --offload-arch=sm_90,x86-64 --offload-artifacts=%t/a %s -o %t/program 2>&1 | FileCheck %s
// RUN: %t/program
// RUN: ls %t/a/*/ | FileCheck --check-prefix=FILES %s
// RUN: env PATH=%t/bin:/usr/bin:/bin not %offloadcc -Werror -O2 --offload-arch=sm_90 -c %s -o %t/x.o 2>&1 | FileCheck --check-prefix=ERROR %s
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
// CHECK: offloadcc: warning: {{.*}}ptxas{{.*}}sm_90{{.*}} [-Woffload-no-image]
// CHECK-NOT: warning
// FILES-NOT: cubin
// FILES: sm_90.ptx
// FILES: x86-64.so
// ERROR: error: {{.*}}ptxas{{.*}} [-Werror,-Woffload-no-image]
