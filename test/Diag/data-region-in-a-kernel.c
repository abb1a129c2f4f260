// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static void map(int n, int *x)
{
    offload_enter_data(offload_to(x, n));
}
offload_kernel void k(int n, int x[n], offload_device_ptr int *p)
{
    map(n, x);
    offload_data(offload_to(x, n), offload_from(x + 1, 2)) {
        x[0] = 1;
    }
    p = offload_malloc(4);
    offload_memcpy(p, x, 4);
    offload_free(p);
    offload_exit_data(offload_to(x, n));
    offload_sync();
}
void run(int n, int *x)
{
    map(n, x);
}

// CHECK: :10:5: error: kernel 'k' maps data, which only the host can do; map it where the kernel is launched
// CHECK: :13:9: error: kernel 'k' allocates or frees device memory, which only the host can do; use an offload_scratch parameter, or allocate before the launch
// CHECK: :14:5: error: kernel 'k' calls 'offload_memcpy', which is for the host; use memcpy in kernels
// CHECK: :15:5: error: kernel 'k' allocates or frees device memory
// CHECK: :16:5: error: kernel 'k' maps data
// CHECK: :17:5: error: kernel 'k' calls 'offload_sync', which is for the host; threads of a block wait for each other at offload_barrier()
// CHECK: :5:5: error: kernel 'k' maps data, which only the host can do; map it where the kernel is launched
// CHECK: :9:5: note: 'map' is called by kernel 'k' here
// CHECK-NOT: {{(error|note):}}
