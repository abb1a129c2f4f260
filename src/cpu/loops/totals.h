// totals.h - one atomic operation for the threads of a block instead of one for each.
//
// Many kernels end with offload_atomic_add(sum, v) in every thread. If all threads of a region name
// the same memory, and none uses the result, the region adds up the threads' values and does the
// operation once, after its loops. Values of floating-point numbers are added in any order, as the
// threads' operations might be.
//
// A thread must not see the memory without its own operation: what it may load or store after that,
// in the region, is known to be other memory. Nor may others wait for the operation, so there are
// no other atomic operations whose result is used, and no calls.
#ifndef OC_TOTALS_H
#define OC_TOTALS_H

#include "cpu/loops/nest.h"

// Changes the atomic operations of a region, whose loops must be complete and connected.
void oc_totals_join(struct oc_threads *threads, size_t region);

#endif
