// Neither our runtime nor libomptarget gets into a link that has no kernels.
//
// RUN: %offloadcc -### %S/Inputs/plain.c -o %t 2>&1 | FileCheck %s
// RUN: %offloadcc -O2 -c %S/Inputs/plain.c -o %t.o
// RUN: %offloadcc -### %t.o -o %t 2>&1 | FileCheck %s
// CHECK: InstalledDir
// CHECK-NOT: offloadcc_rt
// CHECK-NOT: omptarget
// CHECK-NOT: libdir
