// A kernel's static shared memory is counted over all that it calls, and too much of it for a
// target is an error at the kernel that names the variables, the largest first.
//
// RUN: rm -rf %t && not %offloadcc -O2 --device-only --offload-arch=sm_90 --offload-artifacts=%t %s 2>&1 | FileCheck --check-prefix=NVIDIA %s
// RUN: not %offloadcc -O2 --device-only --offload-arch=gfx90a -DMORE=20000 --offload-artifacts=%t %s 2>&1 | FileCheck --check-prefix=AMD %s
// RUN: %offloadcc -O2 --device-only --offload-arch=gfx90a,gfx950 --offload-artifacts=%t %s
// RUN: %offloadcc -O2 --device-only --offload-arch=gfx950 -DMORE=20000 --offload-artifacts=%t %s
#include <offload.h>
#ifndef MORE
#define MORE 1
#endif

static float helper(int i, float x)
{
    offload_shared float rows[2000 + MORE];
    rows[i] = x;
    offload_barrier();
    return rows[i ^ 1];
}

offload_kernel void small(int n, float x[n])
{
    x[0] = helper(0, x[0]);
}

offload_kernel void large(int n, float x[n])
{
    offload_shared float tile[110][100];
    offload_shared int flag;
    int i = (int)offload_thread_id(0);
    tile[i][3] = x[i];
    if (i == n)
        flag = (int)x[0];
    offload_barrier();
    x[i] = tile[3][i] + flag + helper(i, x[i]);
}

offload_kernel void sums(int n, double x[n])
{
    offload_shared double all[6144];
    int i = (int)offload_thread_id(0);
    all[i] = x[i];
    offload_barrier();
    x[i] = offload_block_reduce_add(all[n - i]) + offload_block_reduce_max((float)x[i]);
}
// NVIDIA-NOT: error:
// NVIDIA: shared-limit.c:26:21: error: kernel 'large' has 52020 bytes of shared variables, but 'sm_90' has room for 49152; make them smaller
// NVIDIA: shared-limit.c:28: note: 'tile' takes 44000 bytes of it
// NVIDIA: shared-limit.c:15: note: 'rows' takes 8004 bytes of it
// NVIDIA: shared-limit.c:29: note: 'flag' takes 4 bytes of it
// NVIDIA: shared-limit.c:38:21: error: kernel 'sums' has 49552 bytes of shared variables, but 'sm_90' has room for 49152; make them smaller
// NVIDIA-NEXT: offload_kernel
// NVIDIA-NEXT: {{\^}}
// NVIDIA-NEXT: shared-limit.c:40: note: 'all' takes 49152 bytes of it
// NVIDIA-NEXT: offload_shared
// NVIDIA-NEXT: offloadcc: note: reductions over the block take 396 bytes of it
// AMD: shared-limit.c:21:21: error: kernel 'small' has 88000 bytes of shared variables, but 'gfx90a' has room for 65536; make them smaller
// AMD: shared-limit.c:15: note: 'rows' takes 88000 bytes of it
// AMD: shared-limit.c:26:21: error: kernel 'large' has 132004 bytes of shared variables, but 'gfx90a' has room for 65536; make them smaller
