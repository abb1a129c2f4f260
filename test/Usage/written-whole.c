// Kernels that write an array whole, and what a launch needs for that.
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90:
// RUN: %offloadcc -O0 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90:
#include <offload.h>
#include <math.h>
#include <string.h>

#define ID offload_global_id(0)

// CHECK: guarded.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void guarded(size_t n, float y[n]) {
    if (ID < n)
        y[ID] = 1;
}

// CHECK: with_a_return.y: writes; whole: bytes 8 * n, threads x n
offload_kernel void with_a_return(int n, const double x[n], double y[n]) {
    int i = (int)ID;
    if (i >= n)
        return;
    y[i] = x[i];
}

// CHECK: larger_guard.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void larger_guard(size_t n, float y[n]) {
    if (ID <= n)
        y[ID] = 1;
}

// CHECK: without_a_guard.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void without_a_guard(size_t n, float y[n]) {
    y[ID] = 1;
}

// CHECK: of_a_constant.y: writes; whole: bytes 64, threads x 16
offload_kernel void of_a_constant(float y[16]) {
    if (ID < 16)
        y[ID] = 1;
}

// CHECK: by_hand.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void by_hand(int n, float y[n]) {
    int i = (int)(offload_block_id(0) * offload_block_size(0) + offload_thread_id(0));
    if (i < n)
        y[i] = 1;
}

// CHECK: two_dimensions.y: writes; whole: bytes 4 * h * w, threads x w, threads y h
offload_kernel void two_dimensions(int h, int w, float y[h][w]) {
    int row = (int)offload_global_id(1), column = (int)ID;
    if (row < h && column < w)
        y[row][column] = 1;
}

// CHECK: transposed.y: writes; whole: bytes 4 * h * w, threads x h, threads y w
offload_kernel void transposed(size_t h, size_t w, float y[h][w]) {
    if (offload_global_id(1) >= w || ID >= h)
        return;
    y[ID][offload_global_id(1)] = 1;
}

// CHECK: by_a_product.y: writes; whole: bytes 4 * h * w, threads x w, threads y h
offload_kernel void by_a_product(int h, int w, float y[h * w]) {
    int row = (int)offload_global_id(1), column = (int)ID;
    if (column < w)
        if (row < h)
            y[row * w + column] = 1;
}

// CHECK: three_dimensions.y: writes; whole: bytes 4 * a * b * c, threads x c, threads y b, threads z a
offload_kernel void three_dimensions(size_t a, size_t b, size_t c, float y[a][b][c]) {
    size_t z = offload_global_id(2), row = offload_global_id(1);
    if (z < a && row < b && ID < c)
        y[z][row][ID] = 1;
}

// CHECK: one_more.y: writes; whole: bytes 4 + 4 * n, threads x 1 + n
offload_kernel void one_more(size_t n, int y[n + 1]) {
    if (ID <= n)
        y[ID] = 1;
}

// CHECK: inner_loop.y: writes; whole: bytes 4 * m * n, threads x n
offload_kernel void inner_loop(size_t n, int m, float y[n][m]) {
    if (ID < n)
        for (int k = 0; k < m; k++)
            y[ID][k] = 1;
}

// CHECK: inner_loops.y: writes; whole: bytes 4 * a * b * n, threads x n
offload_kernel void inner_loops(size_t n, int a, int b, float y[n][a][b]) {
    if (ID < n)
        for (int j = 0; j < a; j++)
            for (int k = 0; k < b; k++)
                y[ID][j][k] = 1;
}

// CHECK: by_columns.y: writes; whole: bytes 4 * h * w, threads x w
offload_kernel void by_columns(size_t h, size_t w, float y[h][w]) {
    if (ID < w)
        for (size_t row = 0; row < h; row++)
            y[row][ID] = 1;
}

// CHECK: by_one_thread.y: writes; whole: bytes 4 * n
offload_kernel void by_one_thread(size_t n, float y[n]) {
    if (ID == 0)
        for (size_t i = 0; i < n; i++)
            y[i] = 1;
}

