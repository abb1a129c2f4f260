// restpieces.h - the last turn of lanes that take turns, in pieces of a few lanes.
//
// In `for (i = start + lane; i < end; i += 32) sum += v[i] * x[c[i]]` only some lanes have an
// element in the last turn. Its loop runs all lanes, with masks (split.h), and takes as long as if
// all of them had one: rows of a sparse matrix are often short. If the other lanes change nothing,
// the loop is cut into pieces here, and those in which no lane has an element are skipped. Those in
// which all have one need no masks: where a load with a mask is the first of a page, AMD's
// processors take ten times as long for it.
#ifndef OC_RESTPIECES_H
#define OC_RESTPIECES_H

#include "cpu/loops/guards.h"

// Whether the loop over the lanes that are left can be cut: one comparison lets them work, and
// where it does not hold, a lane stores what it has loaded, if anything. The guards are placed.
bool oc_restpieces_can(const struct oc_guards *guards);

// Makes the loops, which take the place of one loop. Control comes to them from `begin`, which has
// no terminator yet, and goes on to `end`. `exact`: a bit, whether the comparison holds nowhere
// else in the row than its guard says, and all facts hold there. If not, one loop asks each lane.
void oc_restpieces_make(struct oc_guards *guards, LLVMValueRef exact, LLVMBasicBlockRef begin,
                        LLVMBasicBlockRef end);

#endif
