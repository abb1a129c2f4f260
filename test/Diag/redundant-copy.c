// What a launch had on the device, the next one sends there again. Host code between them may change
// it.
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -Woffload-redundant-copy -c %s -o %t.o 2>&1 | FileCheck --match-full-lines --implicit-check-not=warning: %s
// RUN: %offloadcc --offload-arch=none -fno-offload-resident -c %s -o %t.o 2>&1 | count 0
#include <offload.h>

offload_kernel void scale(size_t n, float by, float x[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        x[i] *= by;
}

offload_kernel void add(size_t n, const float x[n], const float y[n], offload_out float sum[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        sum[i] = x[i] + y[i];
}

void both(size_t n, float *x, float *y, float *sum)
{
    offload(scale, .threads = {n})(n, 2, x);
    offload(add, .threads = {n})(n, x, y, sum);
    offload(add, .threads = {n})(n, sum, sum, x);
}
// CHECK: {{.*}}redundant-copy.c:24:37: warning: 'x' is copied to the device again after the launch in line 23; put both launches into a block of offload_data(offload_tofrom(x, n)) to keep it there [-Woffload-redundant-copy]
// CHECK: {{.*}}redundant-copy.c:25:37: warning: 'sum' is copied to the device again after the launch in line 24; put both launches into a block of offload_data(offload_tofrom(sum, n)) to keep it there [-Woffload-redundant-copy]
// CHECK: {{.*}}redundant-copy.c:25:42: warning: 'sum' is copied to the device again {{.*}}

void with_the_host_between(size_t n, float *x)
{
    offload(scale, .threads = {n})(n, 2, x);
    x[0] = 1;
    offload(scale, .threads = {n})(n, 2, x);
}
