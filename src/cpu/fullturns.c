#include "cpu/fullturns.h"

#include "base/names.h"
#include "cpu/loops/alike.h"
#include "cpu/turnbounds.h"
#include "ir/copies.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/metadata.h"
#include "ir/waits.h"

#include <string.h>

enum { DEPTH = 8, MOST_INSTRUCTIONS = 100, MOST_FACTOR = 1 << 12 };

struct splitting {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    LLVMTypeRef i32, i64;
    struct oc_turns_loop *loop;
};

// ---- The greatest start ------------------------------------------------------------------------

static bool calls(LLVMValueRef value, const char *name) {
    return strcmp(oc_ir_callee_name(value), name) == 0;
}

static LLVMValueRef wide(const struct splitting *at, LLVMValueRef value) {
    return LLVMTypeOf(value) == at->i64 ? value : LLVMBuildZExt(at->builder, value, at->i64, "");
}

static LLVMValueRef number(const struct splitting *at, uint64_t value) {
    return LLVMConstInt(at->i64, value, false);
}

static LLVMValueRef constant_of(const struct splitting *at, LLVMValueRef constant) {
    return number(at, LLVMConstIntGetZExtValue(constant));
}

static LLVMValueRef size_of(const struct splitting *at, const char *name, LLVMValueRef call) {
    return wide(at, oc_ids_call(at->ir, at->builder, name, LLVMGetOperand(call, 0)));
}

static LLVMValueRef most_of_call(const struct splitting *at, LLVMValueRef call) {
    LLVMValueRef size;
    if (calls(call, OC_NAME_THREAD_ID))
        size = size_of(at, OC_NAME_BLOCK_SIZE, call);
    else if (calls(call, OC_NAME_GLOBAL_ID))
        size = LLVMBuildMul(at->builder, size_of(at, OC_NAME_BLOCK_COUNT, call),
                            size_of(at, OC_NAME_BLOCK_SIZE, call), "");
    else
        return NULL;
    return LLVMBuildSub(at->builder, size, number(at, 1), "");
}

// Whether a value may differ between threads.
static bool may_have_thread(LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value))
        return false;
    if (!depth || LLVMIsAPHINode(value) || calls(value, OC_NAME_THREAD_ID) ||
        calls(value, OC_NAME_GLOBAL_ID))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (may_have_thread(LLVMGetOperand(value, (unsigned)i), depth - 1))
            return true;
    return false;
}

// Builds a number, of 64 bits, that a start is not above for any thread. A start of 32 bits is not
// negative. Returns NULL if the start has another form.
static LLVMValueRef most_of(const struct splitting *at, LLVMValueRef value, int depth) {
    if (!may_have_thread(value, DEPTH))
        return LLVMIsAPHINode(value) ? NULL : wide(at, value);
    if (!depth || LLVMIsAPHINode(value))
        return NULL;
    if (LLVMIsACallInst(value))
        return most_of_call(at, value);
    LLVMValueRef left = LLVMGetOperand(value, 0), right = NULL, constant = NULL;
    if (LLVMGetNumOperands(value) == 2) {
        right = LLVMGetOperand(value, 1);
        constant = LLVMIsAConstantInt(right);
    }
    bool is_factor = constant && LLVMConstIntGetSExtValue(constant) > 0 &&
                     LLVMConstIntGetSExtValue(constant) <= MOST_FACTOR;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode) {
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMLShr:
    case LLVMUDiv:
    case LLVMSDiv:
        return most_of(at, left, depth - 1);
    case LLVMAnd:
    case LLVMURem:
    case LLVMSRem:
        return is_factor ? constant_of(at, constant) : NULL;
    case LLVMAdd:
    case LLVMOr:
        left = most_of(at, left, depth - 1);
        right = left ? most_of(at, right, depth - 1) : NULL;
        return right ? LLVMBuildAdd(at->builder, left, right, "") : NULL;
    case LLVMMul:
    case LLVMShl:
        left = is_factor ? most_of(at, left, depth - 1) : NULL;
        return left ? LLVMBuildBinOp(at->builder, opcode, left, constant_of(at, constant), "")
                    : NULL;
    default:
        return NULL;
    }
}

