// A block size that follows from .threads and .blocks, and is too large, is explained: no .block_size was written.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(float x[1])
{
    x[0] = 1;
}

int main(int argc, char **argv)
{
    static float x[1];
    (void)argv;
    offload(k, .threads = {1000000}, .blocks = {1 + (unsigned)argc})(x);
    // CHECK: kernel 'k': a block of 500000 x 1 x 1 threads is too large; a block has at most 1024 threads; the size is .threads divided by .blocks: ask for more blocks, or remove .blocks
}
