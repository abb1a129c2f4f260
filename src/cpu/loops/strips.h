// strips.h - loops that all threads of a row run alike, turned inside out.
//
// In `for (k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column]` each thread has a loop of
// its own, and LLVM vectorises inner loops only: over k, where it may not. If the loop's control is
// the same for all threads of the row, it can go outside: the x loop is cut into strips of a few
// threads, and for each strip the k loop has a loop over the strip's threads inside. What lives
// from one turn to the next, `sum`, is kept in an array as long as the strip, which LLVM turns into
// vector registers. What is left of a row after its last whole strip is a strip, too, with its
// arrays in memory.
//
// This is what regions.h, carry.h and threads.h do at barriers, over again: the control of such a
// loop counts as a barrier, the strip as the block.
#ifndef OC_STRIPS_H
#define OC_STRIPS_H

#include "cpu/loops/nest.h"

// Cuts a region's x loop into strips, if that pays. The region's loops are complete and connected.
void oc_strip_loops(struct oc_threads *threads, size_t region);

#endif
