// What a region copies back, or only makes room for, needs no value before, so clang does not warn that it has none. What
// is copied to the device does.
//
// RUN: %offloadcc -Wall -Wextra --offload-arch=x86-64 -c %s -o %t.o 2>&1 | FileCheck %s
//
// CHECK-NOT: warning
// CHECK: [[#@LINE+15]]:{{.*}}: warning: variable 'missing' is uninitialized
// CHECK-NOT: warning: {{.*}} is
#include <offload.h>

offload_kernel void count(size_t n, const int x[n], int result[1], int room[1]) {
    offload_for (i, n)
        if (x[i] == 0) {
            *room = 1;
            *result = *room;
        }
}

int first_zero(size_t n, const int *x) {
    int result, room, missing;
    offload_data(offload_from(&result, 1), offload_alloc(&room, 1), offload_to(x, n))
        offload_data(offload_to(&missing, 1))
            offload(count)(n, x, &result, &room);
    return result;
}
