// OFFLOADCC_ARCH stands for --offload-arch where there is none.
//
// RUN: env OFFLOADCC_ARCH=gfx942,x86-64 %offloadcc -### -c %S/Inputs/kernel.c 2>&1 | FileCheck %s
// RUN: env OFFLOADCC_ARCH=gfx942 %offloadcc --offload-arch=x86-64 -### -c %S/Inputs/kernel.c 2>&1 | FileCheck --check-prefix=OPTION %s
// CHECK: "--arch=gfx942" "--arch=x86-64" "--warning=no-offload-copy-in-loop" "--warning=no-offload-redundant-copy" "--"
// OPTION-NOT: gfx942
// OPTION: "--arch=x86-64" "--warning=no-offload-copy-in-loop" "--warning=no-offload-redundant-copy" "--"
