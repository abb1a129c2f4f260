// order.h - which dimension of the threads the innermost loop runs over.
//
// It is x, as on a GPU, where neighbouring threads in x access memory together. But kernels are
// also written as nested loops are: `i = offload_global_id(0), j = offload_global_id(1)` and then
// `a[i][j]`. There, a loop over x would go from row to row of the array. The order of the threads
// is ours to choose, so the innermost loop runs over j.
#ifndef OC_ORDER_H
#define OC_ORDER_H

#include "cpu/analysis/body.h"

// The dimension, 0 to 2, in which neighbouring threads access memory that is closest.
unsigned oc_order_innermost(const struct oc_body *body);

// Whether threads that are neighbours in x mostly access memory far from each other.
bool oc_order_is_scattered(const struct oc_body *body);

// What the code of a node does, in instructions.
struct oc_order_work {
    size_t far;        // accesses to elements that are far from those of neighbours in x, by a
                       // constant distance: LLVM makes no shuffles of such accesses
    size_t far_stores; // how many of the far accesses are stores
    size_t others;     // other accesses to elements that are not the same for neighbours
    size_t arithmetic; // neither accesses nor computing addresses; a call counts as several
};

// The work of each node.
struct oc_order_work *oc_order_works(const struct oc_body *body);

// Exchanges dimension 0 and another in all calls that ask for an index or a size.
void oc_order_exchange(const struct oc_body *body, unsigned dimension);

#endif
