// Which function a pointer points to is known only at run time. A null pointer stops the program, and so does a function
// that is not a kernel, which does not take the launch's options: at the next launch, or when the program ends. The message
// names the launch, also where the function that launched has returned, and where launches wait for it.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=NULL %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t 1 last 2>&1 | FileCheck --check-prefix=OTHER %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=OUTER %s
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

__attribute__((noinline)) static void launch(function *f, int n, int *x)
{
    offload(f, .threads = {10})(n, x);
    // NULL: launch-of-no-kernel-is-fatal.c:[[#@LINE-1]]: offloadcc: error: offload() was given a null pointer; it launches functions that are marked offload_kernel and compiled by offloadcc
    // OTHER: launch-of-no-kernel-is-fatal.c:[[#@LINE-2]]: offloadcc: error: offload() was given a pointer to a function that is not a kernel, which ran once; it launches functions that are marked offload_kernel and compiled by offloadcc
}

static int launched(int n, int *x)
{
    launch(k, n, x);
    return n;
}

int main(int argc, char **argv)
{
    function *const functions[] = {NULL, other, k};
    int which = atoi(argv[1]), x[10] = {0};
    function *f = functions[which == 3 ? 1 : which];
    if (which == 3)
        offload(f, .threads = {10})(launched(10, x), x);
    // OUTER: launch-of-no-kernel-is-fatal.c:[[#@LINE-1]]: offloadcc: error: offload() was given a pointer to a function that is not a kernel
    launch(which == 3 ? k : f, 10, x);
    if (argc > 2)
        return 0;
    launch(k, 10, x);
    return x[9] != 2;
}
