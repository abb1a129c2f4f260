// With OFFLOADCC_CHECK=1, elements of an offload_out array that a kernel leaves unwritten are reported,
// on devices and on the CPU, and without code for it: they come back with what the device had there. It
// is a warning, once for each parameter.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -Wno-offload --offload-arch=none %s -o %t
// RUN: env OFFLOADCC_CHECK=1 %t > %t.out 2>&1
// RUN: FileCheck --input-file=%t.out %s
// RUN: %t 2>&1 | FileCheck --check-prefix=SILENT %s
// RUN: %offloadcc -O2 -Wno-offload --offload-arch=x86-64 %s -o %t.image
// RUN: env OFFLOADCC_CHECK=1 OMP_TARGET_OFFLOAD=mandatory %t.image > %t.image.out 2>&1
// RUN: FileCheck --input-file=%t.image.out %s
// RUN: %offloadcc -O2 -Wno-offload -fno-offload-resident --offload-arch=x86-64 %s -o %t.apart
// RUN: env OFFLOADCC_CHECK=1 %t.apart > %t.apart.out 2>&1
// RUN: FileCheck --input-file=%t.apart.out %s
//
// SILENT-NOT: warning
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void all_but_last(size_t n, offload_out float out[n])
{
    size_t i = offload_global_id(0);
    if (i + 1 < n)
        out[i] = (float)i;
}
// CHECK: [[@LINE-6]]: offloadcc: warning: kernel 'all_but_last': it has not written 1 of the 1000 elements of 'out'
// CHECK-SAME: the first is element 999; write every element, or remove offload_out

// Elements of one byte, of which a few together are needed to be sure.
offload_kernel void gaps(size_t n, offload_out unsigned char out[n])
{
    size_t i = offload_global_id(0);
    if (i < n && (i % 16 < 4 || i % 16 > 9))
        out[i] = 0;
}
// CHECK: [[@LINE-6]]: {{.*}}kernel 'gaps': it has not written 376 of the 1000 elements of 'out'
// CHECK-SAME: the first is element 4;

// Several dimensions.
offload_kernel void sides(size_t n, offload_out double out[n][3])
{
    size_t i = offload_global_id(0);
    if (i < n)
        out[i][0] = out[i][2] = 1;
}
// CHECK: [[@LINE-6]]: {{.*}}kernel 'sides': it has not written 8000 of the 24000 bytes of 'out'
// CHECK-SAME: the first is byte 8;

// Not written at all.
offload_kernel void nothing(size_t n, offload_out int out[n])
{
    if (n == 7)
        out[offload_global_id(0)] = 1;
}
// CHECK: [[@LINE-5]]: {{.*}}kernel 'nothing': it has not written 1000 of the 1000 elements of 'out'

// Whole, but for the padding of its elements; or with values like those that it is filled with.
struct padded {
    char c;
    double d;
};
offload_kernel void whole(size_t n, offload_out struct padded a[n], offload_out unsigned b[n],
                          offload_out unsigned char c[n])
{
    size_t i = offload_global_id(0);
    if (i >= n)
        return;
    a[i].c = 1;
    a[i].d = 2;
    b[i] = 0x7ff40000 + (unsigned)i;
    c[i] = i % 2 ? 0x7f : 0xf4;
}
// CHECK-NOT: 'whole'

// The same array for another parameter: it is copied there too.
offload_kernel void beside(size_t n, const float in[n], offload_out float out[n])
{
    size_t i = offload_global_id(0);
    if (i < n / 2)
        out[i] = in[i] + 1;
}
// CHECK-NOT: 'beside'

int main(void)
{
    size_t n = 1000;
    float *f = calloc(n, sizeof *f);
    unsigned char *bytes = malloc(n);
    double(*rows)[3] = malloc(n * sizeof *rows);
    int *numbers = malloc(n * sizeof *numbers);
    struct padded *structs = malloc(n * sizeof *structs);
    for (int turn = 0; turn < 2; turn++) {
        offload(all_but_last, .threads = {n})(n, f);
        offload(gaps, .threads = {n})(n, bytes);
        offload(sides, .threads = {n})(n, rows);
        offload(nothing, .threads = {n})(n, numbers);
        // CHECK: [[@LINE-1]]: offloadcc: note: the launch is here
    }
    offload(whole, .threads = {n})(n, structs, (unsigned *)numbers, bytes);
    offload(beside, .threads = {n})(n, f, f);
    printf("%g %d %g %d\n", f[3], bytes[3], rows[4][0], numbers[4] - 0x7ff40000);
    // CHECK: 4 127 1 4
    // SILENT: 4 127 1 4
}
