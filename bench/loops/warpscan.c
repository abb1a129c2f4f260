// Prefix sums of each 32 elements, by shuffles in a group of lanes.
#include "loops.h"

enum { LANES = 32 };

static INDEX n = 1 << 20;
static float *a, *b;
#ifdef OPENMP
static void spread(INDEX m, const float in[m], float out[m]) {
#pragma omp parallel for
    for (INDEX first = 0; first < m; first += LANES) {
        float sum = 0;
        for (INDEX i = first; i < first + LANES; i++) {
            sum += in[i];
            out[i] = sum;
        }
    }
}
#define SPREAD(m, in, out) spread(m, in, out)
#else
static offload_kernel void spread(INDEX m, const float in[m], float out[m]) {
    INDEX i = GLOBAL_ID(0);
    WHERE(i < m) {
        float sum = in[i];
        for (unsigned d = 1; d < LANES; d *= 2) {
            float other = offload_lane_shuffle_up(sum, d, LANES);
            if (offload_lane_id() % LANES >= d)
                sum += other;
        }
        out[i] = sum;
    }
}
#define SPREAD(m, in, out)                                                                         \
    offload(spread, .threads = {(size_t)(m)}, .block_size = {256})(m, in, out)
#endif

static void prepare(size_t size) {
    n = size ? (INDEX)size : n;
    a = new_floats((size_t)n);
    b = new_floats((size_t)n);
}

static void run(void) {
    SPREAD(n, a, b);
}

static double checksum(void) {
    double sum;
    WEIGHTED_SUM(sum, (size_t)n, b[i]);
    return (float)sum;
}
