// inlined.h - small functions become part of their callers, so that loops show what these access.
#ifndef OC_INLINED_H
#define OC_INLINED_H

#include "host/resident/flow.h"

// Puts small functions that are seen, do not launch, and access memory in the place of their calls
// in loops of a function that is seen.
void oc_inline_small(const struct oc_flow *flow, const struct oc_seen *caller);

#endif
