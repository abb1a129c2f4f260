// RUN: not %offloadcc --offload-arch=sm_91 -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck %s
// RUN: not %offloadcc --offload-arch=x86-64 --offload-arch=gfx9999 -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=FAR %s
// RUN: not env OFFLOADCC_ARCH=gfx90b %offloadcc -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=ENV %s
// RUN: not %offloadcc --offload-arch=gfx90a:xnack -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=FEATURE %s
// RUN: not %offloadcc --offload-arch= -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=EMPTY %s
// CHECK: offloadcc: error: unknown architecture 'sm_91' in '--offload-arch'; did you mean 'sm_90'?
// CHECK-NEXT: offloadcc: note: accepted are 'sm_NN' (NVIDIA), 'gfxNNN' (AMD), 'x86-64', 'native' and 'none'; '--offload-print-targets' lists them
// FAR: error: unknown architecture 'gfx9999' in '--offload-arch'; did you mean 'gfx909'?
// ENV: error: unknown architecture 'gfx90b' in the environment variable OFFLOADCC_ARCH; did you mean 'gfx90
// FEATURE: error: unknown architecture 'gfx90a:xnack'
// EMPTY: error: '--offload-arch=' needs a value, such as '--offload-arch=native'
