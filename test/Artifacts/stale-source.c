// After an edit to a kernel the host pass alone refuses, and after another device pass it does not.
//
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/scale.c %t/x.c
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %t/x.c
// RUN: sed 's/y\[i\] \*=/y[i] +=/' %S/Inputs/scale.c > %t/x.c
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %t/x.c -o %t/x.o 2>&1 | FileCheck %s
// RUN: not ls %t/x.o
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %t/x.c
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -c %t/x.c -o %t/x.o
// CHECK: error: kernel artifacts for '{{.*}}/x.c' are stale: '{{.*}}x.c' has changed since the device stage; run the device stage again: offloadcc --device-only
