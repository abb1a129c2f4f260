// Where `static` cannot stand, of which clang speaks, the error is about offload_shared.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: --implicit-check-not=note: %s
#include <offload.h>
struct tile {
    offload_shared float values[16];
    // CHECK: :[[#@LINE-1]]:5: error: a member cannot be marked offload_shared, which is for variables in kernels; mark a variable that has the struct's type
};
offload_kernel void k(int n, offload_shared float x[n])
// CHECK: :[[#@LINE-1]]:30: error: a parameter cannot be marked offload_shared, which is for variables in kernels; remove the mark: a shared array can be passed to any pointer
{
    offload_shared float tile[n];
    // CHECK: :[[#@LINE-1]]:26: error: the size of a shared array is constant; for a size that the launch gives, use offload_dynamic_shared()
    x[0] = tile[0];
}
