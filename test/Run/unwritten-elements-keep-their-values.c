// Whatever a kernel leaves of an array, and whatever the launch is, has its old values afterwards:
// with a device as without. The kernels are those that nearly write an array whole, and those that
// do if the launch is large enough.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 --offload-arch=none -I%S/../Usage %s -lm -o %t.none
// RUN: %t.none > %t.expected
// RUN: %offloadcc -O2 --offload-arch=x86-64 -I%S/../Usage %s -lm -o %t.device
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t.device > %t.found
// RUN: diff %t.expected %t.found
// RUN: %offloadcc -O0 --offload-arch=x86-64 -I%S/../Usage %s -lm -o %t.device
// RUN: env OMP_TARGET_OFFLOAD=MANDATORY %t.device > %t.found
// RUN: diff %t.expected %t.found
// RUN: FileCheck %s < %t.expected
#include "not-written-whole.c"
#include "written-whole.c"

#include <stdio.h>
#include <stdlib.h>

enum { SIZE = 4096 };
static float x[SIZE], y[SIZE];

static void set(void) {
    for (int i = 0; i < SIZE; i++) {
        x[i] = (float)(i % 5 - 2);
        y[i] = (float)(i + 1);
    }
}

static unsigned hash(const void *data, size_t bytes) {
    unsigned value = 2166136261;
    for (size_t i = 0; i < bytes; i++)
        value = (value ^ ((const unsigned char *)data)[i]) * 16777619;
    return value;
}

