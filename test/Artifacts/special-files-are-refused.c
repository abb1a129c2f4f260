// A pipe or a device in a file's place is refused without being waited for.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: mkfifo %t/pipe && ln -sf %t/pipe %t/x86-64.so && mv %t/x86-64.so %t/a/scale.c-*
// RUN: not timeout 600 %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=IMAGE
// RUN: ln -sf /dev/zero %t/manifest.json && mv %t/manifest.json %t/a/scale.c-*
// RUN: not timeout 600 %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=MANIFEST
// IMAGE: error: '{{.*}}x86-64.so' is damaged: it is not a regular file
// MANIFEST: error: '{{.*}}manifest.json' is damaged: it is not a regular file
