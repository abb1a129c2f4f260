// Warnings about unused arguments are those that clang gives, no more and no fewer.
//
// RUN: %offloadcc --offload-arch=x86-64 -c %S/Inputs/kernel.c -lm -Wl,-x -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc --offload-arch=x86-64 -Werror %S/Inputs/kernel.c -lm -Wl,-x -pthread -g -O2 -Wa,--noexecstack -o %t 2>&1 | count 0
// RUN: %offloadcc -Werror %t.o -lm -o %t 2>&1 | count 0
// RUN: not %offloadcc --offload-arch=x86-64 -Werror -c %S/Inputs/kernel.c -lm -o %t.o 2>&1 | FileCheck --check-prefix=ERROR %s
// CHECK: warning: -lm: 'linker' input unused
// CHECK-NEXT: warning: -Wl,-x: 'linker' input unused
// CHECK-NOT: warning
// ERROR: error: -lm: 'linker' input unused [-Werror,-Wunused-command-line-argument]
