// One kernel per type, stamped out by a macro; and grid-stride loops with the default geometry.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>
#include <string.h>

#define FILL(T)                                                                                    \
    offload_kernel void fill_##T(size_t n, T v, T x[n])                                            \
    {                                                                                              \
        for (size_t i = offload_global_id(0); i < n; i += offload_global_size(0))                  \
            x[i] = v + (T)i;                                                                       \
    }
#define TYPES(X) X(int) X(double) X(char)
TYPES(FILL)
#undef FILL
#undef TYPES

int main(void)
{
    enum { N = 300000 };
    static int x[N];
    static double d[1000];
    char text[8] = "";
    int wrong = 0;
    offload(fill_int)(N, 3, x);
    offload(fill_double, .blocks = {3})(1000, 0.5, d);
    offload(fill_char, .threads = {7})(7, 'a', text);
    for (int i = 0; i < N; i++)
        wrong += x[i] != 3 + i;
    for (int i = 0; i < 1000; i++)
        wrong += d[i] != 0.5 + i;
    printf("wrong %d, %s\n", wrong, text);
}
// CHECK: wrong 0, abcdefg
