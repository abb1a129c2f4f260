// Launches that leave the size of blocks to us get blocks within the kernel's limit; one that asks
// for larger ones stops the program.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t && %t | FileCheck %s
// RUN: not --crash %t 129 2>&1 | FileCheck --check-prefix=STOP %s
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t && %t | FileCheck %s
//
// REQUIRES: x86_64
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel offload_block_limit(128) void sizes(size_t n, unsigned int x[n])
{
    x[0] = offload_block_size(0);
    x[1] = offload_block_size(1);
    x[2] = offload_block_size(2);
}

offload_kernel offload_block_limit(7) void fill(size_t n, unsigned int x[n])
{
    offload_for (i, n)
        x[i] = offload_block_size(0);
}

static void print(const unsigned int *x)
{
    printf("%u %u %u\n", x[0], x[1], x[2]);
}

int main(int argc, char **argv)
{
    unsigned int x[3], size = argc > 1 ? (unsigned int)atoi(argv[1]) : 128;
    offload(sizes, .threads = {1000})(3, x);
    print(x); // CHECK: 128 1 1
    offload(sizes, .threads = {20, 20})(3, x);
    print(x); // CHECK: 32 4 1
    offload(sizes, .threads = {8, 8, 8})(3, x);
    print(x); // CHECK: 8 8 2
    offload(fill)(3, x);
    print(x); // CHECK: [[N:[1-7]]] [[N]] [[N]]
    // STOP: block-limit.c:{{[0-9]+}}: offloadcc: error: kernel 'sizes': a block of 129 x 1 x 1 threads is too large for this kernel, whose offload_block_limit is 128; launch smaller blocks, or raise the limit
    offload(sizes, .blocks = {1}, .block_size = {size})(3, x);
    print(x); // CHECK: 128 1 1
}
