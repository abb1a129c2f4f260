// RUN: %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck --implicit-check-not=warning: %s
#include <offload.h>
extern offload_device int number;
offload_device int (*pointer)(int);
offload_device int good(int x) { return x; }
offload_kernel void k(int x[1]) { x[0] = good(x[0]); }

// CHECK: :3:27: warning: offload_device has no effect on 'number', which is not a function; variables that live on the device are marked offload_global [-Woffload-misplaced-mark]
// CHECK: :4:22: warning: offload_device has no effect on 'pointer', which is not a function; remove it, and mark the functions themselves
