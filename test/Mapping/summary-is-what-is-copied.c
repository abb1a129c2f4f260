// What OFFLOADCC_REPORT=summary counts is what libomptarget's log has: bytes and copies, in both
// directions, of values, arrays that are narrowed or shared, structs with pointers, regions and
// updates.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=x86-64 %s -o %t
// RUN: env OFFLOADCC_REPORT=summary LIBOMPTARGET_INFO=32 %t > %t.log 2>&1
// RUN: %python %S/Inputs/compare-summary.py %t.log | FileCheck %s
// CHECK: {{^}}to device: [[BYTES:[1-9][0-9]*]] bytes in [[COPIES:[0-9]+]] copies, summary [[BYTES]] in [[COPIES]]
// CHECK: {{^}}from device: [[BACK:[1-9][0-9]*]] bytes in [[BACKS:[0-9]+]] copies, summary [[BACK]] in [[BACKS]]
//
// On the CPU nothing is copied; what else the variable may be is said.
// RUN: %offloadcc -O2 --offload-arch=none %s -o %t.cpu
// RUN: env OFFLOADCC_REPORT=summary %t.cpu 2>&1 | FileCheck --check-prefix=CPU %s
// RUN: env OFFLOADCC_REPORT=all %t.cpu 2>&1 | FileCheck --check-prefix=OTHER %s
// CPU: offloadcc: what was copied
// CPU-NEXT: to device copies from device copies
// CPU-NOT: {{.}}
// OTHER: offloadcc: warning: unknown value 'all' of OFFLOADCC_REPORT; expected 'summary'
#include <offload.h>

struct matrix {
    int rows, cols;
    float *data offload_count(rows * cols);
};
struct large {
    double values[200];
};

offload_kernel void copy(size_t n, const float x[n], float y[n])
{
    size_t i = offload_global_id(0);
    if (i < n)
        y[i] = x[i];
}

offload_kernel void add(size_t n, struct large large, const float x[n], float y[n],
                        offload_scratch float room[n])
{
    size_t i = offload_global_id(0);
    if (i < n && i % 2) {
        room[i] = x[i];
        y[i] += room[i] + (float)large.values[i % 200];
    }
}

offload_kernel void scale(struct matrix one, struct matrix list[2], float by)
{
    size_t i = offload_global_id(0);
    if (i < (size_t)one.rows * (size_t)one.cols)
        one.data[i] *= by;
    if (i < 4)
        list[1].data[i] = one.data[i];
}

int main(void)
{
    enum { N = 100 };
    static float x[N], y[N], room[N], part[4];
    struct large large = {{0}};
    struct matrix one = {10, 10, x}, list[2] = {{0, 0, 0}, {2, 2, part}};
    offload(copy, .threads = {N})(N, x, y);
    offload(copy, .threads = {N / 2})(N, x, y);
    offload(add, .threads = {N})(N, large, x, y, room);
    offload(add, .threads = {N})(N, large, y, y, room);
    offload(add, .threads = {N})(N / 2, large, y, y + N / 2, room);
    offload(scale, .threads = {N})(one, list, 2);
    offload_data(offload_to(x, N), offload_tofrom(y, N)) {
        for (int i = 0; i < 3; i++) {
            offload(add, .threads = {N})(N, large, x, y, room);
            offload(scale, .threads = {N})(one, list, 2);
        }
        offload_update_to(x + 10, 20);
        offload_update_from(y, 5);
        offload_data(offload_tofrom(x, N), offload_alloc(room, N))
            offload(add, .threads = {N})(N, large, x, y, room);
    }
    return 0;
}
