// The host pass never guesses a directory: it says what to give.
//
// RUN: not %offloadcc --host-only -c %S/Inputs/scale.c -o %t.o 2>&1 | FileCheck %s
// CHECK: error: {{.*}}--offload-artifacts=
