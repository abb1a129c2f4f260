// A directory that does not exist is named, with the command that makes it.
//
// RUN: rm -rf %t && mkdir %t
// RUN: not %offloadcc --host-only --offload-artifacts=%t/a -c %S/Inputs/scale.c -o %t/x.o 2>&1 | FileCheck %s
// RUN: not ls %t/x.o
// CHECK: error: kernel artifact directory '{{.*}}/a' does not exist; make the artifacts with 'offloadcc --device-only --offload-artifacts={{.*}}/a {{.*}}scale.c'
