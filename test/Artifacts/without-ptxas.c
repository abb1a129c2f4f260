// Where the assembler is missing the unit is stored without that image, and the host pass takes the rest.
//
// RUN: rm -rf %t && mkdir %t
// RUN: env PATH=/usr/bin:/bin CUDA_PATH=%t CUDA_HOME=%t %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=sm_90,x86-64 %S/Inputs/scale.c
// RUN: ls %t/a/* | FileCheck %s
// RUN: %offloadcc --host-only --offload-artifacts=%t/a --offload-arch=sm_90,x86-64 -c %S/Inputs/scale.c -o %t/x.o
// CHECK-NOT: cubin
// CHECK: sm_90.ptx
// CHECK-NOT: cubin
// CHECK: x86-64.so
