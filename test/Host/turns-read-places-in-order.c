// Where each turn adds up integers from two places of a page, a block that does several turns at once
// reads the first places of all of them, and then the second ones. Numbers with a fraction are added in
// the order of the program.
// REQUIRES: x86_64
// RUN: %offloadcc -O2 -march=x86-64-v3 --offload-arch=none -S -emit-llvm %s -o %t.ll
// RUN: awk '/^define/ { f = $0 } /^[^ ]+:/ { print n, f; n = 0 } / = load <8 x/ { n++ }' %t.ll > %t.counts
//
// A block of code with nine loads adds up both places of four turns, and one with five loads one place of each.
// RUN: grep -q '^9 .*_fractions(' %t.counts
// RUN: grep -q '^5 .*_integers(' %t.counts
// RUN: not grep '^5 .*_fractions(' %t.counts
#include <offload.h>
#include <offload_lanes.h>

#define SUM(NAME, TYPE)                                                                                                \
    offload_kernel void NAME(unsigned n, const TYPE x[n], unsigned blocks, TYPE sums[blocks]) {                        \
        TYPE sum = 0;                                                                                                  \
        unsigned t = offload_thread_id(0);                                                                             \
        for (unsigned i = offload_block_id(0) * 512 + t; i < n; i += 512 * offload_block_count(0)) {                   \
            sum += x[i];                                                                                               \
            if (i + 256 < n)                                                                                           \
                sum += x[i + 256];                                                                                     \
        }                                                                                                              \
        sum = offload_lane_reduce_add(sum);                                                                            \
        if (t % 32 == 0)                                                                                               \
            offload_atomic_add(&sums[offload_block_id(0)], sum);                                                       \
    }

SUM(integers, int)
SUM(fractions, float)
