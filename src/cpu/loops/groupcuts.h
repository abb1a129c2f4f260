// groupcuts.h - finds loops in which groups of lanes take turns, in the code that runs groups.
//
// Where groups take turns at an array (groupturns.h), the loop over groups can go inside of the
// loop over turns (strips.h). There the loop over groups is not for vectors, since a group's code
// has the loops over its lanes. So other loops may be in it, whose control is the group's own.
//
// All groups have one set of variables, which are arrays with an element for each lane. That is
// right if a turn needs nothing of what is in them from the turn before: then another group may
// have its turn in between.
#ifndef OC_GROUPCUTS_H
#define OC_GROUPCUTS_H

#include "cpu/loops/alike.h"

// Examines the code of an x loop over groups, which must be complete. Returns whether it has such
// loops, and groups may have their turns in another order.
bool oc_groupcuts_find(const struct oc_threads *threads, const struct oc_loops *loops,
                       struct oc_alike *out);

// Whether groups can have one variable for all of them of each that they keep something in: no
// region reads what another one, or its turn before, has put there.
bool oc_groupcuts_keep(const struct oc_threads *threads, const struct oc_regions *regions);

#endif
