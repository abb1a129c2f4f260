// strips.h - turns loops inside out that all threads of a row run alike.
//
// In `for (k = 0; k < n; k++) sum += a[row * n + k] * b[k * n + column]` each thread has a loop of
// its own. LLVM vectorises only inner loops: here the loop over k, which it may not, because that
// would change the order of the additions. If the loop's control is the same for all threads of the
// row (alike.h), it can go outside: the x loop is cut into strips of a few threads, and for each
// strip the k loop has a loop over the strip's threads inside. Values that live from one iteration
// of k to the next, such as `sum`, are kept in an array with an element for each thread of the
// strip, which LLVM turns into vector registers. The threads after a row's last complete strip are
// a shorter strip, with its arrays in memory.
//
// This applies regions.h, carry.h and threads.h a second time: the control of such a loop is
// treated like a barrier, and the strip like a block.
#ifndef OC_STRIPS_H
#define OC_STRIPS_H

#include "cpu/loops/nest.h"

// Cuts a region's x loop into strips, if that pays. The region's loops must be complete and
// connected. Returns whether it did.
bool oc_strip_loops(struct oc_threads *threads, size_t region);

#endif
