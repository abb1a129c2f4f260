// Kernels that nearly write an array whole: each is one step away from a proof.
// RUN: rm -rf %t && %offloadcc -O2 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90: --implicit-check-not=whole
// RUN: %offloadcc -O0 --device-only --offload-arch=x86-64,sm_90 --offload-artifacts=%t %s
// RUN: %python %S/Inputs/show.py %t | FileCheck %s --match-full-lines --implicit-check-not=sm_90: --implicit-check-not=whole
#include <offload.h>
#include <stdint.h>

#define ID offload_global_id(0)

// CHECK: strided.y: writes
offload_kernel void strided(size_t n, float y[n]) {
    if (2 * ID < n)
        y[2 * ID] = 1;
}

// CHECK: smaller_guard.y: writes
offload_kernel void smaller_guard(size_t n, float y[n]) {
    if (ID + 1 < n)
        y[ID] = 1;
}

// CHECK: another_guard.y: writes
offload_kernel void another_guard(size_t n, size_t m, float y[n]) {
    if (ID < n && ID < m)
        y[ID] = 1;
}

// CHECK: guard_from_below.y: writes
offload_kernel void guard_from_below(size_t n, float y[n]) {
    if (ID > 0 && ID < n)
        y[ID] = 1;
}

// CHECK: odd_only.y: writes
offload_kernel void odd_only(size_t n, float y[n]) {
    if (ID < n && (ID & 1))
        y[ID] = 1;
}

// CHECK: by_data.x: reads
// CHECK: by_data.y: writes
offload_kernel void by_data(size_t n, const float x[n], float y[n]) {
    if (ID < n && x[ID] > 0)
        y[ID] = 1;
}

// CHECK: early_return.y: writes
offload_kernel void early_return(size_t n, int stop, float y[n]) {
    if (stop == 3 || ID >= n)
        return;
    y[ID] = 1;
}

// CHECK: shifted.y: writes
offload_kernel void shifted(size_t n, float y[n + 1]) {
    if (ID < n)
        y[ID + 1] = 1;
}

// CHECK: backwards_of_less.y: writes
offload_kernel void backwards_of_less(size_t n, float y[n]) {
    if (ID < n)
        y[n - ID] = 1;
}

// CHECK: narrower.y: writes
offload_kernel void narrower(size_t n, float y[n]) {
    if (ID < n)
        *(uint16_t *)&y[ID] = 1;
}

// CHECK: first_quarter.y: writes
offload_kernel void first_quarter(size_t n, float y[n]) {
    if (ID < n)
        ((uint8_t *)y)[ID] = 1;
}

struct pair {
    float a, b;
};
// CHECK: one_member.y: writes
offload_kernel void one_member(size_t n, struct pair y[n]) {
    if (ID < n)
        y[ID].a = 1;
}

struct padded {
    char c;
    int i;
};
// CHECK: but_padding.y: writes
offload_kernel void but_padding(size_t n, struct padded y[n]) {
    if (ID < n) {
        y[ID].c = 1;
        y[ID].i = 1;
    }
}

struct bits {
    unsigned low : 20, high : 12;
};
// CHECK: bit_field.y: reads, writes
offload_kernel void bit_field(size_t n, struct bits y[n]) {
    if (ID < n)
        y[ID].low = 1;
}

// CHECK: wraps_at_256.y: writes
offload_kernel void wraps_at_256(size_t n, float y[n]) {
    unsigned char i = (unsigned char)ID;
    if (i < n)
        y[i] = 1;
}

// CHECK: wraps_at_2_32.y: writes
offload_kernel void wraps_at_2_32(size_t n, float y[n]) {
    unsigned i = (unsigned)ID;
    if (i < n)
        y[i] = 1;
}

// CHECK: index_wraps.y: writes
offload_kernel void index_wraps(unsigned n, float y[n]) {
    unsigned i = (unsigned)ID;
    if (i + 1 < n)
        y[i + 1] = 1;
}

