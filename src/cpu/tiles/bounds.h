// bounds.h - what an address can be at most, or at least, in the whole grid.
#ifndef OC_BOUNDS_H
#define OC_BOUNDS_H

#include "cpu/tiles/evaluate.h"

// The greatest, or least, value of a polynomial where some facts hold, as a polynomial without the
// numbers of blocks. Invalid if that cannot be said.
struct oc_poly oc_bounds_of(const struct oc_facts *facts, struct oc_poly poly, bool greatest);

#endif
