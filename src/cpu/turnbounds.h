// turnbounds.h - what a turn asks of elements near its own.
//
// In
//
//     for (i = first; i < n; i += step) {
//         sum += x[i];
//         if (i + 256 < n) sum += x[i + 256];
//     }
//
// the condition holds for all threads of a turn in which the greatest index, and 256 more, is below
// n. Then nothing is asked in such a turn (fullturns.h).
#ifndef OC_TURNBOUNDS_H
#define OC_TURNBOUNDS_H

#include "cpu/fullturns.h"

// Makes constants of such comparisons of a loop in whose turns no thread is idle. They then hold as
// long as the number that is returned, more than the greatest index, is within the loop's bound.
unsigned long oc_turnbounds_decide(struct oc_ir *ir, const struct oc_turns_loop *loop);

#endif
