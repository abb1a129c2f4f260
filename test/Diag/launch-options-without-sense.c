// Options of a launch that make no sense whatever the kernel is are errors where their values are constants.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=error: %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    x[0] = 1;
}

enum { MINUS_FOUR = -4 };
#define TWICE .threads = {n}, .device = 1, .threads = {n}

void launches(int n, float *x, unsigned zero, offload_kernel void (*pointer)(int, float *))
{
    offload(k, .device = -3)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: there is no device -3; devices have numbers from 0 on, and omp_get_num_devices() is the host; leave out .device for the default device
    offload(k, .threads = {n}, .threads = {n})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: .threads is given twice in one launch; remove one
    offload(k, TWICE)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: .threads is given twice
    offload(pointer, .threads[1] = n, .threads = {n})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: .threads is given twice
    offload(k, .shared_bytes = 1, .shared_bytes = 2)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: .shared_bytes is given twice
    offload(k, .block_size = {0})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: a block has no threads; give .block_size at least one, or leave it out for a size that suits the launch
    offload(k, .block_size = {1025})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: a block of 1025 x 1 x 1 threads is too large; a block has at most 1024 threads; launch smaller blocks
    offload(k, .block_size = {33, 32})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: a block of 33 x 32 x 1 threads is too large
    offload(pointer, .block_size = {0xffffffffu, 0xffffffffu})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: a block of 4294967295 x 4294967295 x 1 threads is too large
    offload(k, .threads = {MINUS_FOUR})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the launch asks for -4 threads in x; the number must be 0 or more
    offload(k, .blocks = {1, MINUS_FOUR})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the launch asks for 4294967292 blocks in y; at most 2147483647 are possible (was the number negative?)
    offload(k, .shared_bytes = MINUS_FOUR)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the launch asks for -4 bytes of dynamic shared memory for each block; at most 2147483647 are possible (was the number negative?)
    offload(k, .threads = {n}, 7)(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the options of a launch are given by name, such as .threads = {n}
    offload(k, .threads = {1, 100}, .blocks = {1, 2}, .block_size = {1, 32})(n, x);
    // CHECK: :[[#@LINE-1]]:5: error: the launch asks for 100 threads in y, but its blocks have only 64; remove .blocks, and enough blocks are launched

    offload(k, .threads = {n}, .threads[1] = 1)(n, x);
    offload(k, .threads = {0}, .block_size = {zero})(n, x);
    offload(k, .threads = {100}, .blocks = {4, 0}, .block_size = {32, 0, 32})(n, x);
    offload(k, .blocks = {n}, .shared_bytes = 0, .device = 0)(n, x);
}
