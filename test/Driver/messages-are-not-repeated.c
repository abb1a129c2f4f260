// The host's warnings are shown once, however many devices the source is compiled for; what only a
// device pass finds is shown with them.
//
// RUN: %offloadcc -Wall --offload-arch=sm_90,gfx90a,x86-64 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc -Wall -Werror --offload-arch=sm_90,gfx90a,x86-64 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// RUN: %offloadcc -w --offload-arch=sm_90,gfx90a,x86-64 -c %s -o %t.o 2>&1 | count 0
#include <offload.h>
offload_kernel void k(int x[1])
{
    int unused;
    x[0] = 1;
}
// CHECK: messages-are-not-repeated.c:10:9: warning: unused variable 'unused'
// CHECK: 1 warning generated.
// CHECK-NOT: {{.}}
// ERROR: error: unused variable 'unused'
// ERROR-NOT: unused variable
