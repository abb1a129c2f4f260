// Groups of lanes take turns at an array by an index of 16 or 8 bits that is a sum.
//
// RUN: %run_kernel -O0
// RUN: %run_kernel -O2
// RUN: %run_kernel -O3 -march=native
#include <offload.h>

#include "Inputs/check.h"

enum { BLOCK = 256, MOST = 5000, LANES = 32 };

#define KERNEL(name, type, size, first)                                                            \
    offload_kernel void name(unsigned count, const unsigned x[MOST], unsigned out[BLOCK]) {        \
        unsigned t = offload_thread_id(0), sum = 0;                                                \
        type n = (type)count;                                                                      \
        for (type i = (type)(first); i < n; i = (type)(i + (size)))                                \
            sum += x[i];                                                                           \
        out[t] = sum + offload_lane_shuffle_xor(sum, 16, LANES);                                   \
    }
KERNEL(of_unsigned, unsigned short, BLOCK, t + 3)
KERNEL(of_signed, short, BLOCK, t + 5)
KERNEL(of_bytes, unsigned char, 32, t % 32 + 7)
KERNEL(of_ints, int, BLOCK, t + 3)

static unsigned x[MOST], out[BLOCK];

static unsigned sum_from(unsigned first, unsigned step, unsigned n) {
    unsigned sum = 0;
    for (unsigned i = first; i < n; i += step)
        sum += x[i];
    return sum;
}

static void compare(const char *what, unsigned size, unsigned begin, unsigned n) {
    for (unsigned t = 0; t < BLOCK; t++) {
        unsigned expected = sum_from(t % size + begin, size, n) +
                            sum_from((t ^ 16) % size + begin, size, n);
        CHECK(out[t] == expected, "%s: %u of %u: %u, not %u", what, t, n, out[t], expected);
    }
}

int main(void) {
    for (unsigned i = 0; i < MOST; i++)
        x[i] = i * 2654435761u >> 8;
    static const unsigned sizes[] = {0, 1, 3, 40, 200, 224, 259, 4000, MOST};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned n = sizes[i];
        offload(of_unsigned, .blocks = {1}, .block_size = {BLOCK})(n, x, out);
        compare("unsigned", BLOCK, 3, n);
        offload(of_signed, .blocks = {1}, .block_size = {BLOCK})(n, x, out);
        compare("signed", BLOCK, 5, n);
        offload(of_ints, .blocks = {1}, .block_size = {BLOCK})(n, x, out);
        compare("ints", BLOCK, 3, n);
        if (n <= 224) {
            offload(of_bytes, .blocks = {1}, .block_size = {BLOCK})(n, x, out);
            compare("bytes", 32, 7, n);
        }
    }
    return finish();
}
