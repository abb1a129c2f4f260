#include "cpu/fibres/meetings.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/llvm_shim.h"

#include <string.h>

// The members of struct step.
enum { STEP_LENGTH = 3, STEP_LIST = 4 };

// The list of a call. Its numbers are constants, or variables that count turns.
struct oc_meeting {
    LLVMValueRef *list;
    unsigned length;
};

// A loop's two numbers: its place, and the variable.
struct counted {
    LLVMValueRef place, turns;
};

struct search {
    struct oc_edit *edit;
    LLVMValueRef function;
    const struct oc_loop_info *loops;
    struct oc_map places;  // of blocks and calls
    struct oc_map counted; // by loop: its struct counted
};

// The place of a block's beginning, or of a call.
static LLVMValueRef place_of(const struct search *search, const void *what) {
    size_t place = 0;
    oc_map_get(&search->places, what, &place);
    return LLVMConstInt(search->edit->i32, place, false);
}

// Numbers the blocks and the calls, which are in the order of the function's code.
static void number_places(struct search *search, const struct oc_values *calls) {
    size_t place = 0, next = 0;
    OC_EACH_BLOCK (block, search->function) {
        oc_map_set(&search->places, block, place++);
        while (next < calls->count && LLVMGetInstructionParent(calls->items[next]) == block)
            oc_map_set(&search->places, calls->items[next++], place++);
    }
}

static bool leads_to(LLVMBasicBlockRef block, LLVMBasicBlockRef next) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
    for (unsigned i = 0; end && i < LLVMGetNumSuccessors(end); i++)
        if (LLVMGetSuccessor(end, i) == next)
            return true;
    return false;
}

// Makes a variable with the number of turns that a thread has begun since it came to the loop. It
// is counted where a turn begins: a block that leads there may also lead elsewhere.
static LLVMValueRef count_turns(struct search *search, const struct oc_loop *loop,
                                LLVMBasicBlockRef head) {
    struct oc_edit *edit = search->edit;
    LLVMPositionBuilderBefore(edit->builder,
                              LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(search->function)));
    LLVMSetCurrentDebugLocation2(edit->builder, NULL);
    LLVMValueRef variable = LLVMBuildAlloca(edit->builder, edit->i32, "");
    OC_EACH_BLOCK (block, search->function) {
        if (oc_loop_has(loop, block) || !leads_to(block, head))
            continue;
        oc_edit_before(edit, LLVMGetBasicBlockTerminator(block));
        LLVMBuildStore(edit->builder, LLVMConstNull(edit->i32), variable);
    }
    oc_edit_before(edit, oc_edit_after_phis(head));
    LLVMValueRef turns = LLVMBuildLoad2(edit->builder, edit->i32, variable, "");
    LLVMValueRef one = LLVMConstInt(edit->i32, 1, false);
    LLVMBuildStore(edit->builder, LLVMBuildAdd(edit->builder, turns, one, ""), variable);
    return variable;
}

static const struct counted *count(struct search *search, const struct oc_loop *loop) {
    struct oc_arena *arena = search->edit->ir->arena;
    size_t known;
    if (oc_map_get(&search->counted, loop, &known))
        return (const struct counted *)known;
    LLVMBasicBlockRef head = oc_loop_header(loop);
    struct counted *counted = OC_NEW(arena, struct counted);
    *counted = (struct counted){place_of(search, head), count_turns(search, loop, head)};
    oc_map_set(&search->counted, loop, (size_t)counted);
    return counted;
}

static struct oc_meeting look_at(struct search *search, LLVMValueRef call) {
    LLVMBasicBlockRef block = LLVMGetInstructionParent(call);
    struct oc_values loops = {.arena = search->edit->ir->arena};
    for (const struct oc_loop *loop = oc_loops_around(search->loops, block); loop;
         loop = oc_loop_parent(loop)) {
        const struct counted *counted = count(search, loop);
        oc_values_add(&loops, counted->turns);
        oc_values_add(&loops, counted->place);
    }
    struct oc_meeting meeting = {OC_NEW_ARRAY(loops.arena, loops.count + 1, LLVMValueRef), 0};
    while (loops.count > 0)
        meeting.list[meeting.length++] = loops.items[--loops.count];
    meeting.list[meeting.length++] = place_of(search, call);
    return meeting;
}

