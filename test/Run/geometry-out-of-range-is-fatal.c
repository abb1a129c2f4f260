// A grid that no device can run stops the program and says why. (What is constant is an error of the compiler's.)
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t
// RUN: not --crash %t 0 2>&1 | FileCheck --check-prefix=CASE0 %s
// RUN: not --crash %t 1 2>&1 | FileCheck --check-prefix=CASE1 %s
// RUN: not --crash %t 2 2>&1 | FileCheck --check-prefix=CASE2 %s
// RUN: not --crash %t 3 2>&1 | FileCheck --check-prefix=CASE3 %s
// RUN: not --crash %t 4 2>&1 | FileCheck --check-prefix=CASE4 %s
// RUN: not --crash %t 5 2>&1 | FileCheck --check-prefix=CASE5 %s
// RUN: not --crash %t 6 2>&1 | FileCheck --check-prefix=CASE6 %s
// RUN: not --crash %t 7 2>&1 | FileCheck --check-prefix=CASE7 %s
// RUN: not --crash %t 8 2>&1 | FileCheck --check-prefix=CASE8 %s
#include <offload.h>
#include <stdlib.h>

offload_kernel void k(float x[1])
{
    x[0] = 1;
}

int main(int argc, char **argv)
{
    static float x[100];
    int zero = argc / 100;
    switch (atoi(argv[argc - 1])) {
    case 0:
        offload(k, .threads = {1}, .block_size = {64 + zero, 64})(x);
        break;
    case 1:
        offload(k, .threads = {(size_t)zero - 5})(x);
        break;
    case 2:
        offload(k, .blocks = {(unsigned)zero - 5})(x);
        break;
    case 3:
        offload(k, .blocks = {4, 2147483647, 2147483647}, .block_size = {1})(x);
        break;
    case 4:
        offload(k, .threads = {(size_t)1 << 40}, .block_size = {1})(x);
        break;
    case 5:
        offload(k, .threads = {1}, .shared_bytes = (size_t)zero - 4)(x);
        break;
    case 6:
        offload(k, .threads = {(size_t)zero - 1})(x);
        break;
    case 8:
        offload(k, .threads = {100 + zero}, .blocks = {3}, .block_size = {32})(x);
        break;
    case 7:
        offload(k, .blocks = {(unsigned)zero - 1})(x);
        break;
    }
}
// CASE0: kernel 'k': a block of 64 x 64 x 1 threads is too large; a block has at most 1024 threads; launch smaller blocks
// CASE1: kernel 'k': the launch asks for -5 threads in x; the number must be 0 or more
// CASE2: kernel 'k': the launch asks for 4294967291 blocks in x; at most 2147483647 are possible (was the number negative?)
// CASE3: kernel 'k': a grid of 4 x 2147483647 x 2147483647 blocks is too large; launch fewer, and divide the elements among their threads with offload_for
// CASE4: kernel 'k': 1099511627776 threads in x are too many for blocks of 1; launch fewer, and divide the elements among them with offload_for
// CASE5: kernel 'k': the launch asks for -4 bytes of dynamic shared memory for each block; at most 2147483647 are possible (was the number negative?)
// CASE6: kernel 'k': the launch asks for -1 threads in x; the number must be 0 or more
// CASE7: kernel 'k': the launch asks for 4294967295 blocks in x; at most 2147483647 are possible (was the number negative?)
// CASE8: kernel 'k': the launch asks for 100 threads in x, but its blocks have only 96; remove .blocks, and enough blocks are launched
