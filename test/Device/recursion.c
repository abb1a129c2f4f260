// Functions of device code may call themselves, take structs by value and have tables of their own.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx906,gfx90a,gfx1100 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/*/sm_80.ptx
// RUN: llvm-readelf --symbols --notes %t/*/gfx906.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-readelf --symbols --notes %t/*/gfx90a.hsaco | FileCheck --check-prefix=AMD %s
// RUN: llvm-readelf --symbols --notes %t/*/gfx1100.hsaco | FileCheck --check-prefix=AMD %s
#include <offload.h>

struct state {
    int depth;
    double sums[9];
};

static const double weights[5] = {3, 1, 4, 1, 5};

static double walk(struct state state, const double *x)
{
    static const int strides[] = {7, 3, 11, 5};
    offload_shared double bias[64];
    bias[offload_thread_id(0) % 64] = x[state.depth];
    offload_barrier();
    state.sums[state.depth % 9] += weights[state.depth % 5] * x[strides[state.depth & 3]];
    if (state.depth-- == 0)
        return state.sums[3] + bias[(int)x[2] & 63];
    return walk(state, x + 1) + walk(state, x + 2);
}

offload_kernel void tree(int n, double x[n])
{
    struct state state = {n % 10, {x[0]}};
    x[0] = walk(state, x);
}
// PTX: .func (.param .b64 func_retval0) walk
// AMD-NOT: GLOBAL {{.*}} UND
// AMD: tree$.kd
// AMD: .group_segment_fixed_size: 512
// AMD: .uses_dynamic_stack: true
