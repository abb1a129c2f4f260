// ways.h - edits of a thread's control flow that lead ways from block to block elsewhere.
#ifndef OC_WAYS_H
#define OC_WAYS_H

#include "cpu/loops/nest.h"

struct oc_way {
    LLVMBasicBlockRef from, to;
};

// The blocks that ways lead to. Each block is in the list once. The user makes room for all.
struct oc_targets {
    LLVMBasicBlockRef *items;
    size_t count;
};

// The number of a block in the list; the list's count: it is not there.
size_t oc_ways_target(const struct oc_targets *targets, LLVMBasicBlockRef block);

// Adds a block, unless it is there.
void oc_ways_add_target(struct oc_targets *targets, LLVMBasicBlockRef block);

// Replaces a phi by one that gets `value` from `from`. It gets nothing from the blocks of which
// `leave` says so.
void oc_ways_replace_phi(LLVMBuilderRef builder, LLVMValueRef phi,
                         bool (*leave)(const void *data, LLVMBasicBlockRef block), const void *data,
                         LLVMValueRef value, LLVMBasicBlockRef from);

// Ways of one block, one or two, lead to `to` instead. `phis`, at the beginning of `to`, get what
// value_on says for each way. Where it has a value for one way only, that says poison for the
// other.
void oc_ways_redirect(const struct oc_threads *threads, const struct oc_way *ways, unsigned count,
                      LLVMBasicBlockRef to, LLVMValueRef const *phis, size_t phi_count,
                      LLVMValueRef (*value_on)(const void *data, size_t phi,
                                               const struct oc_way *way),
                      const void *data);

// Makes blocks that go to the target with the 32-bit number `which`; that is not needed for one
// target. froms[i]: the block that goes to target i. Returns the first block.
LLVMBasicBlockRef oc_ways_dispatch(const struct oc_threads *threads, LLVMValueRef which,
                                   const struct oc_targets *targets, LLVMBasicBlockRef *froms);

#endif
