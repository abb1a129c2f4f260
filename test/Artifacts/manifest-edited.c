// A manifest that is still JSON, but not what was written, is found by its checksum.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: sed -i 's/"scale"/"other"/' %t/a/*/manifest.json
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s
// CHECK: error: '{{.*}}manifest.json' is damaged: it does not match its checksum
// CHECK-NEXT: note: run the device stage again: offloadcc --device-only {{.*}}scale.c
