// -foffload-check: where a shared array is accessed by a pointer, the index is found in the address space of the pointer.
//
// DEFINE: %{emulate} = %python -B %S/../../scripts/emulate --build=%build
// DEFINE: %{compile} = %offloadcc -foffload-check --offload-arch=gfx90a,gfx1100,sm_80 %s -o %t
// RUN: %{compile} -O0 && %emulated_amd=gfx90a %t && %{emulate} --gpu=sm_80 %t
// RUN: %{compile} -O2 && %emulated_amd=gfx1100 %t && %{emulate} --gpu=sm_80 %t
// RUN: not --crash %emulated_amd=gfx1100 %t beyond 2>&1 | FileCheck %s
// CHECK: set: block: [0,0,0], thread: [3,0,0] {{.*}}index 8 is outside of shared variable 'tile' in kernel 'rows', which has 8 elements
#include <offload.h>

struct pair {
    int first, second[2];
};

static void set(int *at, int step, int value)
{
    at[step] = value;
}

static int sum(const int *at, const int *end)
{
    int all = 0;
    while (at < end)
        all += *at++;
    return all;
}

offload_kernel void rows(int n, int step, int y[n])
{
    offload_shared int tile[2][4];
    offload_shared struct pair pairs[4];
    int t = (int)offload_thread_id(0);
    set(tile[1], t + step, 1);
    struct pair *own = &pairs[t];
    own->second[1] = 1;
    offload_barrier();
    y[t] = sum(tile[1], tile[1] + 4) + own->second[1];
}

int main(int argc, char **argv)
{
    enum { N = 4 };
    int y[N];
    (void)argv;
    offload(rows, .threads = {N}, .block_size = {N})(N, argc - 1, y);
    return y[0] != 5 || y[N - 1] != 5;
}
