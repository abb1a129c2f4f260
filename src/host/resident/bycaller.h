// bycaller.h - functions whose accesses are checked where they are called.
//
// If a loop calls a function for each element, the function's own checks would run in each turn.
// Where the arguments alone say which addresses a function accesses, loops call a copy of it
// without checks. The checks of its accesses are put before the call, as if the accesses were
// there. So they can move out of the loop.
#ifndef OC_BYCALLER_H
#define OC_BYCALLER_H

#include "host/resident/touched.h"

// Has the loops of `caller` call such copies. Returns whether any does: the flow must be read again
// then. `copies` has the copies there are, and receives new ones.
bool oc_call_copies(const struct oc_flow *flow, const struct oc_seen *caller,
                    struct oc_map *copies);

// Whether a function is such a copy.
bool oc_is_checked_by_callers(LLVMValueRef function);

// Finds what the copy that is called accesses, and computes the addresses before the call. Returns
// the number of accesses, or OC_MOST_ACCESSES + 1 if they are not known.
unsigned oc_accesses_of_copy(const struct oc_flow *flow, LLVMBuilderRef builder, LLVMValueRef call,
                             struct oc_touched *out);

#endif
