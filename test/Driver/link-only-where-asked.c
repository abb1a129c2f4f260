// -r and -nostdlib links get no libraries from us; -shared ones do.
//
// RUN: %offloadcc -### -r %S/Inputs/kernel.c -o %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %offloadcc -### -nostdlib %S/Inputs/kernel.c -o %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %offloadcc -### -c %S/Inputs/kernel.c -o %t 2>&1 | FileCheck --check-prefix=NONE %s
// RUN: %offloadcc -### -shared -fPIC %S/Inputs/kernel.c -o %t 2>&1 | FileCheck --check-prefix=SOME %s
// NONE-NOT: offloadcc_rt
// SOME: offloadcc_rt.a" {{.*}}"-lomptarget"
