// checks.h - puts calls of the runtime's functions (runtime/data/before.h) before host code
// that may look at arrays that are out on a device.
#ifndef OC_CHECKS_H
#define OC_CHECKS_H

#include "host/resident/enclosed.h"
#include "model/returns.h"

// The functions that are called, as small functions of the unit which look at the counts first.
// LLVM inlines them.
struct oc_checks {
    const struct oc_flow *flow;
    const struct oc_enclosed *enclosed;
    struct oc_returns *returns; // receives why arrays come back, and where; NULL: nobody asks
    LLVMBuilderRef builder;
    LLVMValueRef read, write, overwrite, string, loops_read, loops_write, unseen, end, release;
    LLVMValueRef near_read, near_write, near_overwrite; // in loops, not called where done before
};

void oc_checks_begin(const struct oc_enclosed *enclosed, struct oc_returns *returns,
                     struct oc_checks *out);
void oc_checks_end(struct oc_checks *checks);

// Has main say that it begins, if objects are enclosed.
void oc_checks_guard_main(struct oc_checks *checks);

// Puts the calls into a function that is seen. Where its code is optimised, `loops` are its loops,
// and one call serves all turns of a loop; else NULL.
struct oc_loops;
void oc_checks_add(struct oc_checks *checks, const struct oc_seen *seen, struct oc_loops *loops);

#endif
