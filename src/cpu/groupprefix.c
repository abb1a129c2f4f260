#include "cpu/groupprefix.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "cpu/stride.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/paths.h"
#include "model/unit.h"

#include <string.h>

// The arrays of parts are to fit in the second cache, and in a small stack. One loop over the
// threads of several blocks needs few pages of them: then its arrays stay in the first cache.
enum { MOST_VALUES = 4, MOST_BYTES = 8, BYTES_IN_PARTS = 1 << 16, BYTES = 1 << 13 };

struct parting {
    struct oc_ir *ir;
    const struct oc_values *shared;
    LLVMValueRef function;
    LLVMValueRef enter; // the call before the thread's code
    struct oc_stride_turns loop;
    struct oc_paths paths;
    bool *before;                     // for each block: the loop can be reached from it
    bool *inside;                     // for each block: it is in the loop
    LLVMBasicBlockRef of_end;         // where a thread's code ends
    LLVMValueRef values[MOST_VALUES]; // of the loop that later code uses
    unsigned count;
    unsigned room; // of the arrays, in threads
};

// ---- What can be parted ------------------------------------------------------------------------

static bool mentions_shared(const struct parting *at, LLVMValueRef value) {
    if (LLVMIsAGlobalVariable(value))
        return oc_values_contain(at->shared, value);
    if (!LLVMIsAConstantExpr(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (mentions_shared(at, LLVMGetOperand(value, (unsigned)i)))
            return true;
    return false;
}

static bool is_dynamic_shared(LLVMValueRef value) {
    return strcmp(oc_ir_callee_name(value), OC_NAME_DYNAMIC_SHARED) == 0;
}

static bool is_possible_call(LLVMValueRef call) {
    return oc_ids_is_index(oc_ir_callee_name(call)) || is_dynamic_shared(call) ||
           (oc_ir_calls_intrinsic(call) && oc_ir_is_pure(call));
}

// Whether a thread may do this in the prefix. The code before the loop runs twice. It may compute
// addresses in dynamic shared memory, and do no more with them.
static bool is_possible(const struct parting *at, LLVMValueRef instruction, bool is_in_loop) {
    if (LLVMIsACallInst(instruction) && !is_possible_call(instruction))
        return false;
    if (LLVMIsAInvokeInst(instruction) || LLVMIsAFenceInst(instruction) ||
        LLVMIsAAllocaInst(instruction))
        return false;
    bool writes = LLVMIsAStoreInst(instruction) || LLVMIsAAtomicRMWInst(instruction) ||
                  LLVMIsAAtomicCmpXchgInst(instruction);
    bool accesses = writes || LLVMIsALoadInst(instruction);
    if ((writes && !is_in_loop) || (accesses && LLVMGetVolatile(instruction)))
        return false;
    if (!is_in_loop && accesses && LLVMGetOrdering(instruction) != LLVMAtomicOrderingNotAtomic)
        return false; // the second time, it may load another value
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
        LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
        if (LLVMIsAAllocaInst(operand) || mentions_shared(at, operand) ||
            (!LLVMIsAGetElementPtrInst(instruction) && is_dynamic_shared(oc_ir_base(operand))))
            return false;
    }
    return true;
}

// What the block has of the thread's code.
static LLVMValueRef first_of_thread(const struct parting *at, LLVMBasicBlockRef block) {
    return block == LLVMGetInstructionParent(at->enter) ? LLVMGetNextInstruction(at->enter)
                                                        : LLVMGetFirstInstruction(block);
}

// Whether the blocks before the loop load what the loop may store.
static bool can_part_code(const struct parting *at) {
    bool loads = false, stores = false;
    for (size_t b = 0; b < at->paths.count; b++) {
        if (!at->before[b] && !at->inside[b])
            continue;
        for (LLVMValueRef instruction = first_of_thread(at, at->paths.blocks[b]); instruction;
             instruction = LLVMGetNextInstruction(instruction)) {
            if (!is_possible(at, instruction, at->inside[b]))
                return false;
            stores |= at->inside[b] && (LLVMIsAStoreInst(instruction) != NULL ||
                                        LLVMIsAAtomicRMWInst(instruction) != NULL ||
                                        LLVMIsAAtomicCmpXchgInst(instruction) != NULL);
            loads |= at->before[b] && LLVMIsALoadInst(instruction) != NULL;
        }
    }
    return !loads || !stores;
}

static bool is_outside(const struct parting *at, LLVMValueRef user) {
    return !at->inside[oc_paths_number(&at->paths, LLVMGetInstructionParent(user))];
}

// Finds the values of the loop that later code uses. Only the header leads out of the loop.
static bool find_values(struct parting *at) {
    OC_EACH_INSTRUCTION (instruction, at->loop.header) {
        bool is_used = false;
        for (LLVMUseRef use = LLVMGetFirstUse(instruction); use; use = LLVMGetNextUse(use))
            is_used |= is_outside(at, LLVMGetUser(use));
        if (!is_used)
            continue;
        LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
        bool fits = kind == LLVMIntegerTypeKind || kind == LLVMFloatTypeKind ||
                    kind == LLVMDoubleTypeKind || kind == LLVMPointerTypeKind;
        LLVMTargetDataRef layout = LLVMGetModuleDataLayout(at->ir->module);
        if (!fits || at->count == MOST_VALUES ||
            LLVMABISizeOfType(layout, LLVMTypeOf(instruction)) > MOST_BYTES)
            return false;
        at->values[at->count++] = instruction;
    }
    return at->count > 0;
}

static void find_blocks(struct parting *at) {
    size_t count = at->paths.count, header = oc_paths_number(&at->paths, at->loop.header);
    at->inside = oc_paths_loop(&at->paths, header);
    at->before = oc_paths_to(&at->paths, header);
    for (size_t b = 0; at->inside && b < count; b++)
        at->before[b] &= !at->inside[b];
}

// Whether the loop is around itself: a thread may come to it again.
static bool comes_back(const struct parting *at) {
    LLVMBasicBlockRef exit = at->loop.exit;
    return at->before[oc_paths_number(&at->paths, exit)];
}

static bool can_part(struct parting *at) {
    find_blocks(at);
    return at->inside && !comes_back(at) && can_part_code(at) && find_values(at);
}

// ---- Parts of the turns ------------------------------------------------------------------------

static bool has_value(const struct parting *at, LLVMValueRef value) {
    for (unsigned v = 0; v < at->count; v++)
        if (at->values[v] == value)
            return true;
    return false;
}

// Whether a number depends on how many blocks the grid has.
static bool depends_on_grid(LLVMValueRef number, int depth) {
    if (strcmp(oc_ir_callee_name(number), OC_NAME_BLOCK_COUNT) == 0)
        return true;
    for (int i = 0; depth && LLVMIsAInstruction(number) && i < LLVMGetNumOperands(number); i++)
        if (depends_on_grid(LLVMGetOperand(number, (unsigned)i), depth - 1))
            return true;
    return false;
}

// Whether code before the loop, or in it, tells blocks apart by more than global ids.
static bool is_of_blocks(const struct parting *at) {
    for (size_t b = 0; b < at->paths.count; b++)
        for (LLVMValueRef call = first_of_thread(at, at->paths.blocks[b]);
             call && (at->before[b] || at->inside[b]); call = LLVMGetNextInstruction(call)) {
            const char *name = oc_ir_callee_name(call);
            if (strcmp(name, OC_NAME_THREAD_ID) != 0 && strcmp(name, OC_NAME_BLOCK_ID) != 0)
                continue;
            for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use)) {
                size_t user =
                    oc_paths_number(&at->paths, LLVMGetInstructionParent(LLVMGetUser(use)));
                if (at->before[user] || at->inside[user])
                    return true;
            }
        }
    return false;
}

