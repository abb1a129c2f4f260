// An array that is written whole by some launches only: the report says of the kernel what it takes,
// and of each launch whether it does that, or that it is not known before.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 -Wno-offload -c --offload-report %s -o %t.o | FileCheck %s
#include <offload.h>

offload_kernel void half(size_t n, int y[n * 2])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = 1;
}

offload_kernel void all(int n, int m, int y[n][m])
{
    int i = (int)offload_global_id(1), j = (int)offload_global_id(0);
    if (i < n && j < m)
        y[i][j] = 1;
}

// CHECK: kernel 'half'
// CHECK: y {{.*}}written whole before it is read (device code, all targets), if 4 * n bytes are all of it and the grid has at least n threads in x; else to the device and back
// CHECK: kernel 'all'
// CHECK: y  from the device  4 * n * m bytes  written whole {{.*}}, if the grid has at least m threads in x and n threads in y; else to the device and back

void launches(int some, int *y)
{
    // CHECK: launch of 'half'
    // CHECK: y  to the device and back  {{.*}} = y; it would not be copied to the device if 4 * n bytes are all of it
    offload(half, .threads = {8})(8, y);
    // CHECK: launch of 'all'
    // CHECK: y  from the device  256 bytes (4 * n * m)  = (int (*)[8])y{{$}}
    offload(all, .threads = {8, 8})(8, 8, (int (*)[8])y);
    // CHECK: launch of 'all'
    // CHECK: y  to the device and back  1024 bytes {{.*}}; it would not be copied to the device if the grid has
    offload(all, .blocks = {1, 2}, .block_size = {16, 4})(16, 16, (int (*)[16])y);
    // CHECK: launch of 'all'
    // CHECK: y  from the device  4 * n * m bytes  = (int (*)[8])y, if the grid has at least m threads in x and n threads in y; else to the device and back
    offload(all, .threads = {8, (size_t)some})(some, 8, (int (*)[8])y);
    // CHECK: call of one thread of 'all'
    // CHECK: y  to the device and back  4096 bytes
    all(32, 32, (int (*)[32])y);
    // CHECK: call of one thread of 'all'
    // CHECK: y  from the device  4 bytes (4 * n * m)  = (int (*)[1])y{{$}}
    all(1, 1, (int (*)[1])y);
}
