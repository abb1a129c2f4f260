// The host's front end serves the x86-64 device too, beside other devices, which list the files that
// are read. Where the options may make a difference to its code, the device has a front end of its
// own.
//
// RUN: %offloadcc -### -O2 --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: %offloadcc -### -O3 -std=c11 -Wall -DN=3 -MMD -fPIC --offload-arch=gfx90a,x86-64 -c %s 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: %offloadcc -### -O2 --offload-arch=x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O0 --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -g --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -fno-pic -no-pie --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -fopenmp --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -D_FORTIFY_SOURCE=2 --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -flto --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 -fsanitize=address --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=OWN %s
// RUN: %offloadcc -### -O2 --save-temps --offload-arch=sm_90,x86-64 -c %s 2>&1 | FileCheck --check-prefix=SHARED %s
// RUN: %offloadcc -### -O2 --device-only --offload-artifacts=%t --offload-arch=sm_90,x86-64 %s 2>&1 | FileCheck --check-prefix=OWN %s
// SHARED-NOT: device-x86_64.yaml
// SHARED: "device" {{.*}}"--arch=x86-64" {{.*}}host.fe.bc" "--extract"
// OWN-NOT: --extract
// OWN: device-x86_64.yaml
#include <offload.h>

offload_kernel void k(size_t n, float y[n])
{
    offload_for (i, n)
        y[i] += 1;
}
