// -foffload-check: an AMD GPU's wave whose threads come to one barrier on two ways passes it twice, which is reported, once.
//
// DEFINE: %{compile} = %offloadcc -Wno-offload -foffload-check --offload-arch=gfx90a,gfx1100 %s -o %t
// RUN: %{compile} -O0 && not --crash %emulated_amd=gfx1100 %t 2>&1 | FileCheck %s
// RUN: %{compile} -O2 && not --crash %emulated_amd=gfx90a %t 2>&1 | FileCheck %s
#include <offload.h>

static void meet(void)
{
    offload_barrier();
}
// CHECK: ways.c:[[@LINE-2]]: ways: block: [0,0,0], thread: {{.*}}waits at this barrier, but thread: [{{[0-9]+}},0,0] has come to it on another way; all threads
// CHECK-NOT: waits at

offload_kernel void ways(int n, int x[n])
{
    int i = offload_global_id(0);
    if (x[i])
        meet();
    else
        meet();
    x[i] += 1;
    offload_barrier();
}

int main(void)
{
    int x[12] = {0, 1};
    offload(ways, .blocks = {1}, .block_size = {12})(12, x);
    return 0;
}
