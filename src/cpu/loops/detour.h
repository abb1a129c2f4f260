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

// Changes the control flow around a loop, which must have one edge back. The loop then begins with
// a branch by which threads leave it that do not run it. Returns that branch's condition. The graph
// of the loop's body is out of date then. Returns NULL, and changes nothing, if the branches around
// the loop have another form.
//
// If `asks` is set, control comes to the loop only if some thread of the strip runs it
// (questions.h). The others bring zeros, so that they can run the loop's code as well.
LLVMValueRef oc_detour_make(const struct oc_loop *loop, const struct oc_uniform *uniform,
                            bool asks);

#endif