struct oc_meetings oc_meetings_find(struct oc_edit *edit, const struct oc_waits *lanes,
                                    LLVMValueRef function) {
    struct oc_arena *arena = edit->ir->arena;
    struct oc_meetings meetings = {.edit = edit, .lists = {.arena = arena}};
    struct oc_values calls = {.arena = arena}, all = calls;
    oc_ir_collect_calls(function, &all);
    for (size_t i = 0; i < all.count; i++)
        if (oc_waits_call(lanes, all.items[i]))
            oc_values_add(&calls, all.items[i]);
    if (!calls.count)
        return meetings;
    struct search search = {edit, function, NULL, {.arena = arena}, {.arena = arena}};
    number_places(&search, &calls);
    struct oc_loop_info *loops = oc_loops_read(function);
    search.loops = loops;
    meetings.items = OC_NEW_ARRAY(arena, calls.count, struct oc_meeting);
    for (size_t i = 0; i < calls.count; i++) {
        meetings.items[i] = look_at(&search, calls.items[i]);
        if (meetings.items[i].length > meetings.longest)
            meetings.longest = meetings.items[i].length;
        oc_map_set(&meetings.lists, calls.items[i], i);
    }
    oc_loops_dispose(loops);
    return meetings;
}

// The type of struct step (builtins/cpufibres.h) with room for a list.
static LLVMTypeRef step_type(const struct oc_edit *edit, unsigned numbers) {
    LLVMTypeRef members[] = {edit->pointer, edit->i64, edit->i32, edit->i32,
                             LLVMArrayType2(edit->i32, numbers)};
    return LLVMStructTypeInContext(edit->ir->context, members, 5, false);
}

static void store(struct oc_edit *edit, LLVMValueRef number, LLVMTypeRef type, LLVMValueRef step,
                  unsigned member, unsigned element) {
    LLVMValueRef at[] = {LLVMConstInt(edit->i32, 0, false), LLVMConstInt(edit->i32, member, false),
                         LLVMConstInt(edit->i32, element, false)};
    LLVMBuildStore(
        edit->builder, number,
        LLVMBuildInBoundsGEP2(edit->builder, type, step, at, member == STEP_LIST ? 3 : 2, ""));
}

// Fills in the coroutine's step for a call. `last` is one more number, or NULL. All calls of a
// coroutine have one step: it waits in one at a time.
static LLVMValueRef build_step(struct oc_meetings *meetings, const struct oc_resumable *self,
                               const struct oc_meeting *meeting, LLVMValueRef last) {
    struct oc_edit *edit = meetings->edit;
    LLVMTypeRef type = step_type(edit, meetings->longest + 1);
    if (!meetings->step)
        meetings->step = oc_resumable_variable(edit, self, type);
    for (unsigned i = 0; i < meeting->length; i++) {
        LLVMValueRef number = meeting->list[i];
        if (LLVMIsAAllocaInst(number))
            number = LLVMBuildLoad2(edit->builder, edit->i32, number, "");
        store(edit, number, type, meetings->step, STEP_LIST, i);
    }
    if (last)
        store(edit, last, type, meetings->step, STEP_LIST, meeting->length);
    store(edit, LLVMConstInt(edit->i32, meeting->length + (last != NULL), false), type,
          meetings->step, STEP_LENGTH, 0);
    return meetings->step;
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

static const struct oc_meeting *find(const struct oc_meetings *meetings, LLVMValueRef call) {
    size_t item;
    return oc_map_get(&meetings->lists, call, &item) ? &meetings->items[item] : NULL;
}

void oc_meetings_wait(struct oc_meetings *meetings, const struct oc_resumable *self,
                      LLVMValueRef call) {
    struct oc_edit *edit = meetings->edit;
    LLVMTypeRef nothing = LLVMVoidTypeInContext(edit->ir->context);
    oc_edit_split_before(edit, call);
    LLVMValueRef arguments[] = {
        LLVMBuildZExt(edit->builder, LLVMGetOperand(call, 0), edit->i64, ""),
        LLVMGetOperand(call, LLVMGetNumArgOperands(call) - 1),
        build_step(meetings, self, find(meetings, call), NULL)};
    oc_edit_call(edit, OC_NAME_LANES_MEET, nothing, arguments, 3);
    oc_resumable_suspend(edit, self, LLVMGetInstructionParent(call));
    oc_edit_before(edit, call);
    LLVMValueRef result = build_result(edit, call);
    if (LLVMTypeOf(call) != edit->i64)
        result = LLVMBuildTrunc(edit->builder, result, LLVMTypeOf(call), "");
    LLVMReplaceAllUsesWith(call, result);
    oc_edit_remove_call(edit, call);
}

void oc_meetings_enter(struct oc_meetings *meetings, const struct oc_resumable *self,
                       LLVMValueRef call, LLVMValueRef function) {
    const struct oc_meeting *meeting = find(meetings, call);
    if (!meeting)
        return;
    LLVMValueRef step = build_step(meetings, self, meeting, function);
    oc_edit_call(meetings->edit, OC_NAME_LANES_ENTER,
                 LLVMVoidTypeInContext(meetings->edit->ir->context), &step, 1);
}

void oc_meetings_leave(struct oc_meetings *meetings, LLVMValueRef call) {
    if (find(meetings, call))
        oc_edit_call(meetings->edit, OC_NAME_LANES_LEAVE,
                     LLVMVoidTypeInContext(meetings->edit->ir->context), &meetings->step, 1);
}
