// A bound or size that overflows, or divides by zero, stops the program with kernel, parameter and
// value.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CASE2 %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=CASE3 %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(int n, size_t m, const float x[n * n], const double y[m], const float z[100 / n],
                      const char w[m + 1][m])
{
    (void)x, (void)y, (void)z, (void)w;
}

int main(int argc, char **argv)
{
    static float x[100];
    switch (atoi(argv[argc - 1])) {
    case 0:
        k(100000, 1, x, (double *)x, x, (void *)x);
        break;
    case 1:
        k(1, (size_t)-1, x, (double *)x, x, (void *)x);
        break;
    case 2:
        k(0, 1, x, (double *)x, x, (void *)x);
        break;
    case 3:
        k(1, (size_t)1 << 32, x, (double *)x, x, (void *)x);
        break;
    }
}
// CASE0: kernel 'k': the bound 'n * n' of parameter 'x' overflows: 100000 * 100000; pass smaller values, or compute it in a wider type, such as size_t
// CASE1: kernel 'k': the size of parameter 'y' overflows: its bound 'm' is 18446744073709551615, of 8 bytes each; no memory holds so many
// CASE2: kernel 'k': the bound '100 / n' of parameter 'z' divides by zero: 100 / 0; pass another divisor
// CASE3: kernel 'k': the size of parameter 'w' overflows: its bound 'm' is 4294967296, of 4294967297 bytes each; no memory holds so many
