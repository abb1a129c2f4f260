// RUN: not %offloadcc --offload-arch=none -static %S/Inputs/kernel.c -o %t 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=none -static-pie %S/Inputs/kernel.c -o %t 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -c -static %S/Inputs/kernel.c -o %t.o
// RUN: not %offloadcc -static %t.o -o %t 2>&1 | FileCheck %s
// CHECK: offloadcc: error: a program with kernels cannot be linked statically: it runs them by libomp and libomptarget, which are shared libraries only; leave out '-static' or '-static-pie'
