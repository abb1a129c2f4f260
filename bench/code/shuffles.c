// Reductions by shuffles.
#include <offload.h>

static float lanes_sum(float value) {
    for (unsigned int distance = offload_lane_count() / 2; distance > 0; distance /= 2)
        value += offload_lane_shuffle_down(value, distance);
    return value;
}

// A sum for each group of lanes.
offload_kernel void sum_lanes(size_t n, const float x[n], float sums[n]) {
    size_t i = offload_global_id(0);
    float sum = lanes_sum(i < n ? x[i] : 0);
    if (offload_lane_id() == 0)
        sums[i / offload_lane_count()] = sum;
}

// The same by shuffle_xor: all lanes have the sum.
offload_kernel void sum_butterfly(size_t n, const double x[n], double shares[n]) {
    size_t i = offload_global_id(0);
    double own = i < n ? x[i] : 0, sum = own;
    for (unsigned int mask = offload_lane_count() / 2; mask > 0; mask /= 2)
        sum += offload_lane_shuffle_xor(sum, mask);
    if (i < n)
        shares[i] = own / sum;
}

// A sum for each block: its groups of lanes put theirs together in shared memory.
offload_kernel void sum_block(size_t n, const float x[n], float total[1]) {
    offload_shared float of_group[32];
    float sum = 0;
    offload_for (i, n) {
        sum += x[i];
    }
    unsigned int me = offload_thread_id(0), lanes = offload_lane_count();
    sum = lanes_sum(sum);
    if (me % lanes == 0)
        of_group[me / lanes] = sum;
    offload_barrier();
    if (me < lanes) {
        sum = lanes_sum(me < offload_block_size(0) / lanes ? of_group[me] : 0);
        if (me == 0)
            offload_atomic_add(total, sum);
    }
}

// Halves in shared memory until one group of lanes is left, which shuffles in a branch.
offload_kernel void sum_halves(size_t n, const float x[n], float sums[n / 512 + 1])
    offload_block_limit(256);
offload_kernel void sum_halves(size_t n, const float x[n], float sums[n / 512 + 1]) {
    offload_shared float parts[256];
    unsigned int me = offload_thread_id(0);
    size_t i = (size_t)offload_block_id(0) * 512 + me;
    float sum = (i < n ? x[i] : 0) + (i + 256 < n ? x[i + 256] : 0);
    parts[me] = sum;
    offload_barrier();
    for (unsigned int half = 128; half > 32; half /= 2) {
        if (me < half)
            parts[me] = sum = sum + parts[me + half];
        offload_barrier();
    }
    if (me < 32) {
        sum += parts[me + 32];
        for (unsigned int distance = 16; distance > 0; distance /= 2)
            sum += offload_lane_shuffle_down(sum, distance);
        if (me == 0)
            sums[offload_block_id(0)] = sum;
    }
}

// The greatest value of a row, and where it is.
offload_kernel void greatest_of_row(size_t rows, size_t columns, const float x[rows][columns],
                                    int places[rows]) {
    unsigned int lane = offload_lane_id();
    size_t row = offload_global_id(0) / offload_lane_count();
    if (row >= rows)
        return;
    float greatest = -__builtin_inff();
    int place = -1;
    for (size_t column = lane; column < columns; column += offload_lane_count())
        if (x[row][column] > greatest) {
            greatest = x[row][column];
            place = (int)column;
        }
    for (unsigned int distance = offload_lane_count() / 2; distance > 0; distance /= 2) {
        float other = offload_lane_shuffle_down(greatest, distance);
        int other_place = offload_lane_shuffle_down(place, distance);
        if (other > greatest) {
            greatest = other;
            place = other_place;
        }
    }
    if (lane == 0)
        places[row] = place;
}

// Prefix sums within each group of lanes.
offload_kernel void prefix_lanes(size_t n, const int x[n], int sums[n]) {
    size_t i = offload_global_id(0);
    unsigned int lane = offload_lane_id();
    int sum = i < n ? x[i] : 0;
    for (unsigned int distance = 1; distance < offload_lane_count(); distance *= 2) {
        int left = offload_lane_shuffle_up(sum, distance);
        sum += lane >= distance ? left : 0;
    }
    if (i < n)
        sums[i] = sum;
}

// Numbers that pass are moved together: each lane counts those of the lanes before it.
offload_kernel void keep_positive(size_t n, const int x[n], unsigned int count[1], int kept[n]) {
    size_t i = offload_global_id(0);
    unsigned int lane = offload_lane_id(), first = 0;
    int mine = i < n ? x[i] : 0;
    unsigned long passed = offload_lane_ballot(mine > 0);
    if (lane == 0)
        first = offload_atomic_add(count, (unsigned int)__builtin_popcountl(passed));
    first = offload_lane_shuffle(first, 0);
    if (mine > 0)
        kept[first + (unsigned int)__builtin_popcountl(passed & ((1ul << lane) - 1))] = mine;
}
