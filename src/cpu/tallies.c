#include "cpu/tallies.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanesalike.h"
#include "cpu/lanevectors.h"
#include "cpu/leaders.h"
#include "cpu/peers.h"
#include "ir/copies.h"
#include "ir/edit.h"
#include "ir/ids.h"
#include "ir/llvm_shim.h"
#include "ir/logic.h"
#include "ir/sums.h"
#include "ir/waits.h"

#include <string.h>

enum { MOST_CONDITIONS = 4 };

struct search {
    struct oc_edit edit;
    LLVMValueRef function;
    unsigned lanes;
    const struct oc_values *shared;
    struct oc_loop_info *loops;
    struct oc_paths paths;
};

// What leaders do, and what is to take its place.
struct tally {
    LLVMValueRef access;  // an atomic operation, or a load of what `store` stores with a sum
    LLVMValueRef result;  // of the access: itself, or a freeze of it
    LLVMValueRef store;   // NULL: none
    LLVMValueRef address; // of both
    LLVMAtomicRMWBinOp operation;
    LLVMValueRef operand;            // of the leader's operation
    LLVMValueRef share;              // of each lane; NULL: the operation may be done several times
    LLVMValueRef place;              // before which the lanes do it
    LLVMValueRef branch;             // that parts leaders from others
    LLVMBasicBlockRef block, before; // of what leaders do, and of the branch
    struct oc_peers peers;
    LLVMValueRef conditions[MOST_CONDITIONS]; // others, which are the same for all peers
    unsigned condition_count;
};

// ---- Operations --------------------------------------------------------------------------------

static bool is_shared(const struct search *search, LLVMValueRef address) {
    LLVMValueRef base = oc_ir_base(address);
    return oc_values_contain(search->shared, base) ||
           strcmp(oc_ir_callee_name(base), OC_NAME_DYNAMIC_SHARED) == 0;
}

static bool adds(LLVMAtomicRMWBinOp operation) {
    return operation == LLVMAtomicRMWBinOpAdd || operation == LLVMAtomicRMWBinOpSub;
}

// Whether an operation that is done twice is as if it were done once.
static bool may_repeat(LLVMAtomicRMWBinOp operation) {
    switch (operation) {
    case LLVMAtomicRMWBinOpAnd:
    case LLVMAtomicRMWBinOpOr:
    case LLVMAtomicRMWBinOpMax:
    case LLVMAtomicRMWBinOpMin:
    case LLVMAtomicRMWBinOpUMax:
    case LLVMAtomicRMWBinOpUMin:
        return true;
    default:
        return false;
    }
}

static bool read_atomic(LLVMValueRef atomic, struct tally *tally) {
    tally->access = tally->result = atomic;
    tally->address = LLVMGetOperand(atomic, 0);
    tally->operation = LLVMGetAtomicRMWBinOp(atomic);
    tally->operand = LLVMGetOperand(atomic, 1);
    return LLVMGetOrdering(atomic) == LLVMAtomicOrderingMonotonic;
}

// Reads `*address = load + operand`, where leaders or all lanes load from the address.
static bool read_store(LLVMValueRef store, struct tally *tally) {
    LLVMValueRef sum = LLVMGetOperand(store, 0);
    bool subtracts = oc_sums_is_opcode(sum, LLVMSub);
    if (!subtracts && !oc_sums_is_opcode(sum, LLVMAdd))
        return false;
    tally->store = store;
    tally->address = LLVMGetOperand(store, 1);
    tally->operation = subtracts ? LLVMAtomicRMWBinOpSub : LLVMAtomicRMWBinOpAdd;
    for (unsigned i = 0; i < 2u - subtracts; i++) {
        LLVMValueRef result = LLVMGetOperand(sum, i), load = result;
        if (LLVMIsAFreezeInst(result) && oc_ir_is_used_once(LLVMGetOperand(result, 0)))
            load = LLVMGetOperand(result, 0);
        if (!LLVMIsALoadInst(load) || LLVMGetOperand(load, 0) != tally->address ||
            LLVMGetOrdering(load) != LLVMAtomicOrderingNotAtomic || LLVMGetVolatile(load))
            continue;
        tally->access = load;
        tally->result = result;
        tally->operand = LLVMGetOperand(sum, 1 - i);
    }
    return tally->access && LLVMGetOrdering(store) == LLVMAtomicOrderingNotAtomic;
}

