// A pointer on the device may begin with the address of what is there too.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
static int host;
static const int table[2] = {1, 2};
static int *const hosts[] = {&host};
offload_global int device[4];
offload_global int *to_device = &device[1], *to_nothing;
offload_global const int *to_table = table;
offload_global const char *text = "text";
offload_global struct { int *p; } to_host = {&host};
offload_global int *const *to_hosts = hosts;
offload_kernel void k(int n)
{
    device[0] = n;
}

// CHECK: :12:47: error: device variable 'to_host' uses the address of variable 'host', which lives on the host; mark it offload_global, or make it const
// CHECK: :7:31: error: device variable 'to_hosts' uses the address of variable 'host', which lives on the host; mark it offload_global, or make it const
// CHECK: :13:39: note: 'hosts' is used by device variable 'to_hosts' here
// CHECK-NOT: {{(error|note):}}
