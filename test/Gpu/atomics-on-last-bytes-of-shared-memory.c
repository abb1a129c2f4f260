// Atomics on 1 and 2 bytes exchange the 4 bytes around them. These are all of one shared variable, or of the block's
// dynamic shared memory, which GPUs have in words.
//
// DEFINE: %{emulate} = %python -B %S/../../scripts/emulate --build=%build
// DEFINE: %{compile} = %offloadcc --offload-arch=gfx90a,gfx1100,sm_80 %s -o %t
// RUN: %{compile} -O0 && %emulated_amd=gfx90a %t && %emulated_amd=gfx1100 %t && %{emulate} --gpu=sm_80 %t
// RUN: %{compile} -O2 && %emulated_amd=gfx90a %t && %emulated_amd=gfx1100 %t && %{emulate} --gpu=sm_80 %t
// RUN: rm -rf %t.d && %offloadcc -O2 -S --offload-arch=sm_80 --device-only --offload-artifacts=%t.d %s
// RUN: cat %t.d/*/sm_80.ptx | FileCheck %s
// CHECK-DAG: .shared .align 4 .b8 {{.*}}halves{{.*}}[8];
// CHECK-DAG: .shared .align 4 .b8 {{.*}}pair{{.*}}[4];
// CHECK-DAG: .shared .align 4 .b8 {{.*}}bytes{{.*}}[8];
#include <offload.h>

offload_kernel void of_halves(int sums[1])
{
    offload_shared _Float16 halves[3];
    size_t t = offload_thread_id(0);
    if (t < 3)
        halves[t] = 0;
    offload_barrier();
    offload_atomic_add(&halves[2], (_Float16)1);
    offload_barrier();
    sums[0] = (int)halves[2];
}

offload_kernel void of_pair(int sums[1])
{
    offload_shared short pair[2];
    size_t t = offload_thread_id(0);
    if (t < 2)
        pair[t] = 0;
    offload_barrier();
    offload_atomic_add(&pair[t % 2], (short)2);
    offload_barrier();
    sums[0] = pair[1];
}

offload_kernel void of_bytes(int sums[1])
{
    offload_shared _Atomic unsigned char bytes[5];
    size_t t = offload_thread_id(0);
    bytes[t] = 0;
    offload_barrier();
    bytes[4]++;
    offload_barrier();
    sums[0] = bytes[4];
}

offload_kernel void of_dynamic(int sums[2])
{
    short *dynamic = (short *)offload_dynamic_shared();
    size_t t = offload_thread_id(0);
    if (t < 3)
        dynamic[t] = 0;
    offload_barrier();
    offload_atomic_add(&dynamic[1], (short)t);
    offload_atomic_max(&dynamic[2], (short)t);
    offload_barrier();
    sums[0] = dynamic[1];
    sums[1] = dynamic[2];
}

int main(void)
{
    int halves[1], pair[1], bytes[1], dynamic[2];
    offload(of_halves, .blocks = {1}, .block_size = {5})(halves);
    offload(of_pair, .blocks = {1}, .block_size = {5})(pair);
    offload(of_bytes, .blocks = {1}, .block_size = {5})(bytes);
    offload(of_dynamic, .blocks = {1}, .block_size = {5}, .shared_bytes = 3 * sizeof(short))(dynamic);
    if (dynamic[0] != 10 || dynamic[1] != 4)
        return 2;
    return halves[0] != 5 || pair[0] != 4 || bytes[0] != 5;
}
