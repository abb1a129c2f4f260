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

#include "cpu/loops/kinds.h"

// Changes the control flow around a loop with one edge back. Returns `runs`, the condition of the
// branch with which the loop begins now. Returns NULL, and changes nothing, if the branches around
// it are not ones for this. Else the graph of `body` is out of date.
//
// `asks`: control comes to the loop only if some thread of the strip runs it (questions.h), and
// what the others bring is zero, so that they can run it too.
LLVMValueRef oc_detour_make(const struct oc_loop *loop, const struct oc_uniform *uniform,
                            bool asks);

#endif
