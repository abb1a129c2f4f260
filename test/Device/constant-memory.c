// offload_constant: constant memory on NVIDIA GPUs, scalar loads on AMD GPUs. No store makes kernels load it again; what
// differs between threads is a vector load on AMD GPUs. Const variables are in constant memory too, and with `static` have
// no symbol.
//
// RUN: rm -rf %t && mkdir %t
// RUN: %offloadcc -O2 -S --offload-arch=sm_90,gfx90a --device-only --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/constant-memory*/sm_90.ptx
// RUN: grep -o 'ld.const.b32' %t/constant-memory*/sm_90.ptx | count 5
// RUN: FileCheck --check-prefix=AMD %s < %t/constant-memory*/gfx90a.s
#include <offload.h>
offload_constant float weight[4];
static offload_constant const int table[3] = {7, 8, 9};
static float at(const float *p, int i) {
    return p[i];
}

offload_kernel void filter(size_t n, const float in[n], float out[n]) {
    size_t i = offload_global_id(0) * 3;
    if (i + 7 >= n)
        return;
    for (int o = 0; o < 3; o++) {
        float sum = 0;
        for (int j = 0; j < 4; j++)
            sum += at(weight, j) * in[i + o + j];
        out[i + o] = sum;
    }
    out[i + 3] = (float)table[i / 3 % 3];
}
// PTX-DAG: .visible .const .align 4 .b8 weight$[16];
// PTX-DAG: .const .align 4 .b8 table[12] = {7, 0, 0, 0, 8, 0, 0, 0, 9};
// AMD: weight$@rel32
// AMD: s_load_dwordx4
// AMD-NOT: weight$@rel32
// AMD: s_endpgm
// AMD: weight$,@object