// Whether something but the store uses what a load or an atomic operation returns.
static bool has_result(const struct tally *tally) {
    if (!tally->store)
        return LLVMGetFirstUse(tally->result) != NULL;
    return !oc_ir_is_used_once(tally->result) ||
           !oc_ir_is_used_once(LLVMGetOperand(tally->store, 0));
}

// Adds a condition that leads to the operation. `holds`: it must hold, not fail. Returns false if
// it is not known to be the same for all peers.
static bool add_condition(const struct search *search, struct tally *tally, LLVMValueRef condition,
                          bool holds) {
    LLVMValueRef both[2];
    bool is_or;
    if (holds && oc_logic_read_both(condition, &both[0], &both[1], &is_or) && !is_or)
        return add_condition(search, tally, both[0], true) &&
               add_condition(search, tally, both[1], true);
    struct oc_peers peers = {0};
    if (holds)
        peers = oc_peers_asks_for_leader(condition, search->lanes);
    if (peers.match && !tally->peers.match) {
        tally->peers = peers;
        return true;
    }
    if (!holds || tally->condition_count == MOST_CONDITIONS)
        return false;
    tally->conditions[tally->condition_count++] = condition;
    return true;
}

// Whether nothing before what leaders do, in its block, does or loads something.
static bool is_first(const struct tally *tally) {
    LLVMValueRef before = tally->store ? tally->store : tally->access;
    while ((before = LLVMGetPreviousInstruction(before)))
        if (before != tally->access &&
            (LLVMIsALoadInst(before) || LLVMIsAPHINode(before) || !oc_ir_only_computes(before)))
            return false;
    return true;
}

static bool is_same_for_peers(const struct search *search, const struct tally *tally,
                              LLVMValueRef value) {
    return oc_lanesalike_by_key(search->loops, tally->before, value, oc_peers_key(&tally->peers));
}

// What each lane adds, if the leader adds so much for all of them: the factor of their number.
static LLVMValueRef share_of(const struct search *search, const struct tally *tally,
                             LLVMValueRef sum) {
    LLVMTypeRef type = LLVMTypeOf(sum);
    struct oc_peers count = oc_peers_count(sum, search->lanes);
    if (oc_peers_are_same(&count, &tally->peers))
        return LLVMConstInt(type, 1, false);
    bool shifts = oc_sums_is_opcode(sum, LLVMShl);
    if (!shifts && !oc_sums_is_opcode(sum, LLVMMul))
        return NULL;
    for (unsigned i = 0; i < 2u - shifts; i++) {
        LLVMValueRef factor = LLVMGetOperand(sum, 1 - i);
        count = oc_peers_count(LLVMGetOperand(sum, i), search->lanes);
        if (!oc_peers_are_same(&count, &tally->peers) || !LLVMIsAConstantInt(factor))
            continue;
        return shifts ? LLVMConstInt(type, 1ull << LLVMConstIntGetZExtValue(factor), false)
                      : factor;
    }
    return NULL;
}

// ---- Other accesses ----------------------------------------------------------------------------

// Lanes wait here for what others did to memory.
static bool orders_memory(LLVMValueRef instruction) {
    return oc_waits_for_block(instruction) ||
           (!LLVMGetFirstUse(instruction) &&
            strcmp(oc_ir_callee_name(instruction), OC_NAME_GROUP_BALLOT) == 0);
}

