// NVIDIA's driver gets formats that CUDA documents: z, j and t are l. Formats that it does not know bring snprintf into the kernel;
// others do not.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s && cat %t/*/sm_90.ptx > %t.plain
// RUN: FileCheck --check-prefix=PLAIN %s < %t.plain
// RUN: rm -rf %t && %offloadcc -O2 -DRICH --device-only --offload-arch=sm_90 --offload-artifacts=%t %s && cat %t/*/sm_90.ptx > %t.rich
// RUN: FileCheck --check-prefix=RICH %s < %t.rich
#include <offload.h>
#include <stdint.h>
#include <stdio.h>

offload_kernel void k(int n[1])
{
#ifdef RICH
    printf("%d%n", n[0], n);
#else
    printf("%zu %5jd %-td %% z %ld %.*f\n", sizeof *n, (intmax_t)n[0], &n[1] - n, 5L, 3, 1.5);
#endif
}
// The text "%lu %5ld %-ld %% z %ld %.*f\n".
// PLAIN: {37, 108, 117, 32, 37, 53, 108, 100, 32, 37, 45, 108, 100, 32, 37, 37, 32, 122, 32, 37, 108, 100
// PLAIN-NOT: 45, 48, 88, 43, 48, 88
// What snprintf writes before hexadecimal numbers, "-0X+0X":
// RICH: {45, 48, 88, 43, 48, 88
