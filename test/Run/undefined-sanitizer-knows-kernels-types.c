// A kernel that is called through a pointer of its own type is no undefined behaviour; through one of
// another type it is.
//
// RUN: %offloadcc -O1 -fsanitize=undefined --offload-arch=none %s -o %t
// RUN: %t 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: %t wrong 2>&1 | FileCheck %s --check-prefix=WRONG
#include <offload.h>
#include <stdio.h>

static offload_kernel void fill(size_t n, int y[n])
{
    offload_for (i, n)
        y[i] = 7;
}

int main(int argc, char **argv)
{
    (void)argv;
    void (*volatile pointer)(size_t, int *) = fill;
    int y[10];
    offload(pointer)(10, y);
    pointer(1, y);
    // CHECK: 7 7
    printf("%d %d\n", y[0], y[9]);
    if (argc > 1) {
        void (*volatile wrong)(int, int *) = (void (*)(int, int *))fill;
        // WRONG: [[#@LINE+1]]:9: runtime error: call to function fill through pointer to incorrect function type
        wrong(1, y);
    }
}
