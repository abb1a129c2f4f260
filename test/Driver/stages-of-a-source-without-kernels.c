// --device-only has nothing to do for it, --host-only is clang; a missing file is an error in both.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a %S/Inputs/plain.c
// RUN: %offloadcc --host-only --offload-artifacts=%t/a %S/Inputs/plain.c -o %t/plain && %t/plain | FileCheck %s
// RUN: not %offloadcc --device-only --offload-artifacts=%t/a %t/missing.c 2>&1 | FileCheck --check-prefix=MISSING %s
// CHECK: plain
// MISSING: error: no such file or directory: '{{.*}}missing.c'
