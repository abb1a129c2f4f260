// paths.h - searches in the control flow of a function. Its blocks are numbered; 0 is the entry.
//
// LLVM's C API has neither dominators nor loops. For few questions about small functions, a search
// is fast enough.
#ifndef OC_PATHS_H
#define OC_PATHS_H

#include "base/map.h"
#include "ir/ir.h"

struct oc_paths {
    struct oc_arena *arena;
    size_t count; // of the blocks
    LLVMBasicBlockRef *blocks;
    struct oc_map numbers; // of the blocks
    size_t **next;         // the numbers of each block's successors, in the terminator's order
    size_t *next_count;    // how many successors each block has
};

// Numbers the blocks of a function. They must not change while `out` is used.
void oc_paths_read(struct oc_arena *arena, LLVMValueRef function, struct oc_paths *out);

// The number of a block.
size_t oc_paths_number(const struct oc_paths *paths, LLVMBasicBlockRef block);

// Whether a search goes on from `block` to its successor number `which`. `before` is the block that
// it entered `block` from; NULL if it began at the end of `block`.
typedef bool oc_way_fn(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block, size_t which);

// Returns a flag for each block: whether there is a path to it from the end of block `from`. Only
// edges for which `open` returns true are followed (NULL: all), and blocks whose flag in `avoid` is
// set are not entered (NULL: all are).
bool *oc_paths_search(const struct oc_paths *paths, size_t from, const bool *avoid, oc_way_fn *open,
                      void *data);

// Returns a flag for each block: whether there is a path from its end to block `to`.
bool *oc_paths_to(const struct oc_paths *paths, size_t to);

// Returns a flag for each block: whether it is in the loop that can be entered only at block
// `header`. NULL if there is no such loop.
bool *oc_paths_loop(const struct oc_paths *paths, size_t header);

#endif
