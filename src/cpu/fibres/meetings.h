// meetings.h - lane functions in coroutines: a thread waits for the lanes of its group that make
// the same call.
//
// Which lanes make a call together has to be what a GPU's lanes do, which run in step: those that a
// branch has parted come together after it, and those that leave a loop early wait after the loop
// for the others. So where all lanes of a group wait in calls, those go on that are furthest behind
// in the code. How far a thread is, is a list of numbers that is compared from its beginning: for
// each loop around the call, from the outermost inwards, the loop's place in the function and how
// many turns the thread has begun since it came to the loop; then the call's place. Places are in
// the order of the function's blocks, which clang puts in the order of the source.
//
// The call becomes
//
//     __offloadcc_lanes_wait(value, length, how)[...] = list; suspend;
//     r = __offloadcc_lanes_take(by, how), or __offloadcc_lanes_votes(0, how)
//
// of which builtins/cpu.c has the other side. In functions that are coroutines of their own, lists
// begin at the function, so two calls of it in different places may be taken for one.
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
