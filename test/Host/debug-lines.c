// -g: the kernel's lines and variables are there on the CPU, and no path of a temporary file is.
//
// RUN: %offloadcc -O0 -g --offload-arch=none -c %s -o %t.o
// RUN: llvm-dwarfdump --debug-info %t.o | FileCheck %s
// RUN: llvm-dwarfdump --debug-line %t.o | FileCheck --check-prefix=LINES %s
#include <offload.h>

offload_kernel void twice(size_t n, float x[n])
{
    size_t position = offload_global_id(0);
    if (position < n)
        x[position] *= 2;
}
// CHECK: DW_AT_name{{.*}}debug-lines.c
// CHECK-NOT: host.c
// CHECK: DW_TAG_subprogram
// CHECK: DW_AT_name ("twice")
// CHECK: DW_AT_name ("position")
// LINES: {{^0x[0-9a-f]+ +12 }}
