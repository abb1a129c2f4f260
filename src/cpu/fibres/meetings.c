#include "cpu/fibres/meetings.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

#include <string.h>

// The most loops around a call whose turns are counted; builtins/cpufibres.h's lists have room for
// these.
enum { MAX_LOOPS = 8 };

// The list of a call. Its numbers are constants, or variables that count turns.
struct oc_meeting {
    LLVMValueRef list[2 * MAX_LOOPS + 1];
    unsigned length;
};

struct search {
    struct oc_edit *edit;
    LLVMValueRef function;
    const struct oc_loops *loops;
    struct oc_map places;   // of blocks
    struct oc_map counters; // by loop: the variable
};

// The place of the block's beginning, or of the nth call in it.
static LLVMValueRef place_of(const struct search *search, LLVMBasicBlockRef block, unsigned nth) {
    enum { IN_BLOCK = 1 << 12 };
    size_t place = 0;
    oc_map_get(&search->places, block, &place);
    return LLVMConstInt(search->edit->i32, place * IN_BLOCK + nth, false);
}

static bool leads_to(LLVMBasicBlockRef block, LLVMBasicBlockRef next) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == next)
            return true;
    return false;
}

// The block of a loop that control comes to from outside.
static LLVMBasicBlockRef head_of(const struct search *search, const struct oc_loop *loop) {
    OC_EACH_BLOCK (block, search->function) {
        if (!oc_loop_has(loop, block))
            continue;
        OC_EACH_BLOCK (before, search->function)
            if (!oc_loop_has(loop, before) && leads_to(before, block))
                return block;
    }
    return NULL;
}

// Makes a variable with the number of turns that a thread has begun since it came to the loop.
static LLVMValueRef count_turns(struct search *search, const struct oc_loop *loop,
                                LLVMBasicBlockRef head) {
    struct oc_edit *edit = search->edit;
    LLVMPositionBuilderBefore(edit->builder,
                              LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(search->function)));
    LLVMSetCurrentDebugLocation2(edit->builder, NULL);
    LLVMValueRef variable = LLVMBuildAlloca(edit->builder, edit->i32, "");
    OC_EACH_BLOCK (block, search->function) {
        if (!leads_to(block, head))
            continue;
        oc_edit_before(edit, LLVMGetBasicBlockTerminator(block));
        LLVMValueRef next = LLVMConstNull(edit->i32);
        if (oc_loop_has(loop, block))
            next =
                LLVMBuildAdd(edit->builder, LLVMBuildLoad2(edit->builder, edit->i32, variable, ""),
                             LLVMConstInt(edit->i32, 1, false), "");
        LLVMBuildStore(edit->builder, next, variable);
    }
    return variable;
}

static LLVMValueRef counter_of(struct search *search, const struct oc_loop *loop,
                               LLVMBasicBlockRef head) {
    size_t known;
    if (oc_map_get(&search->counters, loop, &known))
        return (LLVMValueRef)known;
    LLVMValueRef variable = count_turns(search, loop, head);
    oc_map_set(&search->counters, loop, (size_t)variable);
    return variable;
}

static struct oc_meeting look_at(struct search *search, LLVMValueRef call) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    unsigned nth = 1;
    for (LLVMValueRef at = LLVMGetFirstInstruction(block); at != call;
         at = LLVMGetNextInstruction(at))
        nth += oc_waits_for_lanes(at);
    const struct oc_loop *around[MAX_LOOPS];
    unsigned count = 0;
    for (const struct oc_loop *loop = oc_loops_around(search->loops, block); loop;
         loop = oc_loop_parent(loop)) {
        if (count == MAX_LOOPS) // the innermost is left out
            memmove(around, around + 1, --count * sizeof *around);
        around[count++] = loop;
    }
    struct oc_meeting meeting = {.length = 0};
    while (count-- > 0) {
        LLVMBasicBlockRef head = head_of(search, around[count]);
        if (!head)
            continue;
        meeting.list[meeting.length++] = place_of(search, head, 0);
        meeting.list[meeting.length++] = counter_of(search, around[count], head);
    }
    meeting.list[meeting.length++] = place_of(search, block, nth);
    return meeting;
}

