// The sizes of arrays have 64 bits on the way from the bound to the device.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: %t.cpu
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.image
// RUN: env OMP_TARGET_OFFLOAD=mandatory LIBOMPTARGET_INFO=1 %t.image 2>&1 | FileCheck %s
// REQUIRES: x86_64
#include <offload.h>
#include <sys/mman.h>

// Scratch memory, so that nothing is copied; of the pages the kernel touches few.
offload_kernel void ends(size_t n, offload_scratch char bytes[n], int rows,
                         offload_scratch int table[rows][1 << 15], int sum[1])
{
    bytes[0] = 1;
    bytes[n - 1] = 2;
    table[0][0] = 3;
    table[rows - 1][(1 << 15) - 1] = 4;
    sum[0] = bytes[0] + bytes[n - 1] + table[0][0] + table[rows - 1][(1 << 15) - 1];
}

static void *sparse(size_t size)
{
    return mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1,
                0);
}

int main(void)
{
    size_t n = 5ull << 30;
    int rows = 1 << 14, sum[1];
    char *bytes = sparse(n);
    void *table = sparse(2ull << 30);
    if (bytes == MAP_FAILED || table == MAP_FAILED)
        return 0;
    ends(n, bytes, rows, table, sum);
    return sum[0] != 10;
}
// CHECK: alloc(bytes)[5368709120]
// CHECK: alloc(table)[2147483648]
