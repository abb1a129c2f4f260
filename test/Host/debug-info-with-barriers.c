// -g and kernels with barriers: what debuggers are told of variables moves with the code that is
// split into loops over threads, or that becomes coroutines, or goes with code that nothing reaches
// any more.
//
// RUN: %offloadcc -O0 -g --offload-arch=none -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s
// RUN: %offloadcc -O1 -g --offload-arch=none -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s
// RUN: %offloadcc -O2 -g --offload-arch=none -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s
#include <offload.h>

offload_kernel void stages(int n, int x[n])
{
    unsigned thread = offload_thread_id(0);
    if (n > 3) {
        int before = x[thread];
        offload_barrier();
        int after = before + n;
        offload_barrier();
        if (n > 5)
            return;
        x[thread] = after;
    }
}
// CHECK: DW_AT_name ("stages")
// CHECK-DAG: DW_AT_name ("thread")
// CHECK-DAG: DW_AT_name ("before")
// CHECK-DAG: DW_AT_name ("after")
