// Each kind of memory has instructions of its own on AMD GPUs: mapped arrays are global memory, which is
// shown by flat_ instructions nowhere; shared variables are local memory (ds_), arguments are scalar
// loads, device variables and tables are global, and what leaves a thread's registers is scratch memory.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx1030,gfx1201 --offload-artifacts=%t %s
// DEFINE: %{arch} =
// DEFINE: %{check} = llvm-objdump -d --no-show-raw-insn --no-leading-addr %t/*/%{arch}.hsaco | FileCheck %s --implicit-check-not=flat_ --check-prefixes=
// REDEFINE: %{arch} = gfx90a
// RUN: %{check}CHECK,GFX9
// REDEFINE: %{arch} = gfx1030
// RUN: %{check}CHECK,GFX10
// REDEFINE: %{arch} = gfx1201
// RUN: %{check}CHECK,GFX12
#include <math.h>
#include <offload.h>

offload_global int calls;

// CHECK-LABEL: <values$>:
// CHECK: s_load_{{dword|b}}
// CHECK: global_store_{{dword|b32}}
offload_kernel void values(int a, float f, offload_out float y[1])
{
    y[0] = (float)a * f;
}

// CHECK-LABEL: <widths$>:
// GFX9-DAG: global_load_ubyte
// GFX9-DAG: global_load_ushort
// GFX9-DAG: global_load_dword{{ }}
// GFX9-DAG: global_load_dwordx2
// GFX9-DAG: global_store_byte
// GFX9-DAG: global_store_short
// GFX9-DAG: global_store_dword{{ }}
// GFX9-DAG: global_store_dwordx2
// GFX10-DAG: global_load_ubyte
// GFX10-DAG: global_store_dwordx2
// GFX12-DAG: global_load_{{(d16_)?}}u8
// GFX12-DAG: global_load_b32
// GFX12-DAG: global_load_b64
// GFX12-DAG: global_store_b8
// GFX12-DAG: global_store_b16
// GFX12-DAG: global_store_b32
// GFX12-DAG: global_store_b64
offload_kernel void widths(unsigned char a[256], unsigned short b[256], int c[256], double d[256])
{
    unsigned i = offload_thread_id(0);
    a[i] /= 3, b[i] /= 3, c[i] *= 3, d[i] *= 3;
}

// CHECK-LABEL: <reversed$>:
// CHECK: global_load_{{dword|b32}}
// CHECK: ds_{{write|store}}_b32
// CHECK: s_barrier
// CHECK: ds_{{read|load}}_b32
// CHECK: global_store_{{dword|b32}}
offload_kernel void reversed(float x[256])
{
    offload_shared float tile[256];
    unsigned i = offload_thread_id(0);
    tile[i] = x[i];
    offload_barrier();
    x[i] = tile[255 - i];
}

// CHECK-LABEL: <counts$>:
// CHECK: ds_add_u32
// CHECK: global_atomic_add
offload_kernel void counts(const unsigned char x[256], int bins[1])
{
    offload_shared int sum;
    if (offload_thread_id(0) == 0)
        sum = 0;
    offload_barrier();
    offload_atomic_add(&sum, x[offload_thread_id(0)]);
    offload_barrier();
    if (offload_thread_id(0) == 0)
        offload_atomic_add(bins, sum);
}

// CHECK-LABEL: <counted$>:
// CHECK: global_atomic_{{add|inc}}
offload_kernel void counted(void)
{
    offload_atomic_add(&calls, offload_thread_id(0) == 77);
}

// CHECK-LABEL: <spilled$>:
// CHECK: {{buffer|scratch}}_store_{{dword|b32|b128}}
// CHECK: {{buffer|scratch}}_load_{{dword|b32|b128}}
offload_kernel void spilled(const int x[256], offload_out int y[256])
{
    int own[256];
    unsigned i = offload_thread_id(0);
    for (int j = 0; j < 256; j++)
        own[x[j] & 255] = j;
    y[i] = own[x[i] & 255];
}

struct row {
    int n;
    float *data offload_count(n);
};

// What a struct's pointer leads to is mapped, too.
// CHECK-LABEL: <row_sum$>:
// CHECK: global_load_{{dword|b32}}
// CHECK: global_{{atomic_(add_f32|cmpswap)}}
offload_kernel void row_sum(struct row row, float sum[1])
{
    float s = 0;
    for (int i = (int)offload_thread_id(0); i < row.n; i += 32)
        s += row.data[i];
    offload_atomic_add(sum, s);
}
