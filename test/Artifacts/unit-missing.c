// The directory is there, but without this source's artifacts.
//
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/scale.c %t/other.c
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %t/other.c -o %t/x.o 2>&1 | FileCheck %s
// CHECK: error: kernel artifact directory '{{.*}}/a' has no artifacts for '{{.*}}/other.c'; make them with 'offloadcc --device-only
