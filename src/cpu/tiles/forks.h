// forks.h - the control flow of a function, for who goes through it one thread after another
// (trace.h): where two ways meet again, and what lies ahead.
#ifndef OC_FORKS_H
#define OC_FORKS_H

#include "cpu/analysis/body.h"

struct oc_forks {
    LLVMBasicBlockRef *blocks;
    size_t count;
    struct oc_map numbers;       // of the blocks
    struct oc_bits *always;      // for each block, those that every way from it to the end passes
    LLVMBasicBlockRef *meetings; // for each block (oc_forks_meeting)
    struct oc_bits waiting;      // the blocks from whose beginning a barrier can be reached
};

// Reads a function. Returns false if it has too many blocks.
bool oc_forks_read(struct oc_ir *ir, LLVMValueRef function, struct oc_forks *out);

// The first block that every way from a block passes, without itself. NULL: there is none.
LLVMBasicBlockRef oc_forks_meeting(const struct oc_forks *forks, LLVMBasicBlockRef block);

// Whether a barrier can be reached from the beginning of a block, or after its end.
bool oc_forks_wait_in(const struct oc_forks *forks, LLVMBasicBlockRef block);
bool oc_forks_waits_after(const struct oc_forks *forks, LLVMBasicBlockRef block);

// Whether control can come to a block again.
bool oc_forks_repeats(const struct oc_forks *forks, struct oc_arena *arena,
                      LLVMBasicBlockRef block);

// Whether nothing is done from a block on, before `until`, but to compute. `until` may be NULL.
bool oc_forks_are_idle(const struct oc_forks *forks, struct oc_arena *arena, LLVMBasicBlockRef from,
                       LLVMBasicBlockRef until);

// How many loads and stores there are from a block on, before `until`. `until` may be NULL.
size_t oc_forks_accesses(const struct oc_forks *forks, struct oc_arena *arena,
                         LLVMBasicBlockRef from, LLVMBasicBlockRef until);

#endif
