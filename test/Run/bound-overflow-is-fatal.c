// A bound or size that overflows, or divides by zero, stops the program with kernel, parameter and
// value.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CASE2 %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=CASE3 %s
// RUN: not --crash %t 4 2>&1 | FileCheck --check-prefix=CASE4 %s
// RUN: not --crash %t 5 2>&1 | FileCheck --check-prefix=CASE5 %s
// RUN: not --crash %t 6 2>&1 | FileCheck --check-prefix=CASE6 %s
// RUN: %t 7 2>&1 | FileCheck --check-prefix=CASE7 %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void k(int n, size_t m, const float x[n * n], const double y[m], const float z[100 / n],
                      const char w[m + 1][m])
{
    (void)x, (void)y, (void)z, (void)w;
}

offload_kernel void shifts(int n, unsigned m, char x[1 << n], const char y[(m << 1) >> (n & 63)])
{
    (void)y;
    offload_for (i, (size_t)1 << n)
        x[i] = 1;
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
    case 4:
        shifts(31, 1, (char *)x, (char *)x);
        break;
    case 5:
        shifts(40, 1, (char *)x, (char *)x);
        break;
    case 6:
        shifts(-1, 1, (char *)x, (char *)x);
        break;
    case 7:
        shifts(7, 1u << 31, (char *)x, (char *)x); // unsigned: what is shifted out is gone
        printf("%d\n", ((char *)x)[127]);
        break;
    }
}
// CASE4: kernel 'shifts': the bound '1 << n' of parameter 'x' overflows: 1 << 31; pass smaller values, or compute it in a wider type, such as size_t
// CASE5: kernel 'shifts': the bound '1 << n' of parameter 'x' overflows: 1 << 40; pass
// CASE6: kernel 'shifts': the bound '1 << n' of parameter 'x' overflows: 1 << -1; pass
// CASE7: 1
// CASE0: kernel 'k': the bound 'n * n' of parameter 'x' overflows: 100000 * 100000; pass smaller values, or compute it in a wider type, such as size_t
// CASE1: kernel 'k': parameter 'y' does not fit in memory: its bound 'm' is 18446744073709551615, and its elements have 8 bytes; was the bound negative?
// CASE2: kernel 'k': the bound '100 / n' of parameter 'z' divides by zero: 100 / 0; pass another divisor
// CASE3: kernel 'k': parameter 'w' does not fit in memory: its bound 'm' is 4294967296, and its elements have 4294967297 bytes{{$}}