struct oc_meetings oc_meetings_find(struct oc_edit *edit, LLVMValueRef function) {
    struct oc_arena *arena = edit->ir->arena;
    struct oc_values calls = {.arena = arena};
    struct oc_meetings meetings = {.edit = edit, .lists = {.arena = arena}};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (oc_waits_for_lanes(calls.items[i]))
            calls.items[meetings.count++] = calls.items[i];
    if (!meetings.count)
        return meetings;
    struct search search = {edit, function, NULL, {.arena = arena}, {.arena = arena}};
    size_t place = 0;
    OC_EACH_BLOCK (block, function)
        oc_map_set(&search.places, block, place++);
    struct oc_loops *loops = oc_loops_read(function);
    search.loops = loops;
    meetings.items = OC_NEW_ARRAY(arena, meetings.count, struct oc_meeting);
    for (size_t i = 0; i < meetings.count; i++) {
        meetings.items[i] = look_at(&search, calls.items[i]);
        oc_map_set(&meetings.lists, calls.items[i], i);
    }
    oc_loops_dispose(loops);
    return meetings;
}

// Hands over the value and the list.
static void build_wait(struct oc_edit *edit, LLVMValueRef value, LLVMValueRef how,
                       const struct oc_meeting *meeting) {
    LLVMValueRef arguments[] = {LLVMBuildZExt(edit->builder, value, edit->i64, ""),
                                LLVMConstInt(edit->i32, meeting->length, false), how};
    LLVMValueRef list = oc_edit_call(edit, OC_NAME_LANES_WAIT, edit->pointer, arguments, 3);
    for (unsigned i = 0; i < meeting->length; i++) {
        LLVMValueRef number = meeting->list[i], at = LLVMConstInt(edit->i64, i, false);
        if (LLVMIsAAllocaInst(number))
            number = LLVMBuildLoad2(edit->builder, edit->i32, number, "");
        LLVMBuildStore(edit->builder, number,
                       LLVMBuildInBoundsGEP2(edit->builder, edit->i32, list, &at, 1, ""));
    }
}

// Builds the call that returns what the lane function `call` does.
static LLVMValueRef build_result(struct oc_edit *edit, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    LLVMValueRef value = LLVMGetOperand(call, 0), second = LLVMGetOperand(call, 1);
    LLVMValueRef how = LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1);
    unsigned bits = LLVMGetIntTypeWidth(LLVMTypeOf(value));
    if (strcmp(name, OC_NAME_GROUP_BALLOT) == 0)
        return oc_edit_call(edit, OC_NAME_LANES_VOTES, edit->i64, NULL, 0);
    if (strcmp(name, OC_NAME_GROUP_MATCH) == 0)
        return oc_edit_call(edit, OC_NAME_LANES_MATCH, edit->i64, &value, 1);
    if (oc_starts_with(name, OC_NAME_GROUP_REDUCE)) {
        LLVMValueRef arguments[] = {second, how, LLVMConstInt(edit->i32, bits, false)};
        return oc_edit_call(edit, OC_NAME_LANES_REDUCE, edit->i64, arguments, 3);
    }
    LLVMValueRef arguments[] = {second, how};
    return oc_edit_call(edit, OC_NAME_LANES_TAKE, edit->i64, arguments, 2);
}

void oc_meetings_wait(const struct oc_meetings *meetings, const struct oc_resumable *self,
                      LLVMValueRef call) {
    struct oc_edit *edit = meetings->edit;
    unsigned count = LLVMGetNumArgOperands(call);
    LLVMValueRef value = LLVMGetOperand(call, 0), how = LLVMGetOperand(call, count - 1);
    size_t item = 0;
    oc_map_get(&meetings->lists, call, &item);
    oc_edit_split_before(edit, call);
    build_wait(edit, value, how, &meetings->items[item]);
    oc_resumable_suspend(edit, self, LLVMGetInstructionParent(call));
    oc_edit_before(edit, call);
    LLVMValueRef result = build_result(edit, call);
    if (LLVMTypeOf(call) != edit->i64)
        result = LLVMBuildTrunc(edit->builder, result, LLVMTypeOf(call), "");
    LLVMReplaceAllUsesWith(call, result);
    oc_edit_remove_call(edit, call);
}
