// Zero threads, or blocks, launch nothing; a null pointer with a bound of zero is fine.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu -lm
// RUN: %t.cpu | FileCheck %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image -lm
// RUN: %t.image | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void add(size_t n, int x[n], int y[1])
{
    y[0]++;
    if (n)
        x[0]++;
}

int main(void)
{
    int x[1] = {0}, y[1] = {0};
    size_t none = 0;
    offload(add, .threads = {none})(1, x, y);
    offload(add, .threads = {none, 5, 5})(1, x, y);
    offload(add, .blocks = {0})(1, x, y);
    printf("%d %d\n", x[0], y[0]);
    offload(add, .threads = {1}, .block_size = {1})(0, NULL, y);
    add(0, x, y);
    printf("%d %d\n", x[0], y[0]);
}
// CHECK: 0 0
// CHECK: 0 2
