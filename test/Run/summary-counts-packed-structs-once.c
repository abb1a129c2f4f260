// Structs by value that libomptarget sends in one copy are one copy in the summary, too; large ones have copies of their own.
//
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -fno-offload-resident --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_REPORT=summary LIBOMPTARGET_INFO=32 %t > %t.log 2>&1
// RUN: grep -c "Copying data from host to device" %t.log | FileCheck --check-prefix=LOG %s
// RUN: FileCheck %s < %t.log
#include <offload.h>
struct pair { int a, b; };
struct large { char bytes[2000]; };

offload_kernel void k(struct pair s, struct large l, struct pair t, __int128 wide, float x[1])
{
    x[0] += (float)(s.a + l.bytes[0] + t.b + (int)wide);
}

int main(void)
{
    float x[1] = {0};
    struct pair p = {1, 2};
    struct large l = {{0}};
    offload(k, .threads = {1})(p, l, p, 4, x);
    offload(k, .threads = {1})(p, l, p, 4, x);
}
// Each launch: x, l, and one for the rest.
// LOG: {{^}}6{{$}}
// CHECK: 16        2                0        0  {{.*}}: k: s
// CHECK: 4000        2                0        0  {{.*}}: k: l
// CHECK: 16        0                0        0  {{.*}}: k: t
// CHECK: 32        0                0        0  {{.*}}: k: wide
// CHECK: 8        2                8        2  {{.*}}: k: x
