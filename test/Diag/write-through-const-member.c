// As for parameters, where a pointer in a struct that goes by value leads to const elements. That a
// kernel does not write all that is offload_out in a struct is fine: others may.
// REQUIRES: x86_64
// RUN: %offloadcc -c --offload-arch=x86-64 %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: %offloadcc -c --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=warning:
#include <offload.h>

struct parts {
    int n;
    const int *left offload_count(n);
    int *right offload_out offload_count(n);
};
struct whole {
    int first;
    struct parts parts;
};

offload_kernel void k(int unused, struct whole one, struct whole two)
{
    offload_for (i, (size_t)one.parts.n)
        // CHECK: [[#@LINE+1]]:36: warning: this writes to 'parts.left' of parameter 'two' of kernel 'k', whose elements are const: the new values are not copied back, and are lost; declare it without 'const' [-Woffload-const-write]
        ((int *)two.parts.left)[i] = one.parts.left[i];
    (void)unused;
    one.parts.right[0] = 1;
    two.parts.right[0] = 1;
}

offload_kernel void unwritten(struct whole s)
{
    (void)s;
}
