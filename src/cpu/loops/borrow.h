// borrow.h - lanes that have no element do the work of one that has, without a branch.
//
//     if (start + lane < end)                      i = min(lane, last)
//         sum += v[start + lane];                  new = sum + v[start + i]
//                                                  sum = start + lane < end ? new : sum
//
// So the lanes of a piece (restpieces.h) can be those of a vector where not all have an element,
// also on processors that cannot load only some of a vector's elements.
#ifndef OC_BORROW_H
#define OC_BORROW_H

#include "cpu/loops/copy.h"
#include "cpu/loops/guards.h"

// Whether lanes can do so: the work is a few blocks in a row, which only compute and load, and an
// element's place depends on the lane's number and on what is the same for the whole row. It also
// has to pay: loads with masks are better, where the processor has them and data does not choose
// the elements.
bool oc_borrow_can(const struct oc_guards *guards, const struct oc_guard *guard);

// Whether only lanes with an element come to an instruction.
bool oc_borrow_is_work(const struct oc_guard *guard, LLVMValueRef instruction);

// Changes a copy of the region's code. At least one lane of the row has an element, and those of
// which the guard says so have one.
void oc_borrow_make(const struct oc_guards *guards, const struct oc_guard *guard,
                    const struct oc_copy *copy);

#endif
