// loopends.h - AMD GPUs: loops are left, and begun anew, at their ends.
//
// In
//
//     while (true) { while (a()) f(); if (b()) { if (c()) break; } }
//
// LLVM's code generator (22, SIAnnotateControlFlow) notes which lanes have left the outer loop at
// the loop's beginning, and forgets those that left while others stay in the inner loop: they do
// another turn. That does not happen if the only branch out of a loop is the one that also goes
// back to its beginning. So all other branches out of such a loop go to one at its end:
//
//     do { while (a()) f(); stays = !(b() && c()); } while (stays);
// A loop that has several branches back to its beginning becomes two loops, one in the other, in
// LLVM's code generator. Then lanes that `continue` take more turns before others have ended
// theirs, which they are to meet at a barrier or a lane function. So these branches go to the
// loop's end, too.
#ifndef OC_LOOPENDS_H
#define OC_LOOPENDS_H

#include "ir/ir.h"

// Changes such loops in all functions of the module. Returns false after a reported failure.
bool oc_loopends_join(struct oc_ir *ir);

#endif
