// turnbounds.h - removes comparisons of a turn for elements near the thread's own.
//
// In
//
//     for (i = first; i < n; i += step) {
//         sum += x[i];
//         if (i + 256 < n) sum += x[i + 256];
//     }
//
// the condition holds for all threads of a turn if the turn's greatest index plus 256 is less than
// n. The loop for full turns (fullturns.h) runs only such turns, so it needs no comparison in them.
#ifndef OC_TURNBOUNDS_H
#define OC_TURNBOUNDS_H

#include "cpu/fullturns.h"

// Replaces such comparisons by `true` in a loop for full turns. Returns the greatest distance, such
// as 256; 0: it has replaced none. The caller must run only turns in which the greatest index plus
// that distance is within the loop's bound. Adds the branches between two loads that such a
// comparison decided to `between`.
unsigned long oc_turnbounds_decide(struct oc_ir *ir, const struct oc_turns_loop *loop,
                                   struct oc_values *between);

// Puts barriers before these branches. A block then reads two places of a page one after the other
// (readorder.h).
void oc_turnbounds_wait(struct oc_ir *ir, const struct oc_values *branches);

#endif
