// paths.h - the ways through a function's blocks, by number: 0 is the entry.
//
// LLVM's C API has no dominators and no loops. Whoever asks seldom, of small functions, can search.
#ifndef OC_PATHS_H
#define OC_PATHS_H

#include "base/map.h"
#include "ir/ir.h"

struct oc_paths {
    struct oc_arena *arena;
    size_t count;
    LLVMBasicBlockRef *blocks;
    struct oc_map numbers; // of blocks
    size_t **next;         // successors, as the terminator has them
    size_t *next_count;
};

void oc_paths_read(struct oc_arena *arena, LLVMValueRef function, struct oc_paths *out);

size_t oc_paths_number(const struct oc_paths *paths, LLVMBasicBlockRef block);

// Whether the way from a block to its successor `which` is to be taken, where the block was entered
// from another; NULL: the search began at its end.
typedef bool oc_way_fn(void *data, LLVMBasicBlockRef before, LLVMBasicBlockRef block, size_t which);

// The blocks that ways from the end of `from` lead to, as flags; blocks in `avoid` are never
// entered. `avoid` and `open` may be NULL: nothing is avoided, all ways are taken.
bool *oc_paths_search(const struct oc_paths *paths, size_t from, const bool *avoid, oc_way_fn *open,
                      void *data);

// The blocks of the loop that `header` is the only entry of, as flags; NULL if there is none.
bool *oc_paths_loop(const struct oc_paths *paths, size_t header);

#endif
