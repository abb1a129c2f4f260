// detour.h - leads all threads by way of a loop that only some of them run.
//
//     if (a) {                   runs = a
//         while (b) ...          while (runs && b) ...
//         use(...);       is     if (runs)
//     }                              use(...);
//
// and likewise for any other form of branches around the loop: early returns, else, and so on. Then
// together.h can keep the threads together in the loop, which they now leave at different times.
#ifndef OC_DETOUR_H
#define OC_DETOUR_H

#include "cpu/analysis/uniform.h"
#include "cpu/loops/nest.h"

// Changes the control flow around the loop that ends with an edge from node `latch` back to node
// `head`, the only one back to it. Returns false, and changes nothing, if the branches around it
// are not ones for this, as where they have a second loop. If it returns true, the graph of `body`
// is out of date.
bool oc_detour_make(const struct oc_threads *threads, const struct oc_body *body,
                    const struct oc_uniform *uniform, unsigned latch, unsigned head);

#endif