// How many turns a part has, if parts pay and what a thread keeps from turn to turn is what later
// code uses; else 0. It does several turns at once, some times (fullturns.h).
static unsigned turns_of_part(const struct parting *at) {
    enum { DEPTH = 8, TURNS = 8 };
    OC_EACH_INSTRUCTION (phi, at->loop.header) {
        if (LLVMIsAPHINode(phi) && phi != at->loop.counter && !has_value(at, phi))
            return 0;
    }
    if (!is_of_blocks(at) || !depends_on_grid(at->loop.step, DEPTH))
        return 0;
    return TURNS;
}

// ---- The arrays --------------------------------------------------------------------------------

// Loads what is at a place in the memory that all threads have in common.
static LLVMValueRef load_common(struct oc_edit *edit, LLVMValueRef function, LLVMTypeRef type,
                                unsigned place) {
    return LLVMBuildLoad2(edit->builder, type,
                          oc_edit_after_bytes(edit, LLVMGetParam(function, OC_BODY_MEMORY), place),
                          "");
}

// What the arrays are and where they begin.
struct arrays {
    LLVMValueRef address, base;
};

static struct arrays find_arrays(struct oc_edit *edit, LLVMValueRef function, LLVMValueRef enter) {
    LLVMPositionBuilderBefore(edit->builder, enter);
    return (struct arrays){load_common(edit, function, edit->pointer, OC_GROUPPREFIX_PLACE),
                           load_common(edit, function, edit->i64, OC_GROUPPREFIX_BASE)};
}

