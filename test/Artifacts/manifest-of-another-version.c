// Artifacts of another offloadcc, another LLVM or another schema are refused as such.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: sed -i 's/"offloadcc [0-9.]*, ABI [0-9]*"/"offloadcc 99.9"/' %t/a/*/manifest.json
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=PRODUCER
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: sed -i 's/"llvm": "[0-9.]*"/"llvm": "21.1.0"/' %t/a/*/manifest.json
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=LLVM
// RUN: %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c
// RUN: sed -i 's/"schema": 3/"schema": 7/' %t/a/*/manifest.json
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=SCHEMA
// PRODUCER: error: '{{.*}}manifest.json' was made by 'offloadcc 99.9', but this is 'offloadcc {{[0-9.]+}}, ABI [[#]]'
// PRODUCER: note: run the device stage again: offloadcc --device-only
// LLVM: error: '{{.*}}manifest.json' was made with LLVM 21.1.0, but this is LLVM 22.
// SCHEMA: error: '{{.*}}manifest.json' has schema 7, but this offloadcc reads schema 3