// ---- The copy ----------------------------------------------------------------------------------

// Whether a copy of the loop is not too much code.
static bool is_short(const struct oc_turns_loop *loop) {
    size_t count = 0;
    for (size_t i = 0; i < loop->blocks.count; i++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(loop->blocks.items[i])) {
            if (oc_waits_for_block(instruction) || ++count > MOST_INSTRUCTIONS)
                return false;
        }
    return true;
}

// Whether an instruction computes something, or loads it, and does nothing else.
static bool only_computes(LLVMValueRef instruction) {
    return oc_ir_only_computes(instruction) || oc_ids_is_index(oc_ir_callee_name(instruction));
}

// How many turns at once pay: some where the loop adds up what it loads, and does little else. In a
// part of the turns, a block reads little at each place before the next block reads on there:
// processors follow fewer such places.
static unsigned times_at_once(const struct oc_turns_loop *loop) {
    enum { MOST_LOADS = 8, MOST_IN_PART = 4, LITTLE = 24 };
    unsigned loads = 0, count = 0, phis = 0;
    OC_EACH_INSTRUCTION (instruction, loop->header)
        phis += LLVMIsAPHINode(instruction) != NULL;
    for (size_t i = 0; i < loop->blocks.count; i++)
        OC_EACH_INSTRUCTION (instruction, LLVMValueAsBasicBlock(loop->blocks.items[i])) {
            if (!only_computes(instruction))
                return 1;
            loads += LLVMIsALoadInst(instruction) != NULL;
            count++;
        }
    bool is_little = loads && 2 * loads <= MOST_LOADS && phis > 1 && count <= LITTLE * loads;
    unsigned times = is_little ? MOST_LOADS / loads : 1;
    return loop->may_wait && times > MOST_IN_PART ? MOST_IN_PART : times;
}

// ---- Loops before the loop ---------------------------------------------------------------------

// Copies of a loop's blocks, one for each of the turns that are done at once.
struct copied_turns {
    struct oc_map *of; // for each turn, the copies of blocks and values
    unsigned times;
};

// A turn begins where the one before ends, and asks nothing.
static void follow(const struct splitting *at, const struct copied_turns *turns, unsigned turn,
                   const struct oc_values *phis) {
    const struct oc_turns_loop *loop = at->loop;
    struct oc_map *before = &turns->of[turn - 1], *copies = &turns->of[turn];
    LLVMBasicBlockRef header = oc_copy_of_block(copies, loop->header);
    for (size_t i = 0; i < phis->count; i++) {
        LLVMValueRef phi = phis->items[i], copy = oc_copy_of(copies, phi),
                     value = oc_copy_of(before, oc_edit_incoming(phi, loop->end));
        LLVMReplaceAllUsesWith(copy, value);
        LLVMInstructionEraseFromParent(copy);
        oc_map_set(copies, phi, (size_t)value);
    }
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(header));
    LLVMPositionBuilderAtEnd(at->builder, header);
    LLVMBuildBr(at->builder, oc_copy_of_block(copies, loop->check));
    oc_edit_lead_to(oc_copy_of_block(before, loop->end), oc_copy_of_block(before, loop->header),
                    header);
}

// A phi of the new loop, which has its values from the end of the last copied turn.
static void begin_phi(const struct splitting *at, const struct copied_turns *turns,
                      LLVMValueRef phi) {
    LLVMValueRef copy = oc_copy_of(turns->of, phi), first = oc_edit_incoming(phi, at->loop->before);
    LLVMBasicBlockRef before = at->loop->before;
    LLVMPositionBuilderBefore(at->builder, copy);
    LLVMValueRef begun = LLVMBuildPhi(at->builder, LLVMTypeOf(phi), "");
    LLVMAddIncoming(begun, &first, &before, 1);
    LLVMReplaceAllUsesWith(copy, begun);
    LLVMInstructionEraseFromParent(copy);
    oc_map_set(turns->of, phi, (size_t)begun);
}