// CHECK: by_thread_in_block.y: writes
offload_kernel void by_thread_in_block(size_t n, float y[n]) {
    if (offload_thread_id(0) < n)
        y[offload_thread_id(0)] = 1;
}

// CHECK: of_two_blocks.y: writes
offload_kernel void of_two_blocks(size_t n, float y[n]) {
    if (offload_block_id(0) < 2 && ID < n)
        y[ID] = 1;
}

// CHECK: diagonal.y: writes
offload_kernel void diagonal(size_t n, float y[n][n]) {
    if (ID < n)
        y[ID][ID] = 1;
}

// CHECK: one_column.y: writes
offload_kernel void one_column(size_t h, size_t w, float y[h][w]) {
    if (ID < h)
        y[ID][0] = 1;
}

// CHECK: upper_triangle.y: writes
offload_kernel void upper_triangle(size_t n, float y[n][n]) {
    size_t row = offload_global_id(1);
    if (row < n && ID < n && row <= ID)
        y[row][ID] = 1;
}

// CHECK: inner_of_a_frame.y: writes
offload_kernel void inner_of_a_frame(size_t h, size_t w, float y[h][w]) {
    size_t row = offload_global_id(1);
    if (row > 0 && row + 1 < h && ID > 0 && ID + 1 < w)
        y[row][ID] = 1;
}

// CHECK: other_width.y: writes
offload_kernel void other_width(size_t h, size_t w, size_t pitch, float y[h * pitch]) {
    size_t row = offload_global_id(1);
    if (row < h && ID < w)
        y[row * pitch + ID] = 1;
}

// CHECK: width_of_32_bits.y: writes
offload_kernel void width_of_32_bits(unsigned h, unsigned w, float y[h][w]) {
    unsigned row = (unsigned)offload_global_id(1), column = (unsigned)ID;
    if (row < h && column < w)
        (&y[0][0])[row * w + column] = 1; // wraps where h * w does
}

// CHECK: loop_from_1.y: writes
offload_kernel void loop_from_1(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 1; k < m; k++)
            y[ID][k] = 1;
}

// CHECK: loop_by_2.y: writes
offload_kernel void loop_by_2(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k += 2)
            y[ID][k] = 1;
}

// CHECK: loop_to_less.y: writes
offload_kernel void loop_to_less(size_t n, size_t m, size_t less, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m && k < less; k++)
            y[ID][k] = 1;
}

// CHECK: loop_with_break.y: writes
offload_kernel void loop_with_break(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k++) {
            y[ID][k] = 1;
            if (k == ID)
                break;
        }
}

// CHECK: loop_with_continue.y: writes
offload_kernel void loop_with_continue(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k++) {
            if (k == 7)
                continue;
            y[ID][k] = 1;
        }
}

// CHECK: loop_with_return.y: writes
offload_kernel void loop_with_return(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k++) {
            y[ID][k] = 1;
            if (k == 7)
                return;
        }
}

// CHECK: loop_behind_a_loop_that_returns.y: writes
offload_kernel void loop_behind_a_loop_that_returns(size_t n, size_t m, float y[n][m]) {
    if (ID >= n)
        return;
    for (size_t k = 0; k < m; k++)
        if (k * ID == 77)
            return;
    for (size_t k = 0; k < m; k++)
        y[ID][k] = 1;
}

// CHECK: loop_counter_of_8_bits.y: writes
offload_kernel void loop_counter_of_8_bits(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (unsigned char k = 0; k < (unsigned char)m; k++)
            y[ID][k] = 1;
}

// CHECK: loop_changes_its_counter.y: writes
offload_kernel void loop_changes_its_counter(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k++) {
            y[ID][k] = 1;
            k += k == 3;
        }
}

// CHECK: loop_around_a_condition.y: writes
offload_kernel void loop_around_a_condition(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t k = 0; k < m; k++)
            for (size_t j = 0; j < k; j++)
                y[ID][k] = 1; // not for k == 0
}

// CHECK: stride_too_long.y: writes
offload_kernel void stride_too_long(size_t n, float y[n]) {
    for (size_t i = ID; i < n; i += 2 * offload_global_size(0))
        y[i] = 1;
}

