// Device variables are variables at file scope, with a size and a symbol.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_global _Thread_local int own;
offload_global void function(void);
struct holder { offload_global int member; };
typedef offload_global int number;
offload_global int empty[0];
offload_global int renamed __asm__("other");
struct flexible { int n, data[]; };
offload_global struct flexible list = {2, {1, 2}};
static void helper(offload_global int parameter)
{
    offload_global int local = parameter;
    static offload_global int kept;
    kept = local;
}
offload_kernel void k(int n)
{
    helper(n);
}

// CHECK: :5:34: error: device variable 'own' is thread-local, and devices have no thread-local variables; remove '_Thread_local'
// CHECK: :6:21: error: 'function' is marked offload_global, which is for variables at file scope; remove the mark
// CHECK: :7:36: error: 'member' is marked offload_global, which is for variables at file scope; remove the mark
// CHECK: :8:28: error: 'number' is marked offload_global, which is for variables at file scope; remove the mark
// CHECK: :9:20: error: device variable 'empty' has a size of 0; give it a size
// CHECK: :10:20: error: device variable 'renamed' has another name in assembly; remove the asm label or the attribute that gives it
// CHECK: :12:32: error: device variable 'list' has a flexible array, whose size is not known; give the array a size
// CHECK: :13:39: error: 'parameter' is marked offload_global, which is for variables at file scope; remove the mark
// CHECK: :15:24: error: device variable 'local' is declared in a function; declare it at file scope
// CHECK: :16:31: error: device variable 'kept' is declared in a function; declare it at file scope
