// What does not parse, and options that clang refuses, get clang's own messages and exit code.
//
// RUN: not %offloadcc --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=x86-64 -fno-such -c %s -o %t.o 2>&1 | FileCheck --check-prefix=OPTION %s
// RUN: not %offloadcc --offload-arch=x86-64 -c %s -o /nonexistent/x.o -DOK 2>&1 | FileCheck --check-prefix=OUTPUT %s
#include <offload.h>
offload_kernel void k(int x[1])
{
#ifdef OK
    x[0] = 1;
#else
    x[0] = undeclared;
#endif
}
// CHECK: errors-are-clangs.c:12:12: error: use of undeclared identifier 'undeclared'
// CHECK: 1 error generated.
// CHECK-NOT: undeclared
// OPTION: clang: error: unknown argument: '-fno-such'
// OUTPUT: error: unable to open output file '/nonexistent/x.o'
