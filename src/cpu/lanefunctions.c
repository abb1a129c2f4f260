#include "cpu/lanefunctions.h"

#include "base/names.h"
#include "base/text.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/waits.h"
#include "model/unit.h"

#include <string.h>

enum { TURNS = 2 };

struct expansion {
    struct oc_edit edit;
    LLVMValueRef turn; // a variable
    LLVMTypeRef barrier_type;
    LLVMValueRef barrier;
    struct oc_values *shared;
    bool is_group;
};

// What a call needs to know of its thread.
struct thread {
    LLVMValueRef me;    // its number in the block
    LLVMValueRef lane;  // in its group
    LLVMValueRef first; // the number of the group's first thread
    LLVMValueRef count; // of the block's threads
};

static LLVMValueRef number(struct expansion *to, uint64_t value) {
    return LLVMConstInt(to->edit.i32, value, false);
}

static LLVMValueRef ask(struct expansion *to, const char *name, unsigned dimension) {
    return oc_ids_call(to->edit.ir, to->edit.builder, name, number(to, dimension));
}

static struct thread find_thread(struct expansion *to, LLVMValueRef lanes) {
    LLVMBuilderRef at = to->edit.builder;
    if (to->is_group) {
        LLVMValueRef lane = ask(to, OC_NAME_THREAD_ID, 0);
        return (struct thread){lane, lane, number(to, 0), lanes};
    }
    LLVMValueRef x = ask(to, OC_NAME_BLOCK_SIZE, 0), y = ask(to, OC_NAME_BLOCK_SIZE, 1),
                 z = ask(to, OC_NAME_BLOCK_SIZE, 2);
    LLVMValueRef row =
        LLVMBuildNUWAdd(at, ask(to, OC_NAME_THREAD_ID, 1),
                        LLVMBuildNUWMul(at, y, ask(to, OC_NAME_THREAD_ID, 2), ""), "");
    LLVMValueRef me =
        LLVMBuildNUWAdd(at, ask(to, OC_NAME_THREAD_ID, 0), LLVMBuildNUWMul(at, x, row, ""), "");
    LLVMValueRef lane = LLVMBuildURem(at, me, lanes, "");
    return (struct thread){me, lane, LLVMBuildNUWSub(at, me, lane, ""),
                           LLVMBuildNUWMul(at, x, LLVMBuildNUWMul(at, y, z, ""), "")};
}

// The array of this turn, of elements of a type.
static LLVMValueRef find_array(struct expansion *to, LLVMTypeRef element) {
    struct oc_ir *ir = to->edit.ir;
    unsigned length = to->is_group ? OC_LANES_MOST : OC_MAX_BLOCK_THREADS;
    const char *name = oc_arena_printf(ir->arena, "__offloadcc_lanes.exchange%u_%u",
                                       LLVMGetIntTypeWidth(element), length);
    LLVMValueRef array = LLVMGetNamedGlobal(ir->module, name);
    LLVMTypeRef of_turn = LLVMArrayType2(element, length), type = LLVMArrayType2(of_turn, TURNS);
    if (!array) {
        array = LLVMAddGlobal(ir->module, type, name);
        LLVMSetInitializer(array, LLVMGetUndef(type));
        LLVMSetLinkage(array, LLVMInternalLinkage);
        oc_values_add(to->shared, array);
    }
    LLVMValueRef turn = LLVMBuildLoad2(to->edit.builder, to->edit.i64, to->turn, "");
    return LLVMBuildInBoundsGEP2(to->edit.builder, of_turn, array, &turn, 1, "");
}

static LLVMValueRef element_of(struct expansion *to, LLVMTypeRef element, LLVMValueRef array,
                               LLVMValueRef index) {
    LLVMValueRef wide = LLVMBuildZExt(to->edit.builder, index, to->edit.i64, "");
    return LLVMBuildInBoundsGEP2(to->edit.builder, element, array, &wide, 1, "");
}

// All threads wait, and what they exchange next goes to the other array.
static void wait(struct expansion *to) {
    LLVMBuilderRef at = to->edit.builder;
    LLVMBuildCall2(at, to->barrier_type, to->barrier, NULL, 0, "");
    LLVMValueRef turn = LLVMBuildLoad2(at, to->edit.i64, to->turn, "");
    LLVMBuildStore(at, LLVMBuildXor(at, turn, LLVMConstInt(to->edit.i64, 1, false), ""), to->turn);
}

// The number of the thread whose value a thread gets: its own where there is no such lane.
static LLVMValueRef find_other(struct expansion *to, const struct thread *thread,
                               enum oc_shuffle kind, LLVMValueRef by, LLVMValueRef lanes) {
    LLVMBuilderRef at = to->edit.builder;
    LLVMValueRef lane = thread->lane, other = by, is_lane;
    if (kind == OC_SHUFFLE_UP) {
        other = LLVMBuildSub(at, lane, by, "");
        is_lane = LLVMBuildICmp(at, LLVMIntULE, by, lane, "");
    } else if (kind == OC_SHUFFLE_DOWN) {
        other = LLVMBuildAdd(at, lane, by, "");
        is_lane = LLVMBuildICmp(at, LLVMIntULT, by, LLVMBuildNUWSub(at, lanes, lane, ""), "");
    } else {
        if (kind == OC_SHUFFLE_XOR)
            other = LLVMBuildXor(at, lane, by, "");
        is_lane = LLVMBuildICmp(at, LLVMIntULT, other, lanes, "");
    }
    other = LLVMBuildAdd(at, thread->first, other, "");
    if (kind != OC_SHUFFLE_UP)
        is_lane =
            LLVMBuildAnd(at, is_lane, LLVMBuildICmp(at, LLVMIntULT, other, thread->count, ""), "");
    return LLVMBuildSelect(at, is_lane, other, thread->me, "");
}

