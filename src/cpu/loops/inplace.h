// inplace.h - values that take the place of another one.
//
// In
//
//     if (thread < 64) sum += x[thread + 64];
//     offload_barrier();
//
// what is passed on after the barrier is the old sum, for most threads. If nothing uses the old sum
// any more, the new one is kept in the same array (carry.h). Then the threads for which it stays as
// it is have nothing to do.
#ifndef OC_INPLACE_H
#define OC_INPLACE_H

#include "cpu/loops/nest.h"

// Adds values to `places`, each with the value of an earlier region whose array it is to be kept
// in, if that has one, or with the phi of its region's head whose place (entering.h) it is to take;
// and to `found`. Call it when phis share places, and before uses are rewritten.
void oc_inplace_find(const struct oc_threads *threads, struct oc_map *places,
                     struct oc_values *found);

// Whether each thread has a value of its own, which a region computes.
bool oc_inplace_is_own(const struct oc_threads *threads, LLVMValueRef value);

// The regions that read a value: where it is used, or from where it enters a phi.
struct oc_bits oc_inplace_readers(const struct oc_threads *threads, LLVMValueRef value);

#endif
