// A report names the line of the access, although LLVM would join accesses of a block's threads.
//
// RUN: %offloadcc -O2 -g -fsanitize=address --offload-arch=none %s -o %t
// RUN: not %t write 2>&1 | FileCheck --check-prefix=WRITE %s
// RUN: not %t either 2>&1 | FileCheck --check-prefix=EITHER %s
// RUN: not %t pointer 2>&1 | FileCheck --check-prefix=POINTER %s
#include <offload.h>
#include <string.h>

offload_kernel void write(int n, int x[n], int o)
{
    x[n + o] = 1; // WRITE: #0 {{.*}} in write {{.*}}lines.c:[[#@LINE]]
}

offload_kernel void pointer(offload_device_ptr int *x, int o)
{
    x[o] = 1; // POINTER: #0 {{.*}} in pointer {{.*}}lines.c:[[#@LINE]]
}

offload_kernel void either(int n, const float x[n], float y[n], int o)
{
    unsigned t = offload_thread_id(0);
    offload_shared float north[64];
    north[t] = x[(int)t + o]; // EITHER: #0 {{.*}} in either {{.*}}lines.c:[[#@LINE]]
    if (offload_block_id(0) == 0)
        north[t] = x[t];
    offload_barrier();
    float here = x[t];
    y[t] = north[t] - here;
}

int main(int argc, char **argv)
{
    enum { N = 64 };
    int x[N];
    float in[N] = {0}, out[N];
    const char *what = argc > 1 ? argv[1] : "";
    int *there = offload_malloc(N * sizeof *there);
    if (strcmp(what, "write") == 0)
        offload(write, .blocks = {1}, .block_size = {N})(N, x, 0);
    if (strcmp(what, "pointer") == 0)
        offload(pointer, .blocks = {1}, .block_size = {N})(there, N);
    if (strcmp(what, "either") == 0)
        offload(either, .blocks = {1}, .block_size = {N})(N, in, out, -1);
    offload_free(there);
}
