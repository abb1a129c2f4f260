// barriers.h - which functions reach a barrier. Private to the scan (see scan.h).
//
// Barriers are offload_barrier(), offload_grid_barrier() and the reductions over a block.
#ifndef OC_BARRIERS_H
#define OC_BARRIERS_H

#include "scan/ast/ast.h"

// A function that the unit defines, outside of system headers.
struct oc_barrier_caller {
    CXCursor definition;
    struct oc_cursors calls; // the functions that it calls, canonical
    bool reaches;            // it reaches a barrier, itself or in a function that it calls
};

struct oc_barriers {
    struct oc_ast *ast;
    struct oc_barrier_caller *callers;
    size_t count, capacity;
};

void oc_barriers_find(struct oc_ast *ast, struct oc_barriers *out);

// The name of the called function, as the user writes it, if it is a barrier of offload.h (is_ours)
// or reaches one; else NULL.
const char *oc_barriers_called(const struct oc_barriers *barriers, CXCursor call, bool *is_ours);

#endif
