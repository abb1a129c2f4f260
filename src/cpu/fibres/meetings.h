// meetings.h - lane functions in coroutines: a thread waits for the lanes of its group that make
// the same call.
//
// A GPU runs the lanes of a group in step. Lanes that take different branches meet again after the
// branch. Lanes that leave a loop early wait after the loop for the other lanes. Coroutines do the
// same: when all lanes of a group wait in calls, the scheduler resumes the lanes that have come
// least far in the code. These make the call together.
//
// Lanes whose call has a mask let the others go first, as long as others of the mask wait elsewhere
// in a loop around the call. They meet in the call in whatever turn of the loop they are. What
// says the mask is a call of OC_NAME_AWAIT_LANES before (cpu/awaits.h), which stays.
//
// A list of numbers says how far a thread is in a function. For each loop around the call, from the
// outermost inwards, the list has the loop's place in the function and the number of turns that the
// thread has begun in the loop. The call's place is last. Lists are compared from their first
// number on. Places are in the order of the function's blocks, and clang puts the blocks in the
// order of the source.
//
// Functions that are coroutines of their own, such as recursive ones, have lists of their own. How
// far a thread is in the kernel is said by the list of each call that the thread is in, from the
// kernel's on. Lists of a call through a pointer have one more number: which function it is. So
// lanes meet in such a function if they have come to it together, and meet again after it.
//
// A list is in a variable of the coroutine, its step. The call of a lane function becomes
//
//     step.list = list; __offloadcc_lanes_meet(value, how, &step); suspend;
//     r = __offloadcc_lanes_take(by, how), or for a ballot, a match or a reduction
//         __offloadcc_lanes_votes(), _match(value) or _reduce(mask, how, bits)
//
// and one of another coroutine that has lane functions
//
//     step.list = list; __offloadcc_lanes_enter(&step); the call (coroutine.h);
//     __offloadcc_lanes_leave(&step);
//
// These functions and the scheduler are in builtins/cpufibres.h.
#ifndef OC_MEETINGS_H
#define OC_MEETINGS_H

#include "base/map.h"
#include "cpu/fibres/resumable.h"
#include "ir/waits.h"

struct oc_meetings {
    struct oc_edit *edit;
    struct oc_map lists; // by call: the index in `items`
    struct oc_meeting *items;
    unsigned longest;  // the length of the longest list
    LLVMValueRef step; // the variable; NULL: not made yet
};

// Finds a function's calls of lane functions, and of functions that may call some, before it
// becomes a coroutine or is changed otherwise, and makes it count the turns of the loops around
// them. `lanes` is what waits for lanes (oc_waits_find_lanes).
struct oc_meetings oc_meetings_find(struct oc_edit *edit, const struct oc_waits *lanes,
                                    LLVMValueRef function);

// Makes a coroutine's call of a lane function wait.
void oc_meetings_wait(struct oc_meetings *meetings, const struct oc_resumable *self,
                      LLVMValueRef call);

// Builds what comes before and after the call of another coroutine, if that has lane functions.
// `function`: which one it is, of those that the call may call; NULL if there is only one.
void oc_meetings_enter(struct oc_meetings *meetings, const struct oc_resumable *self,
                       LLVMValueRef call, LLVMValueRef function);
void oc_meetings_leave(struct oc_meetings *meetings, LLVMValueRef call);

#endif