static void end_phi(const struct splitting *at, const struct copied_turns *turns,
                    LLVMValueRef phi) {
    const struct oc_map *last = &turns->of[turns->times - 1];
    LLVMBasicBlockRef end = oc_copy_of_block(last, at->loop->end);
    LLVMValueRef next = oc_copy_of(last, oc_edit_incoming(phi, at->loop->end));
    LLVMAddIncoming(oc_copy_of(turns->of, phi), &next, &end, 1);
}

// The loop's own phi begins with what the new loop leaves.
static void go_on_with(const struct splitting *at, const struct copied_turns *turns,
                       LLVMValueRef phi) {
    const struct oc_turns_loop *loop = at->loop;
    LLVMBasicBlockRef header = oc_copy_of_block(turns->of, loop->header), end = loop->end;
    LLVMValueRef begun = oc_copy_of(turns->of, phi), next = oc_edit_incoming(phi, end);
    LLVMPositionBuilderBefore(at->builder, phi);
    LLVMValueRef merged = LLVMBuildPhi(at->builder, LLVMTypeOf(phi), "");
    LLVMAddIncoming(merged, &begun, &header, 1);
    LLVMAddIncoming(merged, &next, &end, 1);
    LLVMReplaceAllUsesWith(phi, merged);
    LLVMInstructionEraseFromParent(phi);
}

// What the copies are of the loop's parts, as a loop.
static struct oc_turns_loop of_copy(const struct splitting *at, const struct oc_map *copies) {
    struct oc_turns_loop loop = {
        .before = at->loop->before,
        .header = oc_copy_of_block(copies, at->loop->header),
        .check = oc_copy_of_block(copies, at->loop->check),
        .end = oc_copy_of_block(copies, at->loop->end),
        .blocks = {.arena = at->ir->arena},
        .sum = oc_copy_of(copies, at->loop->sum),
        .next = oc_copy_of(copies, at->loop->next),
        .start = at->loop->start,
        .may_wait = at->loop->may_wait,
    };
    for (size_t i = 0; i < at->loop->blocks.count; i++)
        oc_values_add(&loop.blocks, oc_copy_of(copies, at->loop->blocks.items[i]));
    return loop;
}

// Puts a loop before the loop that does `times` turns at once, as long as the turn and `most` are
// within the bound. Returns the first of its turns.
static struct oc_turns_loop put_before(const struct splitting *at, unsigned times,
                                       LLVMValueRef most) {
    struct oc_turns_loop *loop = at->loop;
    struct copied_turns turns = {OC_NEW_ARRAY(at->ir->arena, times, struct oc_map), times};
    struct oc_values phis = {.arena = at->ir->arena};
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (LLVMIsAPHINode(instruction))
            oc_values_add(&phis, instruction);
    }
    LLVMValueRef yes = LLVMConstInt(LLVMInt1TypeInContext(at->ir->context), 1, false);
    for (unsigned t = 0; t < times; t++) {
        turns.of[t] = (struct oc_map){.arena = at->ir->arena};
        oc_copy_blocks(at->ir, at->builder, LLVMGetBasicBlockParent(loop->header), &loop->blocks,
                       &turns.of[t]);
        LLVMBasicBlockRef check = oc_copy_of_block(&turns.of[t], loop->check);
        LLVMSetCondition(LLVMGetBasicBlockTerminator(check), yes);
    }
    struct oc_turns_loop first = of_copy(at, turns.of);
    LLVMSetOperand(first.sum, 1, most);
    for (size_t i = 0; i < phis.count; i++)
        begin_phi(at, &turns, phis.items[i]);
    for (unsigned t = 1; t < times; t++)
        follow(at, &turns, t, &phis);
    oc_edit_lead_to(oc_copy_of_block(&turns.of[times - 1], loop->end),
                    oc_copy_of_block(&turns.of[times - 1], loop->header), first.header);
    for (size_t i = 0; i < phis.count; i++)
        end_phi(at, &turns, phis.items[i]);
    for (size_t i = 0; i < phis.count; i++)
        go_on_with(at, &turns, phis.items[i]);
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(first.header), 1, loop->header);
    oc_edit_lead_to(loop->before, loop->header, first.header);
    return first;
}