// Whether an instruction may access the same memory, and it matters whether it does so before or
// after the lanes.
static bool interferes(const struct tally *tally, LLVMValueRef instruction) {
    LLVMValueRef memory = oc_ir_base(tally->address), address = NULL;
    bool is_silent = !has_result(tally);
    if (instruction == tally->store || (instruction == tally->access && is_silent))
        return false;
    if (LLVMIsAAtomicRMWInst(instruction)) {
        address = LLVMGetOperand(instruction, 0);
        if (is_silent && !LLVMGetFirstUse(instruction) &&
            LLVMGetAtomicRMWBinOp(instruction) == tally->operation)
            return false;
    } else if (LLVMIsALoadInst(instruction) || LLVMIsAAtomicCmpXchgInst(instruction)) {
        address = LLVMGetOperand(instruction, 0);
    } else if (LLVMIsAStoreInst(instruction)) {
        address = LLVMGetOperand(instruction, 1);
    } else {
        return !oc_ir_only_computes(instruction) && !oc_waits_for_lanes(instruction) &&
               !oc_ir_is_pure(instruction) && !LLVMIsATerminatorInst(instruction) &&
               !oc_starts_with(oc_ir_callee_name(instruction), OC_NAME_PREFIX);
    }
    LLVMValueRef base = oc_ir_base(address);
    bool is_other = LLVMIsAGlobalVariable(base) && LLVMIsAGlobalVariable(memory) && base != memory;
    bool is_argument =
        LLVMIsALoadInst(base) && LLVMIsAArgument(oc_ir_base(LLVMGetOperand(base, 0)));
    return !is_other && !is_argument && !LLVMIsAAllocaInst(base) && !LLVMIsAArgument(base);
}

// Marks the blocks that control comes to from a place, or has come from, without a wait. Returns
// whether something interferes on these ways.
static bool search_ways(const struct search *search, const struct tally *tally, LLVMValueRef from,
                        bool is_back, bool *seen) {
    for (LLVMValueRef at = from; at;
         at = is_back ? LLVMGetPreviousInstruction(at) : LLVMGetNextInstruction(at)) {
        if (orders_memory(at))
            return false;
        if (interferes(tally, at))
            return true;
    }
    const struct oc_paths *paths = &search->paths;
    size_t block = oc_paths_number(paths, LLVMGetInstructionParent(from));
    for (size_t b = 0; b < paths->count; b++)
        for (size_t s = 0; s < paths->next_count[b]; s++) {
            size_t next = is_back ? b : paths->next[b][s];
            if ((is_back ? paths->next[b][s] : b) != block || seen[next])
                continue;
            seen[next] = true;
            LLVMBasicBlockRef way = paths->blocks[next];
            if (search_ways(search, tally,
                            is_back ? LLVMGetLastInstruction(way) : LLVMGetFirstInstruction(way),
                            is_back, seen))
                return true;
        }
    return false;
}

// Whether lanes must wait before and after the operation, so that all see it done by all peers.
static bool needs_waits(const struct search *search, const struct tally *tally) {
    bool holds = LLVMGetSuccessor(tally->branch, 0) == tally->block;
    LLVMBasicBlockRef other = LLVMGetSuccessor(tally->branch, holds);
    LLVMValueRef before = LLVMGetPreviousInstruction(tally->place);
    bool *seen = OC_NEW_ARRAY(search->paths.arena, search->paths.count, bool);
    if (search_ways(search, tally, LLVMGetNextInstruction(tally->access), false, seen) ||
        search_ways(search, tally, LLVMGetFirstInstruction(other), false, seen))
        return true;
    seen = OC_NEW_ARRAY(search->paths.arena, search->paths.count, bool);
    return search_ways(search, tally, before ? before : tally->place, true, seen);
}

// ---- The search --------------------------------------------------------------------------------

// Finds the branch that leads to what leaders do, and what it asks for.
static bool read_branch(const struct search *search, struct tally *tally) {
    tally->block = LLVMGetInstructionParent(tally->store ? tally->store : tally->access);
    tally->before = oc_ir_only_predecessor(tally->block);
    tally->branch = tally->before ? LLVMGetBasicBlockTerminator(tally->before) : NULL;
    if (!tally->branch || !LLVMIsABranchInst(tally->branch) ||
        LLVMGetNumSuccessors(tally->branch) != 2 ||
        LLVMGetSuccessor(tally->branch, 0) == LLVMGetSuccessor(tally->branch, 1))
        return false;
    bool holds = LLVMGetSuccessor(tally->branch, 0) == tally->block;
    return add_condition(search, tally, LLVMGetCondition(tally->branch), holds) &&
           tally->peers.match && (!tally->peers.mask || tally->peers.is_leader_there) &&
           oc_leaders_stay_together(&search->paths, LLVMGetInstructionParent(tally->peers.match),
                                    tally->before);
}

