// A negative bound stops the program with kernel, parameter and value.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, float x[n], float y[n - 5][2])
{
    x[0] = y[0][0];
}

int main(int argc, char **argv)
{
    static float x[100];
    switch (atoi(argv[argc - 1])) {
    case 0:
        k(-3, x, (float(*)[2])x);
        break;
    case 1:
        offload(k, .threads = {1})(4, x, (float(*)[2])x);
        break;
    }
}
// CASE0: bound-negative-is-fatal.c:[[#]]: offloadcc: error: kernel 'k': the bound 'n' of parameter 'x' is -3; a bound must be 0 or more
// CASE1: kernel 'k': the bound 'n - 5' of parameter 'y' is -1; a bound must be 0 or more