// The number of the thread in its blocks, of 64 bits. Where there are several, they are a row.
static LLVMValueRef thread_number(struct parting *at, struct oc_edit *edit,
                                  const struct arrays *arrays) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef number = LLVMConstInt(edit->i64, 0, false);
    for (unsigned d = 2; d > 0; d--) {
        LLVMValueRef dimension = LLVMConstInt(edit->i32, d, false),
                     below = LLVMConstInt(edit->i32, d - 1, false);
        LLVMValueRef id = oc_ids_call(at->ir, builder, OC_NAME_THREAD_ID, dimension),
                     size = oc_ids_call(at->ir, builder, OC_NAME_BLOCK_SIZE, below);
        number = LLVMBuildAdd(builder, number, LLVMBuildZExt(builder, id, edit->i64, ""), "");
        number = LLVMBuildMul(builder, number, LLVMBuildZExt(builder, size, edit->i64, ""), "");
    }
    LLVMValueRef x =
        oc_ids_call(at->ir, builder, OC_NAME_GLOBAL_ID, LLVMConstInt(edit->i32, 0, false));
    return LLVMBuildAdd(builder, number, LLVMBuildSub(builder, x, arrays->base, ""), "");
}

// What a thread has in the arrays before number `v`, in bytes.
static uint64_t bytes_before(const struct parting *at, unsigned v) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(at->ir->module);
    uint64_t bytes = 0;
    while (v-- > 0)
        bytes += LLVMABISizeOfType(layout, LLVMTypeOf(at->values[v]));
    return bytes;
}

// The place of the thread's element of array number `v`.
static LLVMValueRef place_of(const struct parting *at, struct oc_edit *edit, LLVMValueRef arrays,
                             LLVMValueRef number, unsigned v) {
    LLVMTypeRef type = LLVMTypeOf(at->values[v]);
    LLVMValueRef distance = LLVMConstInt(edit->i64, bytes_before(at, v) * at->room, false);
    LLVMValueRef array = LLVMBuildInBoundsGEP2(edit->builder, edit->i8, arrays, &distance, 1, "");
    return LLVMBuildInBoundsGEP2(edit->builder, type, array, &number, 1, "");
}

// ---- The two functions -------------------------------------------------------------------------

// In the copy: after the loop, the thread stores what is left and ends. So it does where it does
// not come to the loop; *all_come: there is no such way. Returns the block that stores.
static LLVMBasicBlockRef end_after_loop(struct parting *at, const struct parting *copy,
                                        struct oc_edit *edit, const struct arrays *arrays,
                                        bool *all_come) {
    *all_come = true;
    for (size_t b = 0; b < copy->paths.count; b++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(copy->paths.blocks[b]);
        for (unsigned s = 0; copy->before[b] && s < LLVMGetNumSuccessors(branch); s++) {
            size_t next = oc_paths_number(&copy->paths, LLVMGetSuccessor(branch, s));
            if (copy->before[next] || copy->inside[next])
                continue;
            LLVMSetSuccessor(branch, s, copy->of_end);
            *all_come = false;
        }
    }
    LLVMBasicBlockRef last = oc_edit_append_block(edit, copy->function);
    oc_edit_lead_to(copy->loop.header, copy->loop.exit, last);
    LLVMPositionBuilderAtEnd(edit->builder, last);
    LLVMValueRef number = thread_number(at, edit, arrays);
    for (unsigned v = 0; v < copy->count; v++)
        LLVMBuildStore(edit->builder, copy->values[v],
                       place_of(copy, edit, arrays->address, number, v));
    LLVMBuildBr(edit->builder, copy->of_end);
    return last;
}