// Whether all that decides what is done is the same for peers.
static bool is_alike(const struct search *search, const struct tally *tally) {
    for (unsigned i = 0; i < tally->condition_count; i++)
        if (!is_same_for_peers(search, tally, tally->conditions[i]))
            return false;
    return (!tally->peers.mask || is_same_for_peers(search, tally, tally->peers.mask)) &&
           is_same_for_peers(search, tally, tally->address) &&
           (tally->share || is_same_for_peers(search, tally, tally->operand));
}

// Finds where the lanes are to do it: before the branch, or where they all load. There, nothing may
// come between that and the store.
static bool find_place(struct tally *tally) {
    LLVMBasicBlockRef loads = LLVMGetInstructionParent(tally->access);
    tally->place = tally->branch;
    if (loads == tally->block)
        return true;
    LLVMBasicBlockRef matches = LLVMGetInstructionParent(tally->peers.match);
    bool is_after = matches != loads;
    for (LLVMValueRef at = tally->access; !is_after && at; at = LLVMGetPreviousInstruction(at))
        is_after = at == tally->peers.match;
    if (loads != tally->before || !is_after || tally->peers.mask || tally->condition_count)
        return false;
    for (LLVMValueRef at = tally->access; (at = LLVMGetNextInstruction(at));)
        if (oc_waits_for_block(at) || interferes(tally, at))
            return false;
    tally->place = tally->access;
    return true;
}

static bool read_tally(const struct search *search, LLVMValueRef instruction, struct tally *out) {
    struct tally tally = {0};
    bool is_store = LLVMIsAStoreInst(instruction);
    if (LLVMGetVolatile(instruction) ||
        !(is_store ? read_store(instruction, &tally) : read_atomic(instruction, &tally)) ||
        LLVMGetTypeKind(LLVMTypeOf(tally.access)) != LLVMIntegerTypeKind ||
        !is_shared(search, tally.address) || !is_first(&tally) || !read_branch(search, &tally))
        return false;
    if (adds(tally.operation))
        tally.share = share_of(search, &tally, tally.operand);
    bool is_plain = !tally.peers.mask && !tally.condition_count;
    *out = tally;
    return (tally.share || may_repeat(tally.operation)) && is_alike(search, &tally) &&
           (!has_result(&tally) || (is_plain && tally.share)) && find_place(out);
}

// ---- The change --------------------------------------------------------------------------------

static void build_wait(struct search *search) {
    LLVMValueRef yes = LLVMConstInt(search->edit.i32, 1, false);
    oc_lanefunctions_build_ballot(&search->edit, yes, search->lanes);
}

// Builds the condition of a lane's operation; NULL: it is always done.
static LLVMValueRef build_condition(struct search *search, const struct tally *tally) {
    LLVMBuilderRef builder = search->edit.builder;
    LLVMValueRef all = NULL;
    if (tally->peers.mask) {
        LLVMValueRef mask = tally->peers.mask;
        LLVMValueRef lane = oc_ids_call(search->edit.ir, builder, OC_NAME_THREAD_ID,
                                        LLVMConstNull(search->edit.i32));
        lane = LLVMBuildZExtOrBitCast(builder, lane, LLVMTypeOf(mask), "");
        all = LLVMBuildTrunc(builder, LLVMBuildLShr(builder, mask, lane, ""), search->edit.i1, "");
    }
    for (unsigned i = 0; i < tally->condition_count; i++)
        all = all ? LLVMBuildAnd(builder, all, tally->conditions[i], "") : tally->conditions[i];
    return all;
}

// A result of the leader's operation, as lanes get it from the leader: frozen and cast. NULL: the
// value is another one.
static LLVMValueRef recast(struct search *search, LLVMValueRef value, LLVMValueRef atomic,
                           LLVMValueRef start) {
    if (value == atomic)
        return start;
    bool is_cast = LLVMIsAZExtInst(value) || LLVMIsASExtInst(value) || LLVMIsATruncInst(value);
    if (!is_cast && !LLVMIsAFreezeInst(value))
        return NULL;
    LLVMValueRef of = recast(search, LLVMGetOperand(value, 0), atomic, start);
    return of && is_cast ? LLVMBuildCast(search->edit.builder, LLVMGetInstructionOpcode(value), of,
                                         LLVMTypeOf(value), "")
                         : of;
}

