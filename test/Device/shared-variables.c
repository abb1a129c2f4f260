// Shared variables are in shared memory, accessed as such, one for each function that has one of
// the name; a kernel gets those that it reaches.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck --check-prefix=PTX %s < %t/shared-variables.c-*/sm_80.ptx
// RUN: llvm-objdump -d %t/shared-variables.c-*/gfx90a.hsaco | FileCheck --check-prefix=CODE %s
// RUN: llvm-readelf --notes %t/shared-variables.c-*/gfx90a.hsaco | FileCheck --check-prefix=SIZE %s
#include <offload.h>

struct pair {
    int index;
    double value[3];
};

offload_kernel void first(int n, float x[n])
{
    offload_shared float tile[64];
    int i = (int)offload_thread_id(0);
    tile[i] = x[i];
    offload_barrier();
    x[i] = tile[63 - i];
}

static double helper(int i, double x)
{
    offload_shared struct pair tile;
    if (i == 0) {
        tile.index = 1;
        tile.value[1] = x;
    }
    offload_barrier();
    return tile.value[tile.index];
}

offload_kernel void second(int n, double x[n])
{
    offload_shared int tile[3];
    int i = (int)offload_thread_id(0);
    if (i < 3)
        tile[i] = (int)x[i];
    offload_barrier();
    x[i] = tile[2 - i] + helper(i, x[1]);
}
// PTX-LABEL: .entry first$(
// PTX: .shared .align 16 .b8 first_$_tile[256];
// PTX: st.shared.b32
// PTX: bar.sync
// PTX: ld.shared.b32
// PTX-LABEL: .entry second$(
// PTX-DAG: .shared .align 4 .b8 second_$_tile[12];
// PTX-DAG: .shared .align 16 .b8 helper_$_tile
// PTX: st.shared

// CODE-LABEL: <first$>:
// CODE: ds_write_b32
// CODE: s_barrier
// CODE: ds_read_b32
// CODE-NOT: flat_
// SIZE: .group_segment_fixed_size: 256
// SIZE-NEXT: .kernarg
// SIZE: .name: 'first$'
