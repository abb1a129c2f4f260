// On the CPU a kernel that goes beyond its dynamic shared memory is stopped where it does so: nothing of the program's is overwritten,
// neither the stack nor what the kernel keeps across barriers.
//
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: not --crash %t.cpu 128 | FileCheck --allow-empty %s
// RUN: not --crash %t.cpu 0 | FileCheck --allow-empty %s
// RUN: %t.cpu 1024 | FileCheck --check-prefix=ENOUGH %s
// RUN: %offloadcc -O0 --offload-arch=x86-64 %s -o %t.image
// RUN: not --crash %t.image 128 | FileCheck --allow-empty %s
// RUN: %t.image 1024 | FileCheck --check-prefix=ENOUGH %s
#include <offload.h>
#include <stdio.h>
#include <stdlib.h>

offload_kernel void k(int n, int x[n])
{
    int *s = offload_dynamic_shared();
    unsigned t = offload_thread_id(0);
    int kept = x[t] * 2;
    s[t] = x[t];
    offload_barrier();
    if (s[(t + 1) % 256] == 3)
        offload_barrier();
    x[t] = s[(t + 1) % 256] + kept;
}

int main(int argc, char **argv)
{
    int x[256];
    for (int i = 0; i < 256; i++)
        x[i] = i;
    offload(k, .blocks = {1}, .block_size = {256}, .shared_bytes = (size_t)atoi(argv[argc - 1]))(256, x);
    printf("went on: %d\n", x[255]);
}
// CHECK-NOT: went on
// ENOUGH: went on: 510
