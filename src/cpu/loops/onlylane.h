// onlylane.h - code of a group in which only one lane does something.
//
// After a reduction, `if (lane == 0) offload_atomic_add(total, sum);` is for one lane. The number
// may also be computed, if it is the same for all lanes: `if (lane == leader)`. The loop over the
// lanes will run for it alone (onelane.h). So nothing is made of the atomic operation that would
// need the other lanes, such as a total of all of them, or a vote of the lanes that do it.
#ifndef OC_ONLYLANE_H
#define OC_ONLYLANE_H

#include "cpu/loops/nest.h"

// Whether a region, whose loops must be complete and connected, runs over lanes and is such code.
bool oc_onlylane_is(const struct oc_threads *threads, size_t region);

#endif
