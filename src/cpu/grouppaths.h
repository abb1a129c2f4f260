// grouppaths.h - lane functions on paths that only some lanes of a group take.
//
// The code of one group (groups.h) is cut at lane functions, and a loop runs each piece for all
// lanes. So all lanes have to come to each cut. Here the control flow around a lane function that
// only some lanes meet is changed: all lanes come to it, and each knows whether it takes part.
//
//     if (c) {                        at = c ? 1 : 2
//         a;                          if (c) a
//         r = exchange(v, 1);    is   present(at == 1); r = exchange(v, 1)
//         b;                          if (at == 1) { b; at = 2 }
//     }
//     d;                              d
//
// `at` is a variable of the lane: the number of the place where it goes on. A place is the call of
// a lane function, or code to which control comes from two places. The places are in an order in
// which lanes only go forward, but for loops. A loop goes on while there are lanes with a number
// in it. So lanes meet where those of a GPU do: after a branch, and after a loop.
#ifndef OC_GROUPPATHS_H
#define OC_GROUPPATHS_H

#include "ir/ir.h"

// Changes a group's code, which has lane functions of groups of `lanes`. Before such a call there
// is one of OC_NAME_PRESENT_IN_GROUP if not all lanes take part. Code that has another form is left
// as it is. Returns false after a reported failure.
bool oc_grouppaths_join(struct oc_ir *ir, LLVMValueRef function, unsigned lanes);

#endif
