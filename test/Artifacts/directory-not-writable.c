// A directory that nobody can write to (root neither) is named, with exit code 1.
//
// RUN: not %offloadcc --device-only --offload-artifacts=/proc/self/a --offload-arch=x86-64 %S/Inputs/scale.c 2>&1 | FileCheck %s
// RUN: not %offloadcc --device-only --offload-artifacts=/proc --offload-arch=x86-64 %S/Inputs/scale.c 2>&1 | FileCheck %s
// CHECK: error: {{.*}}kernel artifact directory '/proc{{.*}}name another one with '--offload-artifacts=DIR'
