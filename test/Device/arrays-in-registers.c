// A thread's own small arrays are in registers where their loops have a constant number of turns,
// also where one loop's is another's index: such loops are unrolled.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --implicit-check-not=.local %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
//
// At -O1 they are where they are: unrolling makes code larger.
// RUN: rm -rf %t && %offloadcc -O1 --device-only -S --offload-arch=sm_90 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=SMALL %s < %t/*/sm_90.ptx
#include <offload.h>

// CHECK: .entry products
// AMD: .amdhsa_kernel products$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size 0
// SMALL: .entry products
// SMALL: .local
offload_kernel void products(size_t n, const float a[8 * n], const float b[8 * n], float c[64])
{
    float sums[8][8] = {0};
    for (size_t k = 0; k < n; k++)
        for (int i = 0; i < 8; i++)
            for (int j = 0; j < 8; j++)
                sums[i][j] += a[8 * k + i] * b[8 * k + j];
    for (int i = 0; i < 8; i++)
        for (int j = 0; j < 8; j++)
            c[8 * i + j] = sums[i][j];
}

// CHECK: .entry sort
// AMD: .amdhsa_kernel sort$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size 0
offload_kernel void sort(size_t n, int x[16 * n])
{
    size_t me = offload_global_id(0);
    int v[16];
    for (int i = 0; i < 16; i++)
        v[i] = x[me * 16 + i];
    for (int i = 0; i < 16; i++)
        for (int j = 0; j < 15 - i; j++)
            if (v[j] > v[j + 1]) {
                int other = v[j];
                v[j] = v[j + 1];
                v[j + 1] = other;
            }
    for (int i = 0; i < 16; i++)
        x[me * 16 + i] = v[i];
}
