// RUN: not %offloadcc --offload-arch=x86-64 -m32 -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// CHECK: error: '{{.*}}kernel.c' has kernels, which cannot be compiled for the host 'i386-pc-linux-gnu'; the host must be 64-bit x86 Linux