// ---- Parts -------------------------------------------------------------------------------------

static bool is_inside(const struct oc_turns_loop *loop, LLVMValueRef instruction) {
    return oc_values_contain(&loop->blocks,
                             LLVMBasicBlockAsValue(LLVMGetInstructionParent(instruction)));
}

// Builds, at the builder's position, what the header of `loop` computes if the loop of full turns
// does no turn. Returns a map from the header's values to the new ones.
//
// Three loops run one after the other. The header of the first, which does several turns at once,
// is `several`. The header of the second, which does full turns, is `full`. The third is `loop`.
static struct oc_map compute_as(const struct splitting *at, const struct oc_turns_loop *loop,
                                LLVMBasicBlockRef full, LLVMBasicBlockRef several) {
    struct oc_map values = {.arena = at->ir->arena};
    OC_EACH_INSTRUCTION (instruction, loop->header) {
        if (LLVMIsATerminatorInst(instruction))
            break;
        if (LLVMIsAPHINode(instruction)) {
            LLVMValueRef of_full = oc_edit_incoming(instruction, full);
            oc_map_set(&values, instruction, (size_t)oc_edit_incoming(of_full, several));
            continue;
        }
        LLVMValueRef copy = LLVMInstructionClone(instruction);
        LLVMInsertIntoBuilder(at->builder, copy);
        for (int o = 0; o < LLVMGetNumOperands(copy); o++) {
            size_t value;
            if (oc_map_get(&values, LLVMGetOperand(copy, (unsigned)o), &value))
                LLVMSetOperand(copy, (unsigned)o, (LLVMValueRef)value);
        }
        oc_map_set(&values, instruction, (size_t)copy);
    }
    return values;
}

