// Kernels on the CPU round long double and __float128 to __bf16 once, though no library of Debian's has functions for it.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t.program
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t.program | FileCheck %s
// RUN: env OMP_TARGET_OFFLOAD=DISABLED %t.program | FileCheck %s
// RUN: %offloadcc -O0 --offload-arch=none %s -o %t.program && %t.program | FileCheck %s
#include <offload.h>
#include <stdio.h>

offload_kernel void convert(int n, const double whole[n], const double rest[n], unsigned short out[n][2])
{
    size_t i = offload_global_id(0);
    if (i >= (size_t)n)
        return;
    out[i][0] = __builtin_bit_cast(unsigned short, (__bf16)((long double)whole[i] + rest[i]));
    out[i][1] = __builtin_bit_cast(unsigned short, (__bf16)((__float128)whole[i] + rest[i]));
}

int main(void)
{
    // Ties, with something beyond them that a float has no room for; the ends; NaN.
    static const double whole[] = {1, 0x1.01p0, 0x1.01p0, 0x1.01p0, 0x1.03p0, -0x1.01p100, 0x1p-133, 0x1p-134, 0x1p-134,
                                   0x1.ffp127, 0x1p127, 1e300, -1e-300, __builtin_inf(), __builtin_nan("")};
    static const double rest[] = {0, 0, 0x1p-60, -0x1p-60, 0, -0x1p40, 0, 0, 0x1p-190, -0x1p70, 0, 0, 0, 0, 0};
    enum { N = sizeof whole / sizeof *whole };
    unsigned short out[N][2];
    offload(convert, .threads = {N})(N, whole, rest, out);
    for (int i = 0; i < N; i++)
        printf("%04x %04x\n", out[i][0], out[i][1]);
}
// CHECK: 3f80 3f80
// CHECK-NEXT: 3f80 3f80
// CHECK-NEXT: 3f81 3f81
// CHECK-NEXT: 3f80 3f80
// CHECK-NEXT: 3f82 3f82
// CHECK-NEXT: f181 f181
// CHECK-NEXT: 0001 0001
// CHECK-NEXT: 0000 0000
// CHECK-NEXT: 0001 0001
// CHECK-NEXT: 7f7f 7f7f
// CHECK-NEXT: 7f00 7f00
// CHECK-NEXT: 7f80 7f80
// CHECK-NEXT: 8000 8000
// CHECK-NEXT: 7f80 7f80
// CHECK-NEXT: 7fc0 7fc0
