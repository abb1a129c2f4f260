// widen.h - index arithmetic of 32 bits, in 64.
//
// C programs compute indices in int: `a[row * n + col]` is an addition of 32 bits whose result is
// extended. Signed overflow has no meaning in C, so the extension may as well come first. Then
// LLVM sees that the address grows by one element from thread to thread, and need not ask at run
// time whether the sum wraps.
#ifndef OC_WIDEN_H
#define OC_WIDEN_H

#include "cpu/loops/nest.h"

// In a region's code, extensions of sums and products that contain x are made of extended operands.
void oc_widen_indices(struct oc_threads *threads, size_t region);

#endif
