// inlined.h - small functions become part of their callers, so that loops show what these access.
#ifndef OC_INLINED_H
#define OC_INLINED_H

#include "host/resident/flow.h"

// Inlines the calls of small functions in the loops of `caller`. The small functions are seen, and
// do not launch.
void oc_inline_small(const struct oc_flow *flow, const struct oc_seen *caller);

#endif
