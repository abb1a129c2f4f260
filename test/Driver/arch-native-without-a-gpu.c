// Where there is no GPU, `native` is the CPU alone, and said so only when it was asked for.
//
// UNSUPPORTED: gpu
// RUN: %offloadcc --offload-arch=native %S/Inputs/kernel.c -o %t 2>&1 | FileCheck %s
// RUN: %t
// RUN: %offloadcc %S/Inputs/kernel.c -o %t 2>&1 | count 0
// RUN: %t
// RUN: %offloadcc --offload-arch=native,x86-64 -### -c %S/Inputs/kernel.c 2>&1 | FileCheck --check-prefix=OTHER %s
// CHECK: offloadcc: note: no GPU found for 'native' in '--offload-arch'
// CHECK-NOT: {{.}}
// OTHER: "--arch=x86-64"