// CHECK: shared_out.y: writes; whole: bytes 4 * n
offload_kernel void shared_out(size_t n, float y[n]) {
    offload_for (i, n)
        y[i] = 1;
}

// CHECK: shared_out_rows.y: writes; whole: bytes 4 * h * w
offload_kernel void shared_out_rows(int h, int w, float y[h][w]) {
    offload_for (row, h)
        for (int column = 0; column < w; column++)
            y[row][column] = 1;
}

// CHECK: stride.y: writes; whole: bytes 4 * n
offload_kernel void stride(size_t n, float y[n]) {
    for (size_t i = ID; i < n; i += offload_global_size(0))
        y[i] = 1;
}

// CHECK: stride_by_hand.y: writes; whole: bytes 4 * n
offload_kernel void stride_by_hand(int n, float y[n]) {
    for (int i = (int)ID; i < n; i += (int)(offload_block_count(0) * offload_block_size(0)))
        y[i] = 1;
}

// CHECK: stride_in_y.y: writes; whole: bytes 4 * h * w, threads x w
offload_kernel void stride_in_y(size_t h, size_t w, float y[h][w]) {
    if (ID < w)
        for (size_t row = offload_global_id(1); row < h; row += offload_global_size(1))
            y[row][ID] = 1;
}

struct point {
    float a, b;
};
// CHECK: both_members.y: writes; whole: bytes 8 * n, threads x n
offload_kernel void both_members(size_t n, struct point y[n]) {
    if (ID < n) {
        y[ID].b = 1;
        y[ID].a = 2;
    }
}

// CHECK: whole_struct.y: writes; whole: bytes 8 * n, threads x n
offload_kernel void whole_struct(size_t n, const struct point x[n], struct point y[n]) {
    if (ID < n)
        y[ID] = x[ID];
}

// CHECK: cleared.y: writes; whole: bytes 16 * n, threads x n
offload_kernel void cleared(size_t n, float y[n][4]) {
    if (ID < n)
        memset(y[ID], 0, sizeof y[ID]);
}

// CHECK: two_for_each.y: writes; whole: bytes 8 * n, threads x n
offload_kernel void two_for_each(size_t n, float y[n][2]) {
    if (ID < n) {
        y[ID][0] = 1;
        y[ID][1] = 2;
    }
}

// CHECK: on_all_ways.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void on_all_ways(size_t n, const float x[n], float y[n]) {
    if (ID >= n)
        return;
    if (x[ID] > 0)
        y[ID] = 1;
    else
        y[ID] = sqrtf(-x[ID]);
}

// CHECK: read_again.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void read_again(size_t n, size_t m, const float x[m], float y[n]) {
    if (ID >= n)
        return;
    y[ID] = 0;
    for (size_t k = 0; k < m; k++)
        y[ID] += x[k];
}

// CHECK: or_stopped.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void or_stopped(size_t n, const float x[n], float y[n]) {
    if (ID < n) {
        if (x[ID] < 0)
            __builtin_trap();
        y[ID] = 1;
    }
}

static void put(float *place, float value) {
    *place = value;
}
// CHECK: in_a_function.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void in_a_function(size_t n, float y[n]) {
    if (ID < n)
        put(y + ID, 1);
}

// CHECK: with_barriers.y: writes; whole: bytes 4 * n, threads x n
offload_kernel void with_barriers(size_t n, const float x[n], float y[n]) {
    offload_shared float tile[256];
    tile[offload_thread_id(0)] = ID < n ? x[ID] : 0;
    offload_barrier();
    if (ID < n)
        y[ID] = tile[offload_block_size(0) - 1 - offload_thread_id(0)];
}

// CHECK: of_blocks.y: writes; whole: blocks x blocks, bytes 4 * blocks
offload_kernel void of_blocks(size_t blocks, size_t n, const float x[n], float y[blocks]) {
    float sum = offload_block_reduce_add(ID < n ? x[ID] : 0);
    if (offload_thread_id(0) == 0)
        y[offload_block_id(0)] = sum;
}

