// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
offload_kernel void k(int n, float x[n])
{
    offload_shared float tile[16];
    tile[0] = x[0];
}

// CHECK: {{^(.*/)?}}variable-shared-is-for-later.c:5:26: error: kernel 'k' uses shared variable 'tile'; shared variables are not supported yet
// CHECK-NOT: {{(error|note):}}
