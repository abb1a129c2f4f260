// A file where the directory should be: both passes say so, and it is left alone.
//
// RUN: rm -rf %t && mkdir %t && echo mine > %t/a
// RUN: not %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64 %S/Inputs/scale.c 2>&1 | FileCheck %s --check-prefix=DEVICE
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: grep mine %t/a
// DEVICE: error: {{.*}}'{{.*}}/a'{{.*}}: Not a directory
// HOST: error: '{{.*}}/a' in '--offload-artifacts={{.*}}/a' is not a directory
