// RUN: not %offloadcc --offload-report -c %S/Inputs/plain.c -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-report=json -c %S/Inputs/plain.c -o %t.o 2>&1 | FileCheck %s
// CHECK: offloadcc: error: '--offload-report{{.*}}' is not available in this version
