// An atomic operation on the last 2 bytes of a block's shared memory may be one on the 4 bytes around them.
//
// DEFINE: %{emulate} = %python -B %S/../../scripts/emulate --build=%build
// RUN: %offloadcc -O2 --offload-arch=gfx90a,gfx1100,sm_80 %s -o %t
// RUN: %emulated_amd=gfx90a %t && %emulated_amd=gfx1100 %t && %{emulate} --gpu=sm_80 %t
#include <offload.h>

offload_kernel void sums(int n, const short x[n], short sum[2])
{
    offload_shared short part[3];
    short *dynamic = (short *)offload_dynamic_shared();
    unsigned t = offload_thread_id(0);
    if (t == 0)
        part[2] = dynamic[2] = 0;
    offload_barrier();
    offload_atomic_add(&part[2], x[t]);
    offload_atomic_max(&dynamic[2], x[t]);
    offload_barrier();
    sum[0] = part[2];
    sum[1] = dynamic[2];
}

int main(void)
{
    short x[5] = {1, 2, 7, 4, 5}, sum[2];
    offload(sums, .threads = {5}, .block_size = {5}, .shared_bytes = 6)(5, x, sum);
    return sum[0] != 19 || sum[1] != 7;
}