// The phi begins with what the last part has left in array number `v`, but in the first part.
static void begin_with_last(struct oc_edit *edit, LLVMValueRef phi, LLVMValueRef last,
                            LLVMValueRef is_first, LLVMBasicBlockRef before) {
    LLVMPositionBuilderBefore(edit->builder, phi);
    LLVMValueRef begun = LLVMBuildPhi(edit->builder, LLVMTypeOf(phi), "");
    for (unsigned i = 0; i < LLVMCountIncoming(phi); i++) {
        LLVMValueRef value = LLVMGetIncomingValue(phi, i);
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(phi, i);
        if (from == before) {
            oc_edit_before(edit, LLVMGetBasicBlockTerminator(before));
            value = LLVMBuildSelect(edit->builder, is_first, value, last, "");
        }
        LLVMAddIncoming(begun, &value, &from, 1);
    }
    LLVMReplaceAllUsesWith(phi, begun);
    LLVMInstructionEraseFromParent(phi);
}

// Has a block's first thread say that turns are left, or each if the first may not come here.
static void say_more(struct parting *at, const struct parting *copy, struct oc_edit *edit,
                     LLVMBasicBlockRef last, LLVMValueRef more, bool all_come) {
    LLVMBuilderRef builder = edit->builder;
    LLVMBasicBlockRef left = oc_edit_append_block(edit, copy->function);
    LLVMPositionBuilderAtEnd(builder, left);
    LLVMBuildStore(builder, LLVMConstInt(edit->i64, 1, false),
                   oc_edit_after_bytes(edit, LLVMGetParam(copy->function, OC_BODY_MEMORY),
                                       OC_GROUPPREFIX_MORE));
    LLVMBuildBr(builder, copy->of_end);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(last));
    LLVMPositionBuilderAtEnd(builder, last);
    if (all_come) {
        LLVMBasicBlockRef of_first = oc_edit_append_block(edit, copy->function);
        LLVMValueRef zero = LLVMConstNull(edit->i32),
                     id = oc_ids_call(at->ir, builder, OC_NAME_THREAD_ID, zero);
        LLVMBuildCondBr(builder, LLVMBuildICmp(builder, LLVMIntEQ, id, zero, ""), of_first,
                        copy->of_end);
        LLVMPositionBuilderAtEnd(builder, of_first);
    }
    LLVMBuildCondBr(builder, more, left, copy->of_end);
}

// In the copy, the loop does a part of its turns. `last`: the block after it.
static void do_part(struct parting *at, const struct parting *copy, struct oc_edit *edit,
                    const struct arrays *arrays, LLVMBasicBlockRef last, bool all_come) {
    LLVMBuilderRef builder = edit->builder;
    LLVMPositionBuilderBefore(builder, copy->enter);
    struct oc_stride_part part = {
        .number = load_common(edit, copy->function, edit->i64, OC_GROUPPREFIX_PART),
        .turns = load_common(edit, copy->function, edit->i64, OC_GROUPPREFIX_TURNS)};
    oc_edit_before(edit, LLVMGetBasicBlockTerminator(copy->loop.before));
    LLVMValueRef number = thread_number(at, edit, arrays),
                 is_first = LLVMBuildICmp(builder, LLVMIntEQ, part.number,
                                          LLVMConstInt(edit->i64, 0, false), "");
    for (unsigned v = 0; v < copy->count; v++) {
        LLVMTypeRef type = LLVMTypeOf(copy->values[v]);
        if (!LLVMIsAPHINode(copy->values[v]))
            continue;
        oc_edit_before(edit, LLVMGetBasicBlockTerminator(copy->loop.before));
        LLVMValueRef place = place_of(copy, edit, arrays->address, number, v);
        begin_with_last(edit, copy->values[v], LLVMBuildLoad2(builder, type, place, ""), is_first,
                        copy->loop.before);
    }
    oc_stride_rewrite_part(at->ir, copy->function, &part);
    say_more(at, copy, edit, last, part.more, all_come);
}

