// Shared variables are locals of device code, without a value to begin with. A function's and a
// member's mark are refused by clang, which knows `static`.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct none {};
offload_shared float at_file_scope[4];
offload_shared int function(void) { return 1; }
offload_kernel void k(int n, float x[n])
{
    offload_shared int with_value = 3;
    offload_shared const int constant;
    offload_shared const float table[2][2];
    offload_shared _Thread_local int own;
    offload_shared struct none nothing;
    offload_shared int zero[0];
    x[0] = (float)(with_value + constant + own + zero[0]) + table[0][0];
    (void)nothing;
}

// CHECK: :7:22: error: shared variable 'at_file_scope' is at file scope; declare it in the kernel, or in a function that the kernel calls
// CHECK: :8:20: error: 'function' is marked offload_shared, which is for variables in kernels and in functions that kernels call; remove the mark
// CHECK: :11:24: error: shared variable 'with_value' has an initial value, which shared memory cannot have; assign it in the kernel, and let a barrier follow
// CHECK: :12:30: error: shared variable 'constant' is const, so nothing can give it a value; remove the const
// CHECK: :13:32: error: shared variable 'table' is const
// CHECK: :14:38: error: shared variable 'own' is thread-local, but the threads of a block share it; remove one of the two
// CHECK: :15:32: error: shared variable 'nothing' has a size of 0; for a size that the launch gives, use offload_dynamic_shared()
// CHECK: :16:24: error: shared variable 'zero' has a size of 0
// CHECK-NOT: {{(error|note):}}
