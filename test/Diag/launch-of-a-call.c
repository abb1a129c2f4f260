// offload() takes a kernel's name or a pointer to a kernel. A call of the kernel in its place is an error that says where
// the arguments go, and so is anything else, without clang's errors about the macro's inside.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    offload_for (i, (size_t)n)
        x[i] = 1;
}

int number(int n);
void (*choose(int n))(int n, float *x);

void launches(int n, float *x)
{
    offload(k(n, x));
    // CHECK: :[[#@LINE-1]]:5: error: offload() takes the kernel's name, not a call of it; write the arguments in parentheses of their own: offload(k, ...)(arguments)
    offload(k(n, x), .threads = {n});
    // CHECK: :[[#@LINE-1]]:5: error: offload() takes the kernel's name, not a call of it;
    offload(k(n, x), .threads = {n})();
    // CHECK: :[[#@LINE-1]]:5: error: offload() takes the kernel's name, not a call of it;
    offload(number(n), .threads = {n})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the first argument of offload() is neither a kernel nor a pointer to one
    offload(n)(k, n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the first argument of offload() is neither a kernel nor a pointer to one

    offload(choose(n))(n, x);
    offload(*choose(n))(n, x);
    offload(n ? k : choose(n))(n, x);
    offload(&k)(n, x);
    offload((k))(n, x);
}
