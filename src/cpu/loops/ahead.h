// ahead.h - fetches what the threads of a strip load some turns later.
//
// Where threads take turns at an array (stride.h), a strip's next elements are as far away as the
// grid has threads. A processor fetches ahead only where a program goes through memory in order, so
// each turn would wait for memory. A prefetch of an address outside of the array does no harm.
// Where a turn's distance is a constant, it is short: that of the lanes of a group.
#ifndef OC_AHEAD_H
#define OC_AHEAD_H

#include "cpu/loops/nest.h"

// Adds the prefetches to a region that is the loop over the threads of a strip of constant length,
// in each turn. The region must be connected. Changes nothing in other regions.
void oc_ahead_fetch(struct oc_threads *threads, size_t region);

#endif
