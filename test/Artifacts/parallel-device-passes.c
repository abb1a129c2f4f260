// Several device passes of one unit and of others at once: every unit is whole, and nothing else is left.
//
// RUN: rm -rf %t && mkdir %t && cp %S/Inputs/scale.c %t/x.c && cp %S/Inputs/scale.c %t/y.c
// RUN: printf '%%s\n' %t/x.c %t/y.c %t/x.c %t/y.c %t/x.c | xargs -n1 -P5 %offloadcc --device-only --offload-artifacts=%t/a --offload-arch=x86-64
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -c %t/x.c -o %t/x.o
// RUN: %offloadcc --host-only --offload-artifacts=%t/a -c %t/y.c -o %t/y.o
// RUN: ls -A %t/a | FileCheck %s
// CHECK: {{^}}x.c-{{[0-9a-f]{16}$}}
// CHECK-NEXT: {{^}}y.c-{{[0-9a-f]{16}$}}
// CHECK-NOT: {{.}}
