// RUN: not %offloadcc --offload-arch=none -c %s -o %t.o 2>&1 | FileCheck %s
#include <offload.h>
struct shape {
    int width[2];
};
offload_kernel void k(int i, const int n[1], struct shape s, const struct shape p[1], float x[n[0]], float y[*n], float z[p->width[1]],
                      float w[s.width[i]])
{
    (void)x, (void)y, (void)z, (void)w;
}

// CHECK: {{^(.*/)?}}bound-reads-memory.c:6:95: error: bound of parameter 'x' of kernel 'k' reads memory through a pointer; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-reads-memory.c:6:110: error: bound of parameter 'y' of kernel 'k' reads memory through a pointer; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-reads-memory.c:6:126: error: bound of parameter 'z' of kernel 'k' reads memory through a pointer; a bound is an integer expression over earlier parameters and constants
// CHECK: {{^(.*/)?}}bound-reads-memory.c:7:31: error: bound of parameter 'w' of kernel 'k' has an index that is not a constant within the array; a bound is an integer expression over earlier parameters and constants
// CHECK-NOT: {{(error|note):}}
