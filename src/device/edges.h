// edges.h - leads branches by way of a block in which lanes meet.
#ifndef OC_EDGES_H
#define OC_EDGES_H

#include "ir/edit.h"

// From a block to one of its successors.
struct oc_edge {
    LLVMBasicBlockRef from;
    unsigned successor; // its number
};

struct oc_edges {
    struct oc_edge *items;
    size_t count, capacity;
};

void oc_edges_add(struct oc_ir *ir, struct oc_edges *edges, LLVMBasicBlockRef from,
                  unsigned successor);

// The block that an edge goes to.
LLVMBasicBlockRef oc_edge_target(struct oc_edge edge);

// Leads edges to a new block. From there control goes on to where it would have gone: a first
// branch parts those in `stay`, of which there is one, from those in `leave`. The function's values
// must be in memory.
void oc_edges_meet(struct oc_edit *edit, LLVMValueRef function, const struct oc_edges *stay,
                   const struct oc_edges *leave);

#endif