static LLVMValueRef exchange(struct expansion *to, LLVMValueRef call, unsigned how) {
    LLVMTypeRef type = LLVMTypeOf(call);
    LLVMValueRef lanes = number(to, how & OC_LANES_MASK);
    struct thread thread = find_thread(to, lanes);
    LLVMValueRef array = find_array(to, type);
    LLVMBuildStore(to->edit.builder, LLVMGetOperand(call, 0),
                   element_of(to, type, array, thread.me));
    wait(to);
    LLVMValueRef other = find_other(to, &thread, (enum oc_shuffle)(how >> OC_LANES_KIND_SHIFT),
                                    LLVMGetOperand(call, 1), lanes);
    return LLVMBuildLoad2(to->edit.builder, type, element_of(to, type, array, other), "");
}

// The group's predicates are bytes. Those of lanes that a block's last group lacks are not read as
// such: their bits are masked.
static LLVMValueRef ballot(struct expansion *to, LLVMValueRef call, unsigned how) {
    LLVMBuilderRef at = to->edit.builder;
    unsigned count = how & OC_LANES_MASK;
    LLVMValueRef lanes = number(to, count), zero = number(to, 0);
    struct thread thread = find_thread(to, lanes);
    LLVMValueRef array = find_array(to, to->edit.i8);
    LLVMValueRef is_set = LLVMBuildICmp(at, LLVMIntNE, LLVMGetOperand(call, 0), zero, "");
    LLVMBuildStore(at, LLVMBuildZExt(at, is_set, to->edit.i8, ""),
                   element_of(to, to->edit.i8, array, thread.me));
    wait(to);
    LLVMTypeRef bytes = LLVMVectorType(to->edit.i8, count);
    LLVMValueRef all =
        LLVMBuildLoad2(at, bytes, element_of(to, to->edit.i8, array, thread.first), "");
    LLVMSetAlignment(all, 1);
    LLVMValueRef bits = LLVMBuildICmp(at, LLVMIntNE, all, LLVMConstNull(bytes), "");
    bits = LLVMBuildZExt(
        at, LLVMBuildBitCast(at, bits, LLVMIntTypeInContext(to->edit.ir->context, count), ""),
        to->edit.i64, "");
    LLVMValueRef there = LLVMBuildNUWSub(at, thread.count, thread.first, "");
    there = LLVMBuildSelect(at, LLVMBuildICmp(at, LLVMIntULT, there, lanes, ""), there, lanes, "");
    LLVMValueRef missing =
        LLVMBuildZExt(at, LLVMBuildSub(at, number(to, 64), there, ""), to->edit.i64, "");
    LLVMValueRef mask = LLVMBuildLShr(at, LLVMConstAllOnes(to->edit.i64), missing, "");
    return LLVMBuildAnd(at, bits, mask, "");
}

static struct expansion begin(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared) {
    struct expansion to = {.edit = oc_edit_begin(ir), .shared = shared};
    to.barrier_type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, false);
    to.barrier = LLVMGetNamedFunction(ir->module, OC_NAME_BARRIER);
    if (!to.barrier) {
        to.barrier = LLVMAddFunction(ir->module, OC_NAME_BARRIER, to.barrier_type);
        oc_ir_add_attribute(ir, to.barrier, "convergent");
    }
    oc_edit_before(&to.edit, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body)));
    to.turn = LLVMBuildAlloca(to.edit.builder, to.edit.i64, "");
    return to;
}

static unsigned how_of(LLVMValueRef call) {
    unsigned count = LLVMGetNumArgOperands(call);
    return (unsigned)LLVMConstIntGetZExtValue(LLVMGetOperand(call, count - 1));
}

unsigned oc_lanefunctions_count(LLVMValueRef call) {
    return how_of(call) & OC_LANES_MASK;
}

void oc_lanefunctions_expand(struct oc_ir *ir, LLVMValueRef body, struct oc_values *shared,
                             bool is_group) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMValueRef enter = oc_ir_find_call(body, OC_NAME_ENTER_GRID);
    oc_ir_collect_calls(body, &calls);
    size_t count = 0;
    for (size_t i = 0; i < calls.count; i++)
        if (oc_waits_for_lanes(calls.items[i]))
            calls.items[count++] = calls.items[i];
    if (count == 0 || !enter)
        return;
    struct expansion to = begin(ir, body, shared);
    to.is_group = is_group;
    // Each thread begins with the first array.
    oc_edit_before(&to.edit, LLVMGetNextInstruction(enter));
    LLVMBuildStore(to.edit.builder, LLVMConstNull(to.edit.i64), to.turn);
    for (size_t i = 0; i < count; i++) {
        LLVMValueRef call = calls.items[i];
        bool is_ballot = strcmp(oc_ir_callee_name(call), OC_NAME_GROUP_BALLOT) == 0;
        unsigned how = how_of(call);
        oc_edit_before(&to.edit, call);
        LLVMReplaceAllUsesWith(call, is_ballot ? ballot(&to, call, how) : exchange(&to, call, how));
        oc_edit_remove_call(&to.edit, call);
    }
    oc_edit_end(&to.edit);
}
