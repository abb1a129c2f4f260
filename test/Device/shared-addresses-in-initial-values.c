// Automatic arrays and structs may begin with addresses of shared variables, which no constant of a
// device can hold.
//
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
// RUN: rm -rf %t && %offloadcc -O0 --device-only --offload-arch=sm_80,gfx90a --offload-artifacts=%t %s
// RUN: FileCheck %s < %t/*/sm_80.ptx
#include <offload.h>

#pragma pack(push, 1)
struct view {
    char tag;
    float *row;
    const int *indices[2];
};
#pragma pack(pop)

static float sum(struct view view, int i)
{
    return view.row[i] + (float)(view.tag + *view.indices[i & 1]);
}

offload_kernel void k(int n, float x[n])
{
    offload_shared float a[32], b[32];
    offload_shared int c[4];
    float *rows[2] = {a, b + 3};
    struct view view = {'v', &a[4], {c, c + 1}}, views[3] = {[1] = {'w', &b[4], {c, c + 2}}};
    int i = (int)offload_thread_id(0) & 15;
    a[i] = x[i];
    b[i] = x[i + 1];
    c[i & 3] = i;
    offload_barrier();
    x[i] = rows[i & 1][i] + view.row[2] + *view.indices[n & 1] + views[1].row[1];
    x[i] += sum(views[n % 3], i) + sum((struct view){'u', b, {c + n % 4, c}}, i);
}
// CHECK: cvta.shared.u64
