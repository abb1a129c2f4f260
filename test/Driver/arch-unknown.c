// A name that is no processor's is an error that proposes the nearest ones, of those that go on where it ends if there are any;
// and what a processor's name carries must be what that processor has.
//
// DEFINE: %{compile} = not %offloadcc -c %S/Inputs/kernel.c -o %t.o
// RUN: %{compile} --offload-arch=sm_91 2>&1 | FileCheck %s
// RUN: %{compile} --offload-arch=sm_9 2>&1 | FileCheck --check-prefix=SHORT %s
// RUN: %{compile} --offload-arch=x86-64 --offload-arch=gfx9999 2>&1 | FileCheck --check-prefix=FAR %s
// RUN: not env OFFLOADCC_ARCH=gfx90b %offloadcc -c %S/Inputs/kernel.c -o %t.o 2>&1 | FileCheck --check-prefix=ENV %s
// RUN: %{compile} --offload-arch=gfx90a:xnack 2>&1 | FileCheck --check-prefix=FEATURE %s
// RUN: %{compile} --offload-arch=gfx90a:xnack+:sramecc+ 2>&1 | FileCheck --check-prefix=FEATURE %s
// RUN: %{compile} --offload-arch=gfx1100:xnack+ 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %{compile} --offload-arch=sm_90:xnack+ 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %{compile} --offload-arch= 2>&1 | FileCheck --check-prefix=EMPTY %s
// RUN: %{compile} --offload-arch=x86_64-all 2>&1 | FileCheck --check-prefix=LIST %s
// CHECK: offloadcc: error: unknown architecture 'sm_91' in '--offload-arch'; did you mean 'sm_61' or 'sm_90'?
// CHECK-NEXT: offloadcc: note: accepted are 'sm_NN' (NVIDIA), 'gfxNNN' (AMD), 'x86-64', 'native', 'all-major', 'all' and 'none'; '--offload-print-targets' lists them
// SHORT: error: unknown architecture 'sm_9' in '--offload-arch'; did you mean 'sm_90' or 'sm_90a'?
// FAR: error: unknown architecture 'gfx9999' in '--offload-arch'; did you mean 'gfx909'?
// ENV: error: unknown architecture 'gfx90b' in the environment variable OFFLOADCC_ARCH; did you mean 'gfx900', {{.*}}'gfx90a'
// FEATURE: error: invalid feature in 'gfx90a:xnack{{.*}}' (from '--offload-arch'): 'gfx90a' may be followed only by ':sramecc+' or ':sramecc-', then ':xnack+' or ':xnack-'
// NONE: error: invalid feature in '{{.*}}:xnack+' (from '--offload-arch'): '{{gfx1100|sm_90}}' has no features to choose from
// EMPTY: error: '--offload-arch=' needs a value, such as '--offload-arch=native'
// LIST: error: unknown architecture 'x86_64-all' in '--offload-arch'