// CHECK: stride_of_blocks.y: writes; whole: bytes 4 * rows
offload_kernel void stride_of_blocks(size_t rows, size_t n, const float x[n], float y[rows]) {
    for (size_t row = offload_block_id(0); row < rows; row += offload_block_count(0)) {
        float sum = 0;
        for (size_t i = offload_thread_id(0); i < n; i += offload_block_size(0))
            sum += x[i] * (float)row;
        sum = offload_block_reduce_add(sum);
        if (offload_thread_id(0) == 0)
            y[row] = sum;
    }
}

// CHECK: one_result.y: writes; whole: bytes 4
offload_kernel void one_result(size_t n, const float x[n], float y[1]) {
    if (ID == 0)
        *y = x[n - 1];
}

struct shape {
    size_t h, w;
    float value;
};
// CHECK: of_a_struct.y: writes; whole: bytes 4 * s@0 * s@8, threads x s@8, threads y s@0
offload_kernel void of_a_struct(struct shape s, float y[s.h][s.w]) {
    if (offload_global_id(1) < s.h && ID < s.w)
        y[offload_global_id(1)][ID] = s.value;
}

struct small {
    int h, w;
};
// CHECK: of_a_small_struct.y: writes; whole: bytes 4 * s@0 * s@4, threads x s@4, threads y s@0
offload_kernel void of_a_small_struct(struct small s, float y[s.h][s.w]) {
    int row = (int)offload_global_id(1), column = (int)ID;
    if (row < s.h && column < s.w)
        y[row][column] = 1;
}

struct counted {
    size_t n;
    const float *data offload_count(n);
};
// CHECK: of_a_struct_shared_out.y: writes; whole: bytes 4 * in@0
offload_kernel void of_a_struct_shared_out(struct counted in, float y[in.n]) {
    offload_for (i, in.n)
        y[i] = in.data[i];
}

// CHECK: product_shared_out.y: writes; whole: bytes 8 * n
offload_kernel void product_shared_out(size_t n, float y[2 * n]) {
    offload_for (i, 2 * n)
        y[i] = 1;
}

// CHECK: counting_down.y: writes; whole: bytes 8 * m * n, threads x n
offload_kernel void counting_down(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m - 1; j >= 0; j--)
            y[i][j] = j;
}

// CHECK: counting_down_unsigned.y: writes; whole: bytes 4 * m * n, threads x n
offload_kernel void counting_down_unsigned(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t j = m; j-- > 0;)
            y[ID][j] = 1;
}

// CHECK: counting_down_from_a_number.y: writes; whole: bytes 64
offload_kernel void counting_down_from_a_number(float y[16]) {
    for (int j = 15; j >= 0; j--)
        y[j] = 1;
}

// CHECK: constant_dimension.y: writes; whole: bytes 800, threads x 100, value -100 + n
offload_kernel void constant_dimension(int n, double y[100]) {
    int i = (int)ID;
    if (i < n)
        y[i] = 1;
}

// CHECK: constant_dimensions.y: writes; whole: bytes 1600, threads x 10, value -10 + n, value -20 + m
offload_kernel void constant_dimensions(int n, int m, double y[10][20]) {
    int i = (int)ID;
    if (i < n)
        for (int j = 0; j < m; j++)
            y[i][j] = 1;
}

struct in {
    int pad, n;
};
// CHECK: bound_in_a_struct.y: writes; whole: bytes 8 * in@4, threads x in@4
offload_kernel void bound_in_a_struct(struct in in, double y[in.n]) {
    int i = (int)ID;
    if (i < in.n)
        y[i] = 1;
}

// CHECK: accumulates.y: writes; whole: bytes 8 * n, threads x n
offload_kernel void accumulates(int n, const double x[n][n], double y[n]) {
    int i = (int)ID;
    if (i >= n)
        return;
    y[i] = 0;
    for (int j = 0; j < n; j++)
        y[i] += x[i][j];
    y[i] /= n;
}
