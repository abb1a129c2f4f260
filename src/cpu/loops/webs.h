// webs.h - values that are one variable of the program, kept in one array.
//
// In
//
//     for (d = size / 2; d > 32; d /= 2) {
//         if (thread < d) sum += x[thread + d];
//         offload_barrier();
//     }
//
// the sum before the loop, that in a turn and that after the loop are different values for LLVM,
// which phis join. Each would have an array of its own, and threads would copy from one to the
// next. Where none of them is needed any more when the next one is written, they get one array: the
// place of a phi (entering.h).
#ifndef OC_WEBS_H
#define OC_WEBS_H

#include "cpu/loops/nest.h"

// Gives phis common places. Adds values to `places`: the key is a value, and what it maps to is the
// phi in whose place the value is to be kept. `placed` has the values that oc_inplace_find has
// added to `places`.
void oc_webs_join(struct oc_threads *threads, struct oc_map *places,
                  const struct oc_values *placed);

#endif
