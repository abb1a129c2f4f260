// Options without their names, as CUDA's <<<blocks, threads>>> has them: the type that clang names says how
// options are written.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(int n, float x[n])
{
    x[0] = 1;
}

void launch(int n, float *x)
{
    offload(k, 64, 256)(n, x);
    // CHECK: :[[#@LINE-1]]:16: error: {{.*}}__offloadcc_options_are_named_such_as_threads_n_or_block_size_256
}
