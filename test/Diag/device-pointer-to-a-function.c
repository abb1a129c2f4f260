// A device cannot call a function of the host by its address.
// RUN: not %offloadcc -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(offload_device_ptr int (*f)(int)) {}
// CHECK: :4:48: error: parameter 'f' of kernel 'k' points to a function, which a device cannot call; pass a number by which the kernel selects the function
