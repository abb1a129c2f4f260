// RUN: not %offloadcc --offload-arch=none,sm_90 -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=x86-64 --offload-arch=none -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=native,none -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=none -### -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=NONE %s
// CHECK: error: 'none' and '{{.*}}' in '--offload-arch' cannot be combined; leave one of them out
// NONE-NOT: "device"
// NONE-NOT: "collect"
// NONE: "host"
