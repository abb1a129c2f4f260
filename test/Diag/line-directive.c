// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
#line 40 "grammar.y"
offload_kernel void k(float *x) { x[0] = 0; }

// CHECK: {{^}}grammar.y:40:30: error: parameter 'x' of kernel 'k' has no bound, so its size is not known; write 'float x[1]' or 'float *x offload_count(1)', as the kernel seems to use only the first of its elements (line 40), or mark it offload_device_ptr if it is a device address
// CHECK-NOT: {{(error|note):}}
