// ptxbranches.h - NVIDIA GPUs: one branch where LLVM writes two.
//
// LLVM's back end for NVIDIA GPUs cannot reverse a branch's condition. So a block often ends in a
// conditional branch to the block after it, and in another branch. ptxas 13.0 then does not see the
// loop that nvcc's PTX shows it, and makes longer code.
#ifndef OC_PTXBRANCHES_H
#define OC_PTXBRANCHES_H

#include "base/arena.h"
#include "base/file.h"

// Returns LLVM's PTX with these changes, where A is the label that follows:
//     @%p1 bra A;             @!%p1 bra B;
//     bra.uni B;         ->   A:
//     A:
//
//     bra.uni A;         ->   A:
//     A:
// Lines of debug information in between stay. Inline assembly in exactly this form is changed too.
// It is `text` itself if there are none.
struct oc_bytes oc_ptx_join_branches(struct oc_arena *arena, struct oc_bytes text);

#endif
