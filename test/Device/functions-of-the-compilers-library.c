// What compilers call functions of their own library for (compiler-rt, libgcc) compiles for GPUs, which have none, at every
// level. Images for the CPU have the functions that libgcc may lack, if they call any.
//
// RUN: rm -rf %t* && %offloadcc -O2 -DPOWERS --device-only --offload-arch=gfx90a,gfx1100,gfx1201,sm_62,sm_70,sm_90,x86-64 --offload-artifacts=%t %s
// RUN: %offloadcc -O0 -DPOWERS --device-only --offload-arch=gfx90a,gfx1100,gfx1201,sm_62,sm_70,sm_90,x86-64 --offload-artifacts=%t.0 %s
// RUN: %offloadcc -O2 -ffast-math -frounding-math -DPOWERS --device-only --offload-arch=gfx90a,sm_90,x86-64 --offload-artifacts=%t.1 %s
// RUN: %offloadcc -O2 -DOTHERS --device-only --offload-arch=x86-64 --offload-artifacts=%t.2 %s
// RUN: llvm-nm %t/*/gfx90a.hsaco | FileCheck --check-prefix=GPU --implicit-check-not=" U " %s
// RUN: llvm-nm %t/*/x86-64.so | FileCheck --check-prefix=CPU %s
// RUN: llvm-nm %t.2/*/x86-64.so | FileCheck --check-prefix=WITHOUT --implicit-check-not=bf2 %s
// GPU: convert$.kd
// CPU: t __truncdfbf2
// CPU: t __truncsfbf2
// WITHOUT: others
#include <offload.h>

#ifdef POWERS
typedef __int128 pair __attribute__((vector_size(32)));
typedef double doubles __attribute__((vector_size(16)));
offload_kernel void convert(size_t n, __int128 x[n], double y[n], float z[n], _Float16 h[n], __bf16 b[n])
{
    size_t i = offload_global_id(0);
    y[i] += (double)x[i] + __builtin_powi(y[i], (int)i) + (double)(unsigned _BitInt(77))i;
    z[i] += (float)(unsigned __int128)x[i] + __builtin_powif(z[i], (int)i);
    x[i] = (__int128)y[i] + (__int128)(unsigned __int128)z[i] + (__int128)h[i] + (__int128)b[i];
    h[i] = (_Float16)x[i];
    b[i] = (__bf16)x[i];
    doubles d = __builtin_convertvector((pair){x[i], x[0]}, doubles);
    pair p = __builtin_convertvector(d, pair);
    x[0] = p[0] / x[1] + p[1] % x[2];
    y[0] = d[1];
    b[1] = (__bf16)y[1];
    b[2] = (__bf16)z[1];
    h[1] = (_Float16)y[1];
    _Complex _Float16 c;
    __real__ c = h[3];
    __imag__ c = h[4];
    c = c * c / (c + (_Float16)1);
    h[2] = __real__ c;
}
#else
offload_kernel void others(size_t n, float z[n])
{
    z[offload_global_id(0)] *= 2;
}
#endif
