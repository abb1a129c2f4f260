// An offload_out array of which the kernel visibly writes only a part: a warning, once for all targets,
// at every level of optimisation.
// RUN: %offloadcc -c -O2 --offload-arch=x86-64,sm_90 %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c -O0 --offload-arch=x86-64,gfx90a %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c -O0 --offload-arch=none %s -o %t.o 2>&1 | FileCheck %s
// RUN: %offloadcc -c --offload-arch=x86-64 -Wno-offload-out-unwritten -Werror %s -o %t.o 2>&1 | count 0
#include <offload.h>

#define ID offload_global_id(0)

// CHECK: parameter 'r' of kernel 'one' is marked offload_out, but the kernel writes no more than 1 of its elements: the other elements are undefined after the launch; remove offload_out, or write every element [-Woffload-out-unwritten]
offload_kernel void one(int n, int k, offload_out double r[n][n]) {
    r[k][k] = 1;
}

// CHECK: parameter 'b' of kernel 'interior' is {{.*}}never writes its first element
offload_kernel void interior(int n, const double a[n], offload_out double b[n]) {
    int i = (int)ID;
    if (i >= 1 && i < n - 1)
        b[i] = a[i - 1] + a[i + 1];
}

// CHECK: 'y' of kernel 'frame' {{.*}} first
offload_kernel void frame(size_t h, size_t w, offload_out float y[h][w]) {
    size_t row = offload_global_id(1);
    if (row == 0 || ID == 0 || row + 1 >= h || ID + 1 >= w)
        return;
    y[row][ID] = 1;
}

// CHECK: 'y' of kernel 'shifted' {{.*}} first
offload_kernel void shifted(size_t n, offload_out float y[n + 1]) {
    if (ID < n)
        y[ID + 1] = 1;
}

// CHECK: 'y' of kernel 'loop_from_1' {{.*}} first
offload_kernel void loop_from_1(size_t n, size_t m, offload_out float y[n][m]) {
    if (ID < n)
        for (size_t k = 1; k < m; k++)
            y[ID][k] = 1;
}

// CHECK: 'y' of kernel 'loops_of_an_interior' {{.*}} first
offload_kernel void loops_of_an_interior(int n, offload_out float y[n][n][n]) {
    int i = (int)ID;
    if (i > 0 && i < n - 1)
        for (int j = 1; j < n - 1; j++)
            for (int k = 0; k < n; k++)
                y[i][j][k] = 1;
}

// CHECK: 'y' of kernel 'but_the_last' {{.*}} last
offload_kernel void but_the_last(size_t n, const float x[n], offload_out float y[n]) {
    if (ID + 1 < n)
        y[ID] = x[ID + 1];
}

// CHECK: 'y' of kernel 'returns_at_the_last' {{.*}} last
offload_kernel void returns_at_the_last(int n, offload_out float y[n]) {
    int i = (int)ID;
    if (i >= n - 1)
        return;
    y[i] = 1;
}

// CHECK: 'y' of kernel 'shared_out' {{.*}} first
offload_kernel void shared_out(size_t n, offload_out float y[n]) {
    offload_for (i, n)
        if (i > 0)
            y[i] = 1;
}

// CHECK: 'y' of kernel 'only_the_last' {{.*}} first
offload_kernel void only_the_last(int n, const float x[n], offload_out float y[n]) {
    int i = (int)ID;
    if (i == n - 1)
        y[i] = x[0];
}

// CHECK: 'y' of kernel 'one_row' {{.*}} last
offload_kernel void one_row(size_t n, offload_out float y[n][32]) {
    if (ID < 32)
        y[0][ID] = 1;
}

// A size that is one thread's own is no array's part.
offload_kernel void total(int n, const float x[n], offload_out float y[1]) {
    if ((int)ID == n - 1)
        y[0] = x[n - 1];
}

// CHECK: 'y' of kernel 'every_second' {{.*}} one in 2 of its elements
offload_kernel void every_second(size_t n, offload_out float y[n]) {
    if (2 * ID < n)
        y[2 * ID] = 1;
}

// CHECK: 'y' of kernel 'loop_by_3' {{.*}} one in 3 of its elements
offload_kernel void loop_by_3(offload_out float y[300]) {
    for (int k = 1; k < 300; k += 3)
        y[k] = 1;
}

// CHECK: 'y' of kernel 'two' {{.*}} no more than 2 of its elements
offload_kernel void two(offload_out int y[3]) {
    y[0] = 1;
    y[2] = 2;
}
// CHECK-NOT: warning
