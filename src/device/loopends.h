// loopends.h - AMD GPUs: loops around other loops are left at their ends.
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
#ifndef OC_LOOPENDS_H
#define OC_LOOPENDS_H

#include "ir/ir.h"

// Changes such loops in all functions of the module. Returns false after a reported failure.
bool oc_loopends_join(struct oc_ir *ir);

#endif
