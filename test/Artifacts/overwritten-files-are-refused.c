// Each file of a unit, overwritten with random bytes: a diagnostic that names it, exit code 1, no crash.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: %python %S/Inputs/damage.py overwrite %t/a %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o | FileCheck %s
// CHECK: rounds: {{[0-9]+}}
