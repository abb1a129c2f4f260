// direct.h - for each load from a shared tile, the address from which the tile was filled.
#ifndef OC_DIRECT_H
#define OC_DIRECT_H

#include "cpu/tiles/trace.h"

// The addresses for the loads of a trace, by the numbers of its forms. Their unknowns are those of
// the trace, the loads' terms, and thread and global ids.
struct oc_direct {
    struct oc_poly *addresses;
    unsigned dimension; // in which neighbouring threads load neighbouring memory, or the same
};

// Finds them. Returns false if the threads' loads have none, or if neighbours in no dimension load
// neighbouring memory: then the tile does more than to copy.
bool oc_direct_find(struct oc_ir *ir, struct oc_trace *trace, struct oc_direct *out);

// Replaces the loads, and removes stores to tiles and barriers.
void oc_direct_apply(struct oc_ir *ir, LLVMValueRef body, struct oc_trace *trace,
                     const struct oc_direct *direct);

#endif
