// Options that change what kernels mean are compared, and the difference is shown.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 -DFACTOR=4 %S/Inputs/scale.c
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -DFACTOR=8 -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -DFACTOR=4 -c %S/Inputs/scale.c -o %t/x.o
// CHECK: error: {{.*}} are stale: the device stage was built with '{{.*}}FACTOR=4', now '{{.*}}FACTOR=8'; run the device stage again: {{.*}} -DFACTOR=8 {{.*}}scale.c
// NONE: error: {{.*}} are stale: the device stage was built with '{{.*}}FACTOR=4'
