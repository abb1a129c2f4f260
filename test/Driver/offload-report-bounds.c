// Where the arguments that a bound uses are constants, the report has the launch's bytes, whatever
// the expression; where one is not, or the bound is no number with them, the expression alone.
// RUN: %offloadcc --offload-arch=none -c --offload-report %s -o %t.o | FileCheck %s
#include <offload.h>

enum color { NONE = -1, RED, GREEN = 7 };
struct grid {
    int nx, ny;
};

offload_kernel void paint(enum color c, unsigned short n, int m, char last, const float x[n][m],
                          const float product[c * n + m % 3], const float either[m > 5 ? n : last],
                          const float difference[m - 4]) {
}

offload_kernel void fill(struct grid grid, float cells[grid.nx * grid.ny]) {
}

void launches(float *a, int some) {
    const int five = 5;
    // CHECK: launch of 'paint': offload(paint)(GREEN, 65539,
    // CHECK:      x {{.*}} 60 bytes (4 * n * m)
    // CHECK-NEXT: product {{.*}} 92 bytes (4 * (c * n + m % 3))
    // CHECK-NEXT: either {{.*}} 4 bytes (4 * (m > 5 ? n : last))
    // CHECK-NEXT: difference {{.*}} 4 bytes (4 * (m - 4))
    offload(paint)(GREEN, 65539, five, 1, (const float (*)[five])a, a, a, a);
    // CHECK: launch of 'paint'
    // CHECK:      x {{.*}}  4 * n * m bytes
    // CHECK-NEXT: product {{.*}}  4 * (c * n + m % 3) bytes
    // CHECK-NEXT: either {{.*}} 4 * (m > 5 ? n : last) bytes
    offload(paint)(RED, 3, some, 1, (const float (*)[some])a, a, a, a);
    // Less than nothing, and more than an int.
    // CHECK: launch of 'paint'
    // CHECK:      product {{.*}}  4 * (c * n + m % 3) bytes
    // CHECK:      difference {{.*}}  4 * (m - 4) bytes
    offload(paint)((enum color)0x7fffffff, 3, 0, 1, (const float (*)[five])a, a, a, a);
    // CHECK: launch of 'fill'
    // CHECK:      cells {{.*}} 4 * (grid.nx * grid.ny) bytes
    offload(fill)((struct grid){2, 3}, a);
}
