// meetings.h - lane functions in coroutines: a thread waits for the lanes of its group that make
// the same call.
//
// A GPU runs the lanes of a group in step. Lanes that take different branches meet again after the
// branch. Lanes that leave a loop early wait after the loop for the other lanes. Coroutines do the
// same: when all lanes of a group wait in calls, the scheduler resumes the lanes that have come
// least far in the code. These make the call together.
//
// A list of numbers says how far a thread is. For each loop around the call, from the outermost
// inwards, the list has the loop's place in the function and the number of turns that the thread
// has begun in the loop. The call's place is last. Lists are compared from their first number on.
// Places are in the order of the function's blocks, and clang puts the blocks in the order of the
// source.
//
// The call becomes
//
//     __offloadcc_lanes_wait(value, length, how)[...] = list; suspend;
//     r = __offloadcc_lanes_take(by, how), or for a ballot, a match or a reduction
//         __offloadcc_lanes_votes(), _match(value) or _reduce(mask, how, bits)
//
// These functions and the scheduler are in builtins/cpufibres.h. A function that is a coroutine of
// its own begins a list of its own. So two calls of that function in different places may be taken
// for one.
#ifndef OC_MEETINGS_H
#define OC_MEETINGS_H

#include "base/map.h"
#include "cpu/fibres/resumable.h"

struct oc_meetings {
    struct oc_edit *edit;
    struct oc_map lists; // by call: the index in `items`
    struct oc_meeting *items;
    size_t count;
};

// Finds the calls of lane functions in a function, before it becomes a coroutine or is changed
// otherwise, and makes it count the turns of the loops around them.
struct oc_meetings oc_meetings_find(struct oc_edit *edit, LLVMValueRef function);

// Makes such a call of a coroutine wait.
void oc_meetings_wait(const struct oc_meetings *meetings, const struct oc_resumable *self,
                      LLVMValueRef call);

#endif
