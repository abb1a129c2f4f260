// A limit of blocks is a constant number of threads that blocks can have, and a launch that is
// known to exceed it is an error.
//
// RUN: not %offloadcc --offload-arch=none -c -DLIMIT=0 %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %offloadcc --offload-arch=none -c -DLIMIT=1025 %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %offloadcc --offload-arch=none -c -DLIMIT=1.5 %s -o %t.o 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %offloadcc --offload-arch=none -c -DLIMIT=100 %s -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -c -DLIMIT=64 '-DOTHER=offload_block_limit(128)' %s -o %t.o 2>&1 | FileCheck --check-prefix=TWICE %s
#include <offload.h>
#ifndef OTHER
#define OTHER
#endif

// TWICE: block-limit.c:[[# @LINE + 2]]:{{[0-9]+}}: error: kernel 'k' has two limits, offload_block_limit(128) and offload_block_limit(64); remove one of them
// WRONG: block-limit.c:[[# @LINE + 1]]:{{[0-9]+}}: error: offload_block_limit of kernel 'k' is not a number of threads; give it a constant from 1 to 1024
offload_kernel OTHER offload_block_limit(LIMIT) void k(size_t n, float x[n])
{
    x[offload_global_id(0)]++;
}

void launches(size_t n, float *x, unsigned int size)
{
    offload(k, .threads = {n})(n, x);
    offload(k, .threads = {n}, .block_size = {size})(n, x);
    offload(k, .threads = {n}, .block_size = {10, 10})(n, x);
    // CHECK-NOT: error
    // CHECK: block-limit.c:[[# @LINE + 1]]:{{[0-9]+}}: error: a block of 32 x 4 x 1 threads is too large for kernel 'k', whose offload_block_limit is 100; launch smaller blocks, or raise the limit
    offload(k, .threads = {n}, .block_size = {32, 4})(n, x);
    // CHECK: note: 'k' is defined here
    // CHECK-NOT: error
}