// Has what follows the loop use `left` of a value of its header.
static void use_after(const struct splitting *at, const struct oc_turns_loop *loop,
                      LLVMValueRef value, LLVMValueRef left) {
    struct oc_values users = {.arena = at->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (!is_inside(loop, LLVMGetUser(use)) && LLVMGetUser(use) != left)
            oc_values_add(&users, LLVMGetUser(use));
    for (size_t i = 0; i < users.count; i++)
        for (int o = 0; o < LLVMGetNumOperands(users.items[i]); o++)
            if (LLVMGetOperand(users.items[i], (unsigned)o) == value)
                LLVMSetOperand(users.items[i], (unsigned)o, left);
}

// Gives a block's phis what they get from a predecessor from the block that took its place.
static void come_from(const struct splitting *at, LLVMBasicBlockRef block, LLVMBasicBlockRef old,
                      LLVMBasicBlockRef now) {
    struct oc_values phis = {.arena = at->ir->arena};
    OC_EACH_INSTRUCTION (phi, block)
        if (LLVMIsAPHINode(phi))
            oc_values_add(&phis, phi);
    for (size_t p = 0; p < phis.count; p++) {
        LLVMPositionBuilderBefore(at->builder, phis.items[p]);
        LLVMValueRef phi = LLVMBuildPhi(at->builder, LLVMTypeOf(phis.items[p]), "");
        for (unsigned i = 0; i < LLVMCountIncoming(phis.items[p]); i++) {
            LLVMValueRef value = LLVMGetIncomingValue(phis.items[p], i);
            LLVMBasicBlockRef from = LLVMGetIncomingBlock(phis.items[p], i);
            LLVMAddIncoming(phi, &value, from == old ? &now : &from, 1);
        }
        LLVMReplaceAllUsesWith(phis.items[p], phi);
        LLVMInstructionEraseFromParent(phis.items[p]);
    }
}

// Leads from the loop that does several turns to the end of all, if no turn is left. The exit has
// no other predecessor than the loop's header, and no phis.
static void skip_if_done(const struct splitting *at, struct oc_turns_loop *loop,
                         LLVMBasicBlockRef full, LLVMBasicBlockRef several) {
    LLVMValueRef end = LLVMGetBasicBlockTerminator(loop->header);
    LLVMBasicBlockRef exit = LLVMGetSuccessor(end, 1), header = loop->header;
    if (LLVMIsAPHINode(LLVMGetFirstInstruction(exit)) || oc_ir_only_predecessor(exit) != header)
        return;
    LLVMBasicBlockRef skip =
        LLVMAppendBasicBlockInContext(at->ir->context, LLVMGetBasicBlockParent(header), "");
    LLVMPositionBuilderAtEnd(at->builder, skip);
    struct oc_map values = compute_as(at, loop, full, several);
    size_t goes_on = 0;
    oc_map_get(&values, LLVMGetCondition(end), &goes_on);
    LLVMBuildCondBr(at->builder, (LLVMValueRef)goes_on, full, exit);
    oc_edit_lead_to(several, full, skip);
    come_from(at, full, several, skip);
    OC_EACH_INSTRUCTION (value, header) {
        size_t skipped;
        if (!oc_map_get(&values, value, &skipped))
            continue;
        LLVMPositionBuilderBefore(at->builder, LLVMGetFirstInstruction(exit));
        LLVMValueRef left = LLVMBuildPhi(at->builder, LLVMTypeOf(value), "");
        LLVMValueRef both[] = {value, (LLVMValueRef)skipped};
        LLVMBasicBlockRef from[] = {header, skip};
        LLVMAddIncoming(left, both, from, 2);
        use_after(at, loop, value, left);
        if (value == loop->more)
            loop->more = left;
        else if (!LLVMGetFirstUse(left))
            LLVMInstructionEraseFromParent(left);
    }
}

void oc_fullturns_split(struct oc_ir *ir, LLVMBuilderRef builder, struct oc_turns_loop *loop) {
    struct splitting at = {ir, builder, LLVMInt32TypeInContext(ir->context),
                           LLVMInt64TypeInContext(ir->context), loop};
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(loop->before));
    LLVMValueRef most = is_short(loop) ? most_of(&at, loop->start, DEPTH) : NULL;
    if (!most)
        return;
    LLVMBasicBlockRef before = loop->before;
    struct oc_turns_loop full = put_before(&at, 1, most);
    oc_metadata_mark(full.next, OC_FULL_TURNS_METADATA);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(before));
    struct oc_values between = {.arena = ir->arena};
    most = LLVMBuildAdd(builder, most, number(&at, oc_turnbounds_decide(ir, &full, &between)), "");
    LLVMSetOperand(full.sum, 1, most);
    unsigned times = times_at_once(&full);
    at.loop = &full;
    if (times > 1) {
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(before));
        LLVMValueRef step = LLVMGetOperand(full.next, 1),
                     others = LLVMBuildMul(builder, step, number(&at, times - 1), "");
        struct oc_turns_loop several =
            put_before(&at, times, LLVMBuildAdd(builder, most, others, ""));
        oc_metadata_mark(several.next, OC_SEVERAL_TURNS_METADATA);
        if (loop->may_wait)
            skip_if_done(&at, loop, full.header, several.header);
    }
    oc_turnbounds_wait(ir, &between);
}