// CHECK: stride_of_a_block.y: writes
offload_kernel void stride_of_a_block(size_t n, float y[n]) {
    for (size_t i = ID; i < n; i += offload_block_size(0))
        if (i % 2)
            y[i] = 1;
}

// CHECK: stride_of_another_dimension.y: writes
offload_kernel void stride_of_another_dimension(size_t n, float y[n]) {
    for (size_t i = ID; i < n; i += offload_global_size(1))
        if (i % 3)
            y[i] = 1;
}

// CHECK: stride_from_a_byte.y: writes
offload_kernel void stride_from_a_byte(size_t n, float y[n]) {
    for (size_t i = (unsigned char)ID; i < n; i += offload_global_size(0))
        y[i] = 1;
}

// CHECK: stride_in_32_bits.y: writes
offload_kernel void stride_in_32_bits(size_t n, float y[n]) {
    for (size_t i = ID; i < n; i += (unsigned)(offload_block_count(0) * offload_block_size(0)))
        y[i] = 1; // the step may wrap
}

// CHECK: stride_behind_a_guard.y: writes
offload_kernel void stride_behind_a_guard(size_t n, size_t m, float y[n]) {
    if (ID < m)
        for (size_t i = ID; i < n; i += offload_global_size(0))
            y[i] = 1;
}

// CHECK: block_stride_of_threads.y: writes
offload_kernel void block_stride_of_threads(size_t n, float y[n]) {
    for (size_t i = offload_block_id(0); i < n; i += offload_global_size(0))
        y[i] = 1;
}

// CHECK: block_stride_not_of_the_first.y: writes
offload_kernel void block_stride_not_of_the_first(size_t n, float y[n]) {
    for (size_t i = offload_block_id(0); i < n; i += offload_block_count(0))
        if (offload_thread_id(0) == 1)
            y[i] = 1;
}

// CHECK: for_with_break.y: writes
offload_kernel void for_with_break(size_t n, float y[n]) {
    offload_for (i, n) {
        y[i] = 1;
        if (i == 5)
            break;
    }
}

// CHECK: for_with_continue.y: writes
offload_kernel void for_with_continue(size_t n, float y[n]) {
    offload_for (i, n) {
        if (i == 5)
            continue;
        y[i] = 1;
    }
}

// CHECK: for_to_less.y: writes
offload_kernel void for_to_less(size_t n, size_t m, float y[n]) {
    offload_for (i, m)
        if (i < n)
            y[i] = 1;
}

// CHECK: for_behind_a_return.y: writes
offload_kernel void for_behind_a_return(size_t n, float y[n]) {
    if (ID == 3)
        return;
    offload_for (i, n)
        y[i] = 1;
}

// CHECK: for_by_halves.y: writes
offload_kernel void for_by_halves(size_t n, float y[n]) {
    offload_for (i, n)
        y[i / 2] = 1;
}

// CHECK: for_in_a_guard.y: writes
offload_kernel void for_in_a_guard(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        offload_for (k, m)
            y[ID][k] = 1;
}

// CHECK: do_while.y: writes
offload_kernel void do_while(size_t n, size_t m, float y[n][m]) {
    size_t k = 0;
    if (ID < n)
        do
            y[ID][k] = 1;
        while (++k < m / 2);
}

// CHECK: accumulated.y: reads, writes
offload_kernel void accumulated(size_t n, float y[n]) {
    if (ID < n)
        y[ID] += 1;
}

// CHECK: of_a_neighbour.y: reads, writes
offload_kernel void of_a_neighbour(size_t n, float y[n]) {
    if (ID < n) {
        y[ID] = 1;
        y[ID] = y[ID + 1];
    }
}

// CHECK: on_one_way.y: reads, writes
offload_kernel void on_one_way(size_t n, int first, float y[n]) {
    if (ID < n) {
        if (first)
            y[ID] = 0;
        y[ID] += 1;
    }
}

