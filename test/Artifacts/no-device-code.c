// Artifacts that were made for the CPU only are refused where device code is asked for.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=none %S/Inputs/scale.c
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a --offload-arch=x86-64 -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s
// CHECK: error: kernel artifacts for '{{.*}}scale.c' contain no device code, but 'x86-64' is asked for; run the device stage again: offloadcc --device-only
