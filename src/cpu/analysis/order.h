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

// Exchanges dimension 0 and another in all calls that ask for an index or a size.
void oc_order_exchange(const struct oc_body *body, unsigned dimension);

#endif
