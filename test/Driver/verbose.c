// -v shows the commands as they run.
//
// RUN: %offloadcc -v --offload-arch=x86-64 -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// CHECK: offloadcc-scan" "scan"
// CHECK: clang version 22
// CHECK-DAG: "-cc1" {{.*}}host.yaml
// CHECK-DAG: offloadcc-cc1" "device"
// CHECK: offloadcc-cc1" "host"
// CHECK: "-x" "ir"
