// Held messages are coloured when ours would be: by option, not where NO_COLOR or a pipe says no.
//
// RUN: %offloadcc -fcolor-diagnostics -Wall --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -fdiagnostics-color=always -Wall --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -Wall --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck --check-prefix=PLAIN %s
#include <offload.h>
offload_kernel void k(int x[1])
{
    int unused;
    x[0] = 1;
}
// CHECK: {{\[0;1;35m}}warning: {{.*}}unused variable
// CHECK-NOT: unused variable
// PLAIN: c:9:9: warning: unused variable