// In the group's code: the header alone is left of the loop, with the values that it leaves.
static void load_values(struct parting *at) {
    struct oc_edit edit = oc_edit_begin(at->ir);
    struct arrays arrays = find_arrays(&edit, at->function, at->enter);
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(at->loop.header);
    LLVMPositionBuilderBefore(edit.builder, branch);
    LLVMValueRef number = thread_number(at, &edit, &arrays), loads[MOST_VALUES];
    for (unsigned v = 0; v < at->count; v++) {
        LLVMTypeRef type = LLVMTypeOf(at->values[v]);
        loads[v] =
            LLVMBuildLoad2(edit.builder, type, place_of(at, &edit, arrays.address, number, v), "");
    }
    struct oc_values old = {.arena = at->ir->arena};
    OC_EACH_INSTRUCTION (instruction, at->loop.header) {
        if (LLVMIsAPHINode(instruction))
            oc_values_add(&old, instruction);
    }
    for (unsigned v = 0; v < at->count; v++)
        LLVMReplaceAllUsesWith(at->values[v], loads[v]);
    for (size_t i = 0; i < old.count; i++) {
        LLVMReplaceAllUsesWith(old.items[i], LLVMGetPoison(LLVMTypeOf(old.items[i])));
        LLVMInstructionEraseFromParent(old.items[i]);
    }
    LLVMBuildBr(edit.builder, at->loop.exit);
    LLVMInstructionEraseFromParent(branch);
    oc_edit_end(&edit);
}

// The copy's parts, which are in the same order as the original's.
static struct parting in_copy(const struct parting *at, LLVMValueRef function) {
    struct parting copy = *at;
    LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(function);
    copy.function = function;
    copy.enter = oc_ir_find_call(function, OC_NAME_ENTER_GRID);
    oc_paths_read(at->ir->arena, function, &copy.paths);
    OC_EACH_BLOCK (original, at->function) {
        if (original == at->loop.header)
            copy.loop.header = block;
        if (original == at->loop.before)
            copy.loop.before = block;
        if (original == at->loop.exit)
            copy.loop.exit = block;
        if (original == at->of_end)
            copy.of_end = block;
        LLVMValueRef instruction = LLVMGetFirstInstruction(block);
        OC_EACH_INSTRUCTION (value, original) {
            for (unsigned v = 0; v < at->count; v++)
                if (value == at->values[v])
                    copy.values[v] = instruction;
            instruction = LLVMGetNextInstruction(instruction);
        }
        block = LLVMGetNextBasicBlock(block);
    }
    return copy;
}

static void make_prefix(struct parting *at, LLVMValueRef function, bool in_parts) {
    struct parting copy = in_copy(at, function);
    struct oc_edit edit = oc_edit_begin(at->ir);
    struct arrays arrays = find_arrays(&edit, function, copy.enter);
    bool all_come;
    LLVMBasicBlockRef last = end_after_loop(at, &copy, &edit, &arrays, &all_come);
    if (in_parts)
        do_part(at, &copy, &edit, &arrays, last, all_come);
    oc_edit_end(&edit);
}

struct oc_groupprefix oc_groupprefix_part(struct oc_ir *ir, LLVMValueRef of_lanes,
                                          const struct oc_values *shared) {
    struct oc_groupprefix prefix = {0};
    struct parting at = {
        .ir = ir, .shared = shared, .function = of_lanes, .room = OC_MAX_BLOCK_THREADS};
    LLVMValueRef leave = oc_ir_find_call(of_lanes, OC_NAME_LEAVE_GRID);
    at.enter = oc_ir_find_call(of_lanes, OC_NAME_ENTER_GRID);
    if (!at.enter || !leave)
        return prefix;
    struct oc_edit edit = oc_edit_begin(ir);
    at.of_end = oc_edit_begin_with(&edit, leave);
    oc_edit_end(&edit);
    if (!oc_stride_find(ir, of_lanes, &at.loop))
        return prefix;
    oc_paths_read(ir->arena, of_lanes, &at.paths);
    if (!can_part(&at))
        return prefix;
    LLVMValueRef function = oc_copy_function(of_lanes);
    if (!function)
        return prefix;
    const char *name = oc_arena_printf(ir->arena, "%s.prefix", oc_ir_name(of_lanes));
    LLVMSetValueName2(function, name, strlen(name));
    prefix.turns = turns_of_part(&at);
    while (2 * at.room * bytes_before(&at, at.count) <= (prefix.turns ? BYTES_IN_PARTS : BYTES))
        at.room *= 2;
    make_prefix(&at, function, prefix.turns > 0);
    load_values(&at);
    prefix.function = function;
    prefix.bytes = (unsigned)bytes_before(&at, at.count) * at.room;
    prefix.threads = at.room;
    return prefix;
}
