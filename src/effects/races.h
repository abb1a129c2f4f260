// races.h - finds where all threads of a kernel write to one element, each a value of its own.
//
//     if (i < n)
//         sum[0] += x[i];
//
// Only what is evident is found: an address that is the same for all threads, a value that depends
// on a thread's index, and no condition but of the kinds that hold for several threads: a
// comparison of the index with a bound, and one of a value with the element itself.
#ifndef OC_RACES_H
#define OC_RACES_H

#include "effects/accesses.h"

struct oc_race {
    LLVMValueRef write;
    bool changes; // what is written depends on what the element had
};

// Looks at the writes in a kernel's thread function. `of_block`: the array is a shared variable, so
// only the threads of one block have it together. Returns whether there is such a write.
bool oc_races_find(struct oc_ir *ir, LLVMValueRef thread, const struct oc_accesses *accesses,
                   bool of_block, struct oc_race *out);

#endif
