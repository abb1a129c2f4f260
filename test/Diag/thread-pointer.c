// RUN: not %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(unsigned long x[1])
{
    x[0] = (unsigned long)__builtin_thread_pointer();
}
// CHECK: thread-pointer.c:6:27: error: kernel 'k' calls '__builtin_thread_pointer', but devices have no thread-local variables; pass the value as a parameter
