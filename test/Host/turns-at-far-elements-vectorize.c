// Threads that take turns at an array go through it together, also where they access elements that
// are far from their neighbours': the elements of a thread's own next turn are farther away.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O3 --offload-arch=none -c -Rpass-missed=offload %s -o %t.o 2>&1 | FileCheck --allow-empty %s
// RUN: %offloadcc -O3 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o - | FileCheck --check-prefix=WINDOW %s
// CHECK-NOT: remark
#include <offload.h>

#define TURNS(type) for (type i = (type)offload_global_id(0); i < n; i += (type)offload_global_size(0))

offload_kernel void gather(int n, const float x[n], float y[n], const int order[n])
{
    TURNS(int) y[i] = x[order[i]];
}

offload_kernel void scatter(long n, const float x[n], float y[n], const int order[n])
{
    TURNS(long) y[order[i]] = x[i];
}

offload_kernel void reverse(int n, const float x[n], float y[n])
{
    TURNS(int) y[i] = x[n - 1 - i];
}

offload_kernel void cases(int n, const float x[n], float y[n], const int which[n])
{
    TURNS(int) switch (which[i] & 3)
    {
    case 0: y[i] = x[i]; break;
    case 1: y[i] = -x[i]; break;
    case 2: y[i] = 2 * x[i]; break;
    default: y[i] = 0;
    }
}

// An int that is added to is a number of 64 bits in an address, and in a comparison.
// WINDOW-LABEL: define {{.*}}@__offloadcc_k_blocks_window(
// WINDOW: {{fmul|fmuladd}}{{.*}}<8 x float>
offload_kernel void window(int n, const float x[n], float y[n], const float weights[8])
{
    TURNS(int) {
        float sum = 0;
        if (i < n - 8)
            for (int k = 0; k < 8; k++)
                sum += x[i + k] * weights[k];
        y[i] = sum;
    }
}
