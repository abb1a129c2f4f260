// The two passes run apart give a program that behaves as that of one command.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 -O2 %S/Inputs/scale.c
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -O2 -c %S/Inputs/scale.c -o %t/x.o
// RUN: rm -r %t/a
// RUN: %offloadcc %t/x.o -o %t/two
// RUN: %offloadcc --offload-arch=x86-64 -O2 %S/Inputs/scale.c -o %t/one
// RUN: %t/two > %t/two.txt
// RUN: %t/one > %t/one.txt
// RUN: cmp %t/one.txt %t/two.txt
// RUN: FileCheck %s < %t/two.txt
// CHECK: 3 297
