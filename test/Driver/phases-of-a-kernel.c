// -ccc-print-phases lists the jobs, what each waits for and what it makes.
//
// RUN: %offloadcc -ccc-print-phases -c %S/Inputs/kernel.c --offload-arch=x86-64 -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -ccc-print-phases -c %S/Inputs/plain.c 2>&1 | FileCheck --check-prefix=PLAIN %s
// CHECK: 0: host front end ({{.*}}kernel.c) -> "host.fe.bc"
// CHECK-NEXT: 1: device front end ({{.*}}kernel.c, x86-64) -> "x86-64.fe.bc"
// CHECK-NEXT: 2: device compiler ({{.*}}, x86-64), {{[{]}}1{{[}]}}
// CHECK-NEXT: 3: 'ld.bfd' ({{.*}}, x86-64), {{[{]}}2{{[}]}} -> "x86-64.so"
// CHECK-NEXT: 4: kernel artifacts ({{.*}}), {{[{]}}3{{[}]}}
// CHECK-NEXT: 5: host compiler ({{.*}}), {{[{]}}0, 4{{[}]}} -> "host.bc"
// CHECK-NEXT: 6: host back end ({{.*}}), {{[{]}}5{{[}]}} -> "{{.*}}.o"
// PLAIN: 0: input, "{{.*}}plain.c", c