// Gives all peers what shuffles of a value, which joins the leader's result with others, give them.
static void answer_shuffles(struct search *search, const struct tally *tally, LLVMValueRef phi,
                            LLVMValueRef start) {
    struct oc_values calls = {.arena = search->edit.ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(phi); use; use = LLVMGetNextUse(use))
        if (oc_starts_with(oc_ir_callee_name(LLVMGetUser(use)), OC_NAME_GROUP_EXCHANGE))
            oc_values_add(&calls, LLVMGetUser(use));
    for (size_t i = 0; i < calls.count; i++) {
        struct oc_lanecall call = oc_lanefunctions_read(calls.items[i]);
        struct oc_peers peers = oc_peers_leader(call.by, search->lanes);
        if (call.value == phi && call.how >> OC_LANES_KIND_SHIFT == OC_SHUFFLE &&
            oc_peers_are_same(&peers, &tally->peers) && peers.is_last == tally->peers.is_last &&
            oc_leaders_stay_together(&search->paths, tally->before,
                                     LLVMGetInstructionParent(calls.items[i]))) {
            LLVMReplaceAllUsesWith(calls.items[i], start);
            oc_edit_remove_call(&search->edit, calls.items[i]);
        }
    }
}

// Builds a count of the lanes before this one once more, where another instruction has it later:
// LLVM sees that they are equal.
static LLVMValueRef repeat_count(struct search *search, LLVMValueRef value, LLVMValueRef place) {
    if (!LLVMIsAInstruction(value) || oc_loops_dominate(search->loops, value, place))
        return value;
    LLVMValueRef copy = LLVMInstructionClone(value);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(copy, (unsigned)i,
                       repeat_count(search, LLVMGetOperand(value, (unsigned)i), place));
    LLVMInsertIntoBuilder(search->edit.builder, copy);
    return copy;
}

