// Without --offload-artifacts, one command leaves nothing but its output.
//
// RUN: rm -rf %t && mkdir -p %t/tmp %t/out
// RUN: cd %t/out && env TMPDIR=%t/tmp %offloadcc --offload-arch=x86-64 -c %S/Inputs/scale.c -o x.o
// RUN: ls -A %t/tmp %t/out | FileCheck %s
// CHECK: {{/out:$}}
// CHECK-NEXT: {{^x.o$}}
// CHECK-EMPTY:
// CHECK-NEXT: {{/tmp:$}}
// CHECK-NOT: {{.}}