// CHECK: atomically.y: reads, writes
offload_kernel void atomically(size_t n, int y[n]) {
    if (ID < n)
        offload_atomic_add(&y[ID], 1);
}

// CHECK: exchanged.y: reads, writes
offload_kernel void exchanged(size_t n, int y[n]) {
    if (ID < n)
        offload_atomic_exchange(&y[ID], 1);
}

// CHECK: through_an_integer.y: reads, writes
offload_kernel void through_an_integer(size_t n, float y[n]) {
    uintptr_t address = (uintptr_t)y;
    if (ID < n)
        *(float *)((address + 4 * ID) ^ 1) = 1;
}

offload_global float *kept;
// CHECK: kept_in_a_variable.y: reads, writes
offload_kernel void kept_in_a_variable(size_t n, float y[n]) {
    kept = y;
    if (ID < n)
        y[ID] = 1;
}

// CHECK: by_pointer_table.x: reads, writes
// CHECK: by_pointer_table.y: reads, writes
offload_kernel void by_pointer_table(size_t n, int which, float x[n], float y[n]) {
    float *volatile table[2] = {x, y};
    if (ID < n)
        table[which & 1][ID] = 1;
}

// CHECK: either.x: writes
// CHECK: either.y: writes
offload_kernel void either(size_t n, int which, float x[n], float y[n]) {
    if (ID < n)
        (which ? x : y)[ID] = 1;
}

// CHECK: by_assembly.y: writes
offload_kernel void by_assembly(size_t n, float y[n]) {
    __asm__ volatile("");
    if (ID < n)
        y[ID] = 1;
}

// CHECK: down_to_1.y: writes
offload_kernel void down_to_1(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m - 1; j > 0; j--)
            y[i][j] = 1;
}

// CHECK: down_from_less.y: writes
offload_kernel void down_from_less(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m - 2; j >= 0; j--)
            y[i][j] = 1;
}

// CHECK: down_from_more.y: writes
offload_kernel void down_from_more(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m; j >= 0; j--) {
            if (j == m)
                break;
            y[i][j] = 1;
        }
}

// CHECK: down_by_2.y: writes
offload_kernel void down_by_2(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m - 1; j >= 0; j -= 2)
            y[i][j] = 1;
}

// CHECK: down_with_break.y: writes
offload_kernel void down_with_break(int n, int m, double y[n][m]) {
    int i = (int)ID;
    if (i < n)
        for (int j = m - 1; j >= 0; j--) {
            y[i][j] = 1;
            if (j == 3)
                break;
        }
}

// CHECK: down_before_the_store.y: writes
offload_kernel void down_before_the_store(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (size_t j = m; --j > 0;)
            y[ID][j] = 1; // not for 0
}

// CHECK: down_in_8_bits.y: writes
offload_kernel void down_in_8_bits(size_t n, size_t m, float y[n][m]) {
    if (ID < n)
        for (unsigned char j = (unsigned char)(m - 1); j != 255; j--)
            y[ID][j] = 1;
}

// CHECK: constant_dimension_and_data.y: writes
offload_kernel void constant_dimension_and_data(int n, const int x[1], double y[100]) {
    int i = (int)ID;
    if (i < n && i < x[0])
        y[i] = 1;
}

// CHECK: constant_dimension_shifted.y: writes
offload_kernel void constant_dimension_shifted(int n, double y[100]) {
    int i = (int)ID;
    if (i > 0 && i < n)
        y[i] = 1;
}

// CHECK: constant_dimension_up_to.y: writes
offload_kernel void constant_dimension_up_to(int n, double y[100]) {
    int i = (int)ID;
    if (i < 100 - n)
        y[i] = 1;
}

// CHECK: read_before_it_is_written.y: reads, writes
offload_kernel void read_before_it_is_written(int n, const double x[n], double y[n]) {
    int i = (int)ID;
    if (i >= n)
        return;
    for (int j = 0; j < n; j++) {
        if (j)
            y[i] = 0;
        y[i] += x[j];
    }
}