// Builds the number of peers before this lane.
static LLVMValueRef build_count(struct search *search, const struct tally *tally) {
    struct oc_edit *edit = &search->edit;
    LLVMBuilderRef builder = edit->builder;
    OC_EACH_BLOCK (block, search->function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (oc_peers_counts_before(instruction, search->lanes) == tally->peers.match)
                return repeat_count(search, instruction, tally->place);
    LLVMValueRef lane = oc_ids_call(edit->ir, builder, OC_NAME_THREAD_ID, LLVMConstNull(edit->i32));
    lane = LLVMBuildZExt(builder, lane, edit->i64, "");
    LLVMValueRef others = LLVMBuildShl(builder, LLVMConstAllOnes(edit->i64), lane, "");
    LLVMValueRef before =
        LLVMBuildAnd(builder, tally->peers.match, LLVMBuildNot(builder, others, ""), "");
    return oc_edit_intrinsic(edit, "llvm.ctpop", edit->i64, &before, 1);
}

// Replaces what comes of the leader's result by what comes of each lane's.
static void replace_result(struct search *search, const struct tally *tally, LLVMValueRef own) {
    LLVMBuilderRef builder = search->edit.builder;
    LLVMTypeRef type = LLVMTypeOf(own);
    LLVMValueRef before = LLVMBuildIntCast2(builder, build_count(search, tally), type, false, "");
    before = LLVMBuildMul(builder, before, tally->share, "");
    bool is_sum = tally->operation == LLVMAtomicRMWBinOpAdd;
    LLVMValueRef start =
        is_sum ? LLVMBuildSub(builder, own, before, "") : LLVMBuildAdd(builder, own, before, "");
    LLVMValueRef end = LLVMGetBasicBlockTerminator(tally->block);
    LLVMBasicBlockRef after = LLVMGetNumSuccessors(end) == 1 ? LLVMGetSuccessor(end, 0) : NULL;
    LLVMValueRef phi = after ? LLVMGetFirstInstruction(after) : NULL;
    for (; LLVMIsAPHINode(phi); phi = LLVMGetNextInstruction(phi))
        for (unsigned i = 0; i < LLVMCountIncoming(phi); i++)
            if (LLVMGetIncomingBlock(phi, i) == tally->block) {
                LLVMValueRef value = LLVMGetIncomingValue(phi, i);
                LLVMValueRef passed = recast(search, value, tally->access, start);
                if (passed)
                    answer_shuffles(search, tally, phi, passed);
            }
    bool is_own = !tally->store && !tally->peers.is_last; // of the leader alone
    LLVMReplaceAllUsesWith(tally->result, is_own ? own : start);
}

// Builds the lanes' operation, and the branch around it if there is a condition. Leaves the builder
// after that.
static LLVMValueRef build_operation(struct search *search, const struct tally *tally) {
    struct oc_edit *edit = &search->edit;
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef condition = build_condition(search, tally);
    if (condition) {
        LLVMBasicBlockRef does = oc_edit_block_before(edit, tally->before);
        oc_edit_split_before(edit, tally->place);
        LLVMBuildCondBr(builder, condition, does, tally->before);
        oc_edit_at_end(edit, does, tally->place);
        LLVMPositionBuilderBefore(builder, LLVMBuildBr(builder, tally->before));
    }
    LLVMValueRef address = oc_copy_value(edit->builder, tally->address, tally->block);
    LLVMValueRef operand =
        tally->share ? tally->share : oc_copy_value(edit->builder, tally->operand, tally->block);
    LLVMValueRef own = LLVMBuildAtomicRMW(builder, tally->operation, address, operand,
                                          LLVMAtomicOrderingMonotonic, false);
    LLVMSetAlignment(own, LLVMGetAlignment(tally->access));
    oc_edit_before(edit, tally->place);
    return own;
}

// Has each lane do what leaders did. Returns whether there are new blocks.
static bool replace(struct search *search, const struct tally *tally) {
    bool waits = needs_waits(search, tally);
    oc_edit_before(&search->edit, tally->place);
    if (waits)
        build_wait(search);
    LLVMValueRef own = build_operation(search, tally);
    if (waits)
        build_wait(search);
    if (tally->result != tally->access)
        own = LLVMBuildFreeze(search->edit.builder, own, "");
    if (has_result(tally))
        replace_result(search, tally, own);
    if (tally->store)
        LLVMInstructionEraseFromParent(tally->store);
    if (!LLVMGetFirstUse(tally->result) && tally->result != tally->access)
        LLVMInstructionEraseFromParent(tally->result);
    if (!LLVMGetFirstUse(tally->access))
        LLVMInstructionEraseFromParent(tally->access);
    return tally->peers.mask || tally->condition_count;
}

static void read_function(struct search *search) {
    oc_loops_dispose(search->loops);
    search->loops = oc_loops_read(search->function);
    oc_paths_read(search->edit.ir->arena, search->function, &search->paths);
}

static void remove_matches(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_GROUP_MATCH) == 0 &&
            !LLVMGetFirstUse(calls.items[i]))
            LLVMInstructionEraseFromParent(calls.items[i]);
}

bool oc_tallies_make(struct oc_ir *ir, LLVMValueRef function, unsigned lanes,
                     const struct oc_values *shared) {
    static const char passes[] = "early-cse,instcombine<no-verify-fixpoint>,simplifycfg,adce";
    struct search search = {oc_edit_begin(ir), function, lanes, shared, NULL, {0}};
    struct oc_values found = {.arena = ir->arena};
    struct tally tally;
    bool any = false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            if (LLVMIsAAtomicRMWInst(instruction) || LLVMIsAStoreInst(instruction))
                oc_values_add(&found, instruction);
    read_function(&search);
    for (size_t i = 0; i < found.count; i++)
        if (read_tally(&search, found.items[i], &tally)) {
            if (replace(&search, &tally))
                read_function(&search);
            any = true;
        }
    oc_loops_dispose(search.loops);
    oc_edit_end(&search.edit);
    if (any && !oc_ir_run_on_function(ir, function, passes, NULL))
        return false;
    remove_matches(ir, function);
    return true;
}
