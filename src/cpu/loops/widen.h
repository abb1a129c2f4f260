// widen.h - makes 32-bit index arithmetic 64-bit.
//
// C programs compute indices in int: `a[row * n + col]` is an addition of 32 bits whose result is
// extended. Signed overflow has no meaning in C, so the operands may be extended instead of the
// result. Then LLVM sees that the address grows by one element from thread to thread, and need not
// check at run time whether the sum wraps.
#ifndef OC_WIDEN_H
#define OC_WIDEN_H

#include "cpu/loops/nest.h"

// In a region's code, replaces extensions of sums, differences and products that contain x by
// arithmetic on extended operands.
void oc_widen_indices(struct oc_threads *threads, size_t region);

#endif
