// Loops with lane functions in them: values that go around a group of lanes, a scan of a block, and
// rows of a sparse matrix.
#include <offload.h>

#include <math.h>

// Each lane meets what all others have: it comes to it in turns.
offload_kernel void all_pairs(size_t n, const float x[n], const float charge[n], float field[n]) {
    size_t i = offload_global_id(0);
    unsigned int lane = offload_lane_id(), lanes = offload_lane_count();
    float own = i < n ? x[i] : 0, other = own, other_charge = i < n ? charge[i] : 0, sum = 0;
    for (unsigned int turn = 1; turn < lanes; turn++) {
        other = offload_lane_shuffle(other, (lane + 1) % lanes);
        other_charge = offload_lane_shuffle(other_charge, (lane + 1) % lanes);
        float distance = other - own;
        sum += other_charge * distance / (fabsf(distance * distance * distance) + 1e-6f);
    }
    if (i < n)
        field[i] = sum;
}

// A scan of a block of 1024 threads at most.
offload_kernel void scan_block(size_t n, const int in[n], int out[n], int totals[n / 1024 + 1]) {
    offload_shared int of_group[32];
    size_t i = offload_global_id(0);
    unsigned int me = offload_thread_id(0), lanes = offload_lane_count(), lane = me % lanes;
    int sum = i < n ? in[i] : 0;
    for (unsigned int distance = 1; distance < lanes; distance *= 2) {
        int left = offload_lane_shuffle_up(sum, distance);
        sum += lane >= distance ? left : 0;
    }
    if (lane == lanes - 1)
        of_group[me / lanes] = sum;
    offload_barrier();
    if (me < lanes) {
        int group = me < offload_block_size(0) / lanes ? of_group[me] : 0;
        for (unsigned int distance = 1; distance < lanes; distance *= 2) {
            int left = offload_lane_shuffle_up(group, distance);
            group += lane >= distance ? left : 0;
        }
        if (me < 32)
            of_group[me] = group;
    }
    offload_barrier();
    if (me >= lanes)
        sum += of_group[me / lanes - 1];
    if (i < n)
        out[i] = sum;
    if (me == offload_block_size(0) - 1)
        totals[offload_block_id(0)] = sum;
}

// A group of lanes for each row.
offload_kernel void spmv_lanes(int rows, int columns, int count, const int starts[rows + 1],
                               const int column[count], const float value[count],
                               const float x[columns], float y[rows]) {
    unsigned int lane = offload_lane_id();
    int groups = (int)(offload_global_size(0) / offload_lane_count());
    for (int row = (int)(offload_global_id(0) / offload_lane_count()); row < rows; row += groups) {
        float sum = 0;
        for (int i = starts[row] + (int)lane; i < starts[row + 1]; i += (int)offload_lane_count())
            sum += value[i] * x[column[i]];
        for (unsigned int distance = offload_lane_count() / 2; distance > 0; distance /= 2)
            sum += offload_lane_shuffle_down(sum, distance);
        if (lane == 0)
            y[row] = sum;
    }
}

// Rows of equal length, the first entries of all rows first.
offload_kernel void spmv_ell(int rows, int columns, int length, const int column[length * rows],
                             const double value[length * rows], const double x[columns],
                             double y[rows]) {
    int row = (int)offload_global_id(0);
    if (row >= rows)
        return;
    double sum = 0;
    for (int i = 0; i < length; i++) {
        int from = column[i * rows + row];
        if (from >= 0)
            sum += value[i * rows + row] * x[from];
    }
    y[row] = sum;
}
