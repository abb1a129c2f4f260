// Which function a pointer leads to is known at run time only. A null pointer stops the program, and a
// function that is no kernel, which does not take the launch's options, at the next launch, or when
// the program ends.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t 1 last 2>&1 | FileCheck --check-prefix=LAST %s
// RUN: %t 2
#include <offload.h>
#include <stdlib.h>

typedef void function(int, int *);

offload_kernel void k(int n, int x[n])
{
    size_t i = offload_global_id(0);
    if (i < (size_t)n)
        x[i]++;
}

static void other(int n, int *x)
{
    x[n - 1] = 7;
}

int main(int argc, char **argv)
{
    function *const functions[] = {NULL, other, k};
    function *f = functions[atoi(argv[1])];
    int x[10] = {0};
    offload(f, .threads = {10})(10, x);
    if (argc > 2)
        return 0;
    // LAST: offloadcc: error: offload() was given a pointer to another function, at the last launch of this thread; it launches functions that are marked offload_kernel and compiled by offloadcc
    // NULL: offloadcc: error: offload() was given a null pointer; it launches functions that are marked offload_kernel and compiled by offloadcc
    offload(k, .threads = {10})(10, x);
    // OTHER: offloadcc: error: offload() was given a pointer to another function, at a launch before this one; it launches functions that are marked offload_kernel and compiled by offloadcc
    return x[9] != 2;
}
