// An architecture that the host pass demands has to be there; without a demand, what is there is taken.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a --offload-arch=gfx90a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o
// CHECK: error: {{.*}} do not include 'gfx90a', but only 'x86-64'; run the device stage again: offloadcc --device-only
