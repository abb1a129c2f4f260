// LLVM makes ldexp of pow(2, int) and its like. Vectors of it are compiled for processors that have
// vectors of 512 bits and prefer smaller ones, also where halves make the vectors long.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=skylake-avx512 --offload-arch=none -S %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -march=skylake-avx512 -ffast-math --offload-arch=none -S %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -march=sapphirerapids --offload-arch=none -S %s -o - | FileCheck %s
// RUN: %offloadcc -O2 -march=skylake-avx512 --offload-arch=x86-64 -c %s -o %t.o
// CHECK: vscalefps
#include <math.h>
#include <offload.h>

offload_kernel void power(int n, const _Float16 in[n], _Float16 out[n])
{
    offload_for (i, n)
        out[i] = (_Float16)powf(2, (float)(int)in[i]);
}

offload_kernel void exponential(int n, const _Float16 in[n], _Float16 out[n])
{
    offload_for (i, n)
        out[i] = (_Float16)exp2f((float)(int)in[i]);
}

offload_kernel void direct(int n, const _Float16 in[n], _Float16 out[n], const int exponents[n])
{
    offload_for (i, n)
        out[i] = (_Float16)ldexpf((float)in[i], exponents[i]);
}

offload_kernel void scaled(int n, const signed char in[n], double out[n])
{
    offload_for (i, n)
        out[i] = scalbn(1.5, in[i]);
}
