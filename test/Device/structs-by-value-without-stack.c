// A struct that goes to a kernel by value is read where it is on the device: it takes no stack of
// a thread's, however it is indexed, unless the kernel changes its copy.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only -S --offload-arch=sm_90,gfx90a,gfx1100 --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/*/sm_90.ptx
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx90a.s
// RUN: FileCheck --check-prefix=AMD %s < %t/*/gfx1100.s
#include <offload.h>

struct table {
    int count;
    float values[32];
};

// PTX-LABEL: .entry lookup
// PTX-NOT: .local
// PTX: ld.global.nc.b32
// PTX: ret;
// AMD: .amdhsa_kernel lookup$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size 0
offload_kernel void lookup(size_t n, struct table table, float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = table.values[i % 32];
}

// A small one, which functions get in registers.
struct pair {
    float values[4];
};
// PTX-LABEL: .entry choose
// PTX-NOT: .local
// PTX: ret;
// AMD: .amdhsa_kernel choose$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size 0
static float chosen(struct pair pair, size_t i)
{
    return pair.values[i % 4];
}
offload_kernel void choose(size_t n, struct pair pair, float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = chosen(pair, i) + chosen(pair, i / 2);
}

// The pointer is the device's, an argument of its own; the rest is the struct's.
struct row {
    size_t n;
    float *data offload_count(n);
    float factors[8];
};
// PTX-LABEL: .entry scale
// PTX-NOT: .local
// PTX: ld.param.b64 [[data:%rd[0-9]+]], [scale$_param_1]
// PTX: ret;
// AMD: .amdhsa_kernel scale$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size 0
offload_kernel void scale(struct row row)
{
    size_t i = offload_global_id(0);
    if (i < row.n)
        row.data[i] *= row.factors[i % 8];
}

// This one writes to its copy.
// PTX-LABEL: .entry change
// PTX: .local
// PTX: st.local
// PTX: ld.local
// AMD: .amdhsa_kernel change$
// AMD-NEXT: .amdhsa_group_segment_fixed_size 0
// AMD-NEXT: .amdhsa_private_segment_fixed_size {{[1-9]}}
offload_kernel void change(size_t n, struct table table, float y[n])
{
    size_t i = offload_global_id(0);
    table.values[i % 32] = 1;
    if (i < n)
        y[i] = table.values[i / 2 % 32];
}

// And this one has parts of it in other places.
struct halves {
    float first[16], second[16];
};
// PTX-LABEL: .entry swapped
// PTX: .local
// PTX: ld.local
offload_kernel void swapped(size_t n, struct halves halves, float y[n])
{
    struct halves other;
    __builtin_memcpy(other.first, halves.second, sizeof other.first);
    __builtin_memcpy(other.second, halves.first, sizeof other.second);
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = ((float *)&other)[i % 32];
}
