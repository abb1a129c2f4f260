// A device pass that is killed at any moment leaves the old artifacts or the new ones, whole.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %python %S/Inputs/kill.py %t/a %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c -- %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o | FileCheck %s
// CHECK: units: 1