#define SHOW(...)                                                                                  \
    (set(), __VA_ARGS__, printf("%s %08x %08x\n", #__VA_ARGS__, hash(x, sizeof x), hash(y, sizeof y)))

// Some grids: large enough for 100 elements, just so, too small, and one thread.
#define TRY(kernel, ...)                                                                           \
    (SHOW(offload(kernel, .threads = {200})(__VA_ARGS__)),                                         \
     SHOW(offload(kernel, .blocks = {10}, .block_size = {10})(__VA_ARGS__)),                       \
     SHOW(offload(kernel, .blocks = {9}, .block_size = {11})(__VA_ARGS__)),                        \
     SHOW(offload(kernel, .blocks = {3}, .block_size = {1})(__VA_ARGS__)),                         \
     SHOW(offload(kernel, .blocks = {4}, .block_size = {100})(__VA_ARGS__)), SHOW(kernel(__VA_ARGS__)))

// The same for 10 x 10.
#define TRY_2D(kernel, ...)                                                                        \
    (SHOW(offload(kernel, .threads = {32, 32})(__VA_ARGS__)),                                      \
     SHOW(offload(kernel, .blocks = {2, 5}, .block_size = {5, 2})(__VA_ARGS__)),                   \
     SHOW(offload(kernel, .blocks = {3, 3}, .block_size = {3, 4})(__VA_ARGS__)),                   \
     SHOW(offload(kernel, .blocks = {4, 3}, .block_size = {3, 3})(__VA_ARGS__)),                   \
     SHOW(offload(kernel, .threads = {100})(__VA_ARGS__)), SHOW(kernel(__VA_ARGS__)))

static void try_what_is_left(void) {
    TRY(strided, 100, y);
    TRY(smaller_guard, 100, y);
    TRY(another_guard, 100, 50, y);
    TRY(guard_from_below, 100, y);
    TRY(odd_only, 100, y);
    TRY(by_data, 100, x, y);
    TRY(early_return, 100, 3, y);
    TRY(shifted, 100, y);
    TRY(narrower, 100, y);
    TRY(first_quarter, 100, y);
    TRY(one_member, 100, (struct pair *)y);
    TRY(bit_field, 100, (struct bits *)y);
    TRY(wraps_at_256, 300, y);
    TRY(index_wraps, 100, y);
    TRY(by_thread_in_block, 100, y);
    TRY(of_two_blocks, 100, y);
    TRY(diagonal, 10, (float(*)[10])y);
    TRY(one_column, 10, 10, (float(*)[10])y);
    TRY_2D(upper_triangle, 10, (float(*)[10])y);
    TRY_2D(inner_of_a_frame, 10, 10, (float(*)[10])y);
    TRY_2D(other_width, 10, 10, 11, y);
    TRY_2D(other_width, 10, 10, 10, y);
    TRY(loop_from_1, 10, 10, (float(*)[10])y);
    TRY(loop_by_2, 10, 10, (float(*)[10])y);
    TRY(loop_to_less, 10, 10, 5, (float(*)[10])y);
    TRY(loop_with_break, 10, 10, (float(*)[10])y);
    TRY(loop_with_continue, 10, 10, (float(*)[10])y);
    TRY(loop_with_return, 10, 10, (float(*)[10])y);
    TRY(loop_behind_a_loop_that_returns, 20, 20, (float(*)[20])y);
    TRY(loop_changes_its_counter, 10, 10, (float(*)[10])y);
    TRY(loop_around_a_condition, 10, 10, (float(*)[10])y);
    TRY(stride_too_long, 1000, y);
    TRY(stride_of_a_block, 1000, y);
    TRY(stride_of_another_dimension, 1000, y);
    TRY(stride_behind_a_guard, 1000, 5, y);
    TRY(for_with_continue, 1000, y);
    TRY(for_to_less, 1000, 500, y);
    TRY(for_by_halves, 1000, y);
    TRY(accumulated, 100, y);
    TRY(on_one_way, 100, 0, y);
    TRY(atomically, 100, (int *)y);
    TRY(exchanged, 100, (int *)y);
    TRY(kept_in_a_variable, 100, y);
    TRY(by_pointer_table, 100, 1, x, y);
    TRY(either, 100, 0, x, y);
    TRY(by_assembly, 100, y);
}

static void try_whole(void) {
    TRY(guarded, 100, y);
    TRY(with_a_return, 100, (double *)x, (double *)y);
    TRY(of_a_constant, y);
    TRY(by_hand, 100, y);
    TRY_2D(two_dimensions, 10, 10, (float(*)[10])y);
    TRY_2D(transposed, 10, 10, (float(*)[10])y);
    TRY_2D(by_a_product, 10, 10, y);
    TRY_2D(by_a_product, -10, -10, y); // 100 elements, none of which is written
    TRY_2D(three_dimensions, 1, 10, 10, (float(*)[10][10])y);
    TRY_2D(three_dimensions, 2, 5, 10, (float(*)[5][10])y);
    TRY(one_more, 99, (int *)y);
    TRY(inner_loop, 10, 10, (float(*)[10])y);
    TRY(inner_loops, 10, 2, 5, (float(*)[2][5])y);
    TRY(by_columns, 10, 10, (float(*)[10])y);
    TRY(by_one_thread, 100, y);
    TRY(shared_out, 1000, y);
    TRY(shared_out_rows, 30, 10, (float(*)[10])y);
    TRY(stride, 1000, y);
    TRY(stride_by_hand, 1000, y);
    TRY_2D(stride_in_y, 30, 10, (float(*)[10])y);
    TRY(both_members, 100, (struct point *)y);
    TRY(whole_struct, 100, (struct point *)x, (struct point *)y);
    TRY(cleared, 100, (float(*)[4])y);
    TRY(two_for_each, 100, (float(*)[2])y);
    TRY(on_all_ways, 100, x, y);
    TRY(read_again, 100, 10, x, y);
    TRY(in_a_function, 100, y);
    TRY(with_barriers, 100, x, y);
    TRY(of_blocks, 10, 100, x, y);
    TRY(stride_of_blocks, 30, 100, x, y);
    TRY(block_stride_of_threads, 1000, y);
    TRY(one_result, 100, x, y);
    TRY_2D(of_a_struct, (struct shape){10, 10, 3}, (float(*)[10])y);
    TRY_2D(of_a_small_struct, (struct small){10, 10}, (float(*)[10])y);
}

// An array for several parameters is what it was where none of them writes it.
static void try_aliases(void) {
    TRY(whole_struct, 100, (struct point *)y, (struct point *)y);
    TRY(whole_struct, 100, (struct point *)x, (struct point *)x);
    TRY(either, 100, 1, y, y);
    TRY(on_all_ways, 100, y, y);
}

offload_kernel void beside(size_t n, size_t m, float whole[n], float unused[m]) {
    if (ID < n)
        whole[ID] = 1;
}

offload_kernel void into_the_middle(size_t n, size_t m, const float from[n], float whole[m]) {
    if (ID < m)
        whole[ID] = from[ID];
}

offload_kernel void two_of_one(size_t n, float whole[n], float part[n]) {
    if (ID < n)
        whole[ID] = 1;
    if (ID == 7)
        part[ID] = 2;
}

static void try_parts(void) {
    TRY(beside, 100, 200, y, y);
    TRY(beside, 100, 200, y + 10, y);
    TRY(beside, 200, 100, y, y + 10);
    TRY(into_the_middle, 200, 100, y, y);
    TRY(into_the_middle, 200, 100, y, y + 100);
    TRY(two_of_one, 100, y, y);
}

int main(void) {
    try_what_is_left();
    try_whole();
    try_aliases();
    try_parts();
    // CHECK: two_of_one
    return 0;
}
