// forks.h - the control flow of a function, for those who follow a thread through it (trace.h,
// returns.h): where the sides of a branch meet again, and what is on the way.
#ifndef OC_FORKS_H
#define OC_FORKS_H

#include "cpu/analysis/body.h"

struct oc_forks {
    struct oc_arena *arena;
    LLVMBasicBlockRef *blocks;
    size_t count;
    struct oc_map numbers;       // of the blocks
    LLVMBasicBlockRef *meetings; // for each block (oc_forks_meeting)
    struct oc_bits waiting;      // the blocks from whose beginning a barrier can be reached
};

// Reads a function. Returns false if it has too many blocks.
bool oc_forks_read(struct oc_ir *ir, LLVMValueRef function, struct oc_forks *out);

// The first block after a block that every way from there to the end passes. NULL: there is none.
LLVMBasicBlockRef oc_forks_meeting(const struct oc_forks *forks, LLVMBasicBlockRef block);

// Whether a barrier can be reached from the beginning of a block, or after its end.
bool oc_forks_waits_from(const struct oc_forks *forks, LLVMBasicBlockRef block);
bool oc_forks_waits_after(const struct oc_forks *forks, LLVMBasicBlockRef block);

// Whether a block is in a loop.
bool oc_forks_repeats(const struct oc_forks *forks, LLVMBasicBlockRef block);

// Whether an instruction accesses no memory and has no other effect. The call that ends a thread
// counts as idle.
bool oc_forks_is_idle(LLVMValueRef instruction);

// Whether all instructions on the ways from a block to `until`, without that one, are idle. NULL:
// to the function's end.
bool oc_forks_are_idle(const struct oc_forks *forks, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef until);

// How many loads and stores there are on the ways from a block to `until`, likewise.
size_t oc_forks_accesses(const struct oc_forks *forks, LLVMBasicBlockRef from,
                         LLVMBasicBlockRef until);

#endif
