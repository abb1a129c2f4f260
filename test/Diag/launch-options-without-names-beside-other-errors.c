// Beside other errors, which clang reports, a note after clang's messages says how options are written.
//
// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>

offload_kernel void k(size_t n, float x[n])
{
    offload_for (i, n)
        x[i] = 1;
}

void launch(size_t n, float *x)
{
    offload(k, 10)(n, x);
    undeclared = 1;
}

// CHECK: :14:16: error: {{.*}}__offloadcc_options_are_named_such_as_threads_n_or_block_size_256
// CHECK: :15:5: error: use of undeclared identifier 'undeclared'
// CHECK: 2 errors generated.
// CHECK-NEXT: :14:5: note: the options of a launch have names; write .threads = {10}
// CHECK-NOT: {{(error|note):}}
