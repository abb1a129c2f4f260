#include "cpu/peers.h"

#include "base/names.h"
#include "base/text.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanesalike.h"
#include "cpu/lanevectors.h"
#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/sums.h"

#include <string.h>

// ---- Forms -------------------------------------------------------------------------------------

static bool is_number(LLVMValueRef value, long long number) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetSExtValue(value) == number;
}

static bool is_lane(LLVMValueRef value) {
    return strcmp(oc_ir_callee_name(oc_ir_without_casts(value)), OC_NAME_THREAD_ID) == 0;
}

static bool is_shift_by_lane(LLVMValueRef value, long long what) {
    return oc_sums_is_opcode(value, LLVMShl) && is_number(LLVMGetOperand(value, 0), what) &&
           is_lane(LLVMGetOperand(value, 1));
}

bool oc_peers_is_mask_before(LLVMValueRef value) {
    value = oc_ir_without_casts(value);
    bool inverts = oc_sums_is_opcode(value, LLVMXor), adds = oc_sums_is_opcode(value, LLVMAdd);
    return (inverts || adds) && is_number(LLVMGetOperand(value, 1), -1) &&
           is_shift_by_lane(LLVMGetOperand(value, 0), inverts ? -1 : 1);
}

// What a mask is made of by casts that keep the bits of all lanes; NULL: some are lost.
static LLVMValueRef without_casts(LLVMValueRef mask, unsigned lanes) {
    for (; LLVMIsAZExtInst(mask) || LLVMIsATruncInst(mask); mask = LLVMGetOperand(mask, 0))
        if (oc_ir_width(mask) < lanes)
            return NULL;
    return mask;
}

static bool is_call_of(LLVMValueRef value, const char *name) {
    return value && strcmp(oc_ir_callee_name(value), name) == 0;
}

struct oc_peers oc_peers_mask(LLVMValueRef value, unsigned lanes) {
    struct oc_peers peers = {0};
    value = without_casts(value, lanes);
    if (is_call_of(value, OC_NAME_GROUP_MATCH))
        peers.match = value;
    for (unsigned i = 0; value && !peers.match && oc_sums_is_opcode(value, LLVMAnd) && i < 2; i++) {
        LLVMValueRef match = without_casts(LLVMGetOperand(value, i), lanes);
        LLVMValueRef mask = without_casts(LLVMGetOperand(value, 1 - i), lanes);
        if (is_call_of(match, OC_NAME_GROUP_MATCH) && mask)
            peers = (struct oc_peers){.match = match, .mask = mask};
    }
    return peers;
}

bool oc_peers_are_same(const struct oc_peers *left, const struct oc_peers *right) {
    return left->match && left->match == right->match && left->mask == right->mask;
}

// The operand of a call of an intrinsic whose name begins so; NULL: it is no such call.
static LLVMValueRef operand_of(LLVMValueRef call, const char *name) {
    return oc_starts_with(oc_ir_callee_name(call), name) ? LLVMGetOperand(call, 0) : NULL;
}

// What is chosen unless a mask is zero: `__builtin_ffs(mask) - 1`. Sets *mask to that mask.
static LLVMValueRef unless_zero(LLVMValueRef value, LLVMValueRef *mask) {
    if (!oc_sums_is_opcode(value, LLVMSelect) || !LLVMIsAICmpInst(LLVMGetOperand(value, 0)))
        return value;
    LLVMValueRef comparison = LLVMGetOperand(value, 0);
    bool is_zero = LLVMGetICmpPredicate(comparison) == LLVMIntEQ;
    LLVMValueRef otherwise = LLVMGetOperand(value, is_zero ? 1 : 2);
    if ((!is_zero && LLVMGetICmpPredicate(comparison) != LLVMIntNE) ||
        !LLVMIsNull(LLVMGetOperand(comparison, 1)) || !is_number(otherwise, -1))
        return value;
    *mask = LLVMGetOperand(comparison, 0);
    return oc_ir_without_casts(LLVMGetOperand(value, is_zero ? 2 : 1));
}

// The peers whose first or last lane has a number.
static struct oc_peers ends_at(LLVMValueRef number, unsigned lanes) {
    LLVMValueRef mask = operand_of(number, "llvm.cttz.");
    bool inverts = oc_sums_is_opcode(number, LLVMXor);
    if (mask || (!inverts && !oc_sums_is_opcode(number, LLVMSub)))
        return mask ? oc_peers_mask(mask, lanes) : (struct oc_peers){0};
    mask = operand_of(LLVMGetOperand(number, inverts ? 0 : 1), "llvm.ctlz.");
    if (!mask ||
        !is_number(LLVMGetOperand(number, inverts ? 1 : 0), (long long)oc_ir_width(mask) - 1))
        return (struct oc_peers){0};
    struct oc_peers peers = oc_peers_mask(mask, lanes);
    peers.is_last = true;
    return peers;
}

struct oc_peers oc_peers_leader(LLVMValueRef value, unsigned lanes) {
    LLVMValueRef asked = NULL;
    value = oc_ir_without_casts(value);
    while (oc_sums_is_opcode(value, LLVMAnd) && LLVMIsAConstantInt(LLVMGetOperand(value, 1)) &&
           (LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)) & (lanes - 1)) == lanes - 1)
        value = oc_ir_without_casts(LLVMGetOperand(value, 0));
    struct oc_peers peers = ends_at(unless_zero(value, &asked), lanes);
    struct oc_peers of_question = asked ? oc_peers_mask(asked, lanes) : peers;
    return oc_peers_are_same(&peers, &of_question) ? peers : (struct oc_peers){0};
}

struct oc_peers oc_peers_count(LLVMValueRef value, unsigned lanes) {
    LLVMValueRef mask = operand_of(oc_ir_without_casts(value), "llvm.ctpop.");
    return mask ? oc_peers_mask(mask, lanes) : (struct oc_peers){0};
}

LLVMValueRef oc_peers_counts_before(LLVMValueRef value, unsigned lanes) {
    LLVMValueRef both = operand_of(value, "llvm.ctpop.");
    for (unsigned i = 0; oc_sums_is_opcode(both, LLVMAnd) && i < 2; i++)
        if (oc_peers_is_mask_before(LLVMGetOperand(both, i))) {
            struct oc_peers peers = oc_peers_mask(LLVMGetOperand(both, 1 - i), lanes);
            return peers.mask ? NULL : peers.match;
        }
    return NULL;
}

struct oc_peers oc_peers_asks_for_leader(LLVMValueRef condition, unsigned lanes) {
    struct oc_peers peers = {0};
    if (!LLVMIsAICmpInst(condition) || LLVMGetICmpPredicate(condition) != LLVMIntEQ)
        return peers;
    LLVMValueRef left = LLVMGetOperand(condition, 0), right = LLVMGetOperand(condition, 1);
    for (unsigned i = 0; i < 2 && !peers.match; i++) {
        LLVMValueRef both = i ? right : left, other = i ? left : right;
        if (is_lane(both)) {
            peers = oc_peers_leader(other, lanes);
            peers.is_leader_there = true;
        } else if (oc_sums_is_opcode(both, LLVMAnd) && LLVMIsNull(other)) {
            for (unsigned k = 0; k < 2 && !peers.match; k++)
                if (oc_peers_is_mask_before(LLVMGetOperand(both, k)))
                    peers = oc_peers_mask(LLVMGetOperand(both, 1 - k), lanes);
        }
    }
    return peers;
}

LLVMValueRef oc_peers_key(const struct oc_peers *peers) {
    LLVMValueRef key = LLVMGetOperand(peers->match, 0);
    while (LLVMIsAZExtInst(key) || LLVMIsASExtInst(key) || LLVMIsABitCastInst(key))
        key = LLVMGetOperand(key, 0);
    return key;
}

// ---- Masks that say nothing --------------------------------------------------------------------

// Whether all lanes that come to a block have voted for something by a ballot before.
static bool have_all_voted(const struct oc_loop_info *loops, LLVMValueRef ballot,
                           LLVMBasicBlockRef block) {
    LLVMValueRef predicate = LLVMGetOperand(ballot, 0);
    if (!oc_lanesalike_is(loops, block, ballot))
        return false;
    if (LLVMIsAConstantInt(predicate))
        return !LLVMIsNull(predicate);
    for (LLVMBasicBlockRef before; (before = oc_ir_only_predecessor(block)); block = before) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(before);
        if (LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
            oc_lanefunctions_votes_for(ballot, branch, block))
            return true;
        if (before == LLVMGetInstructionParent(ballot))
            break;
    }
    return false;
}

struct search {
    struct oc_loop_info *loops;
    unsigned lanes;
};

static bool is_full(const struct search *search, LLVMValueRef mask, LLVMValueRef match) {
    mask = without_casts(mask, search->lanes);
    return is_call_of(mask, OC_NAME_GROUP_BALLOT) &&
           have_all_voted(search->loops, mask, LLVMGetInstructionParent(match));
}

// Whether a value is the bit of a leader; returns the match.
static LLVMValueRef match_of_bit(const struct search *search, LLVMValueRef value) {
    if (!oc_sums_is_opcode(value, LLVMShl) || !is_number(LLVMGetOperand(value, 0), 1))
        return NULL;
    struct oc_peers peers = oc_peers_leader(LLVMGetOperand(value, 1), search->lanes);
    return peers.mask ? NULL : peers.match;
}

// What `left & right` is without a mask of all lanes, or with one for sure: one of the two. NULL:
// it is neither.
static LLVMValueRef one_of(const struct search *search, LLVMValueRef both) {
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef part = LLVMGetOperand(both, i), mask = LLVMGetOperand(both, 1 - i);
        LLVMValueRef match = without_casts(part, search->lanes);
        if (!is_call_of(match, OC_NAME_GROUP_MATCH))
            match = match_of_bit(search, part);
        if (match && (is_full(search, mask, match) ||
                      (match_of_bit(search, part) && without_casts(mask, search->lanes) == match)))
            return part;
    }
    return NULL;
}

// Removes a mask that has no uses, and the ballot that it is made of.
static void remove_unused(LLVMValueRef mask) {
    while (!LLVMGetFirstUse(mask)) {
        bool is_cast = LLVMIsAZExtInst(mask) || LLVMIsATruncInst(mask);
        if (!is_cast && !is_call_of(mask, OC_NAME_GROUP_BALLOT))
            return;
        LLVMValueRef of = LLVMGetOperand(mask, 0);
        LLVMInstructionEraseFromParent(mask);
        if (!is_cast)
            return;
        mask = of;
    }
}

// Notes which values are compared by 32 bits, and that a match does nothing to memory: lanes wait
// for each other, but that orders nothing (offload_lanes.h). Returns whether there is one.
static bool note_matches(struct oc_ir *ir, LLVMValueRef function) {
    enum { ONLY_INACCESSIBLE = 3 << 2 }; // reads and writes (LLVM's ModRef.h)
    static const char name[] = "memory";
    unsigned kind = LLVMGetEnumAttributeKindForName(name, sizeof name - 1);
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    bool any = false;
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], how;
        if (!is_call_of(call, OC_NAME_GROUP_MATCH))
            continue;
        any = true;
        LLVMAddCallSiteAttribute(call, LLVMAttributeFunctionIndex,
                                 LLVMCreateEnumAttribute(ir->context, kind, ONLY_INACCESSIBLE));
        LLVMValueRef value = LLVMGetOperand(call, 0);
        if (!LLVMIsAZExtInst(value) || oc_ir_width(LLVMGetOperand(value, 0)) > 32)
            continue;
        how = LLVMGetOperand(call, 1);
        LLVMSetOperand(
            call, 1,
            LLVMConstInt(LLVMTypeOf(how), LLVMConstIntGetZExtValue(how) | OC_MATCH_NARROW, false));
    }
    return any;
}

bool oc_peers_simplify(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    static const char passes[] = "early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg";
    if (!note_matches(ir, function))
        return true;
    if (!oc_ir_run_on_function(ir, function, passes, NULL))
        return false;
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values masks = {.arena = ir->arena};
    struct search search = {oc_loops_read(function), lanes};
    bool any = false;
    oc_edit_collect(&edit, function, LLVMAnd, &masks);
    for (size_t i = 0; i < masks.count; i++) {
        LLVMValueRef part = one_of(&search, masks.items[i]);
        if (!part)
            continue;
        LLVMValueRef operands[] = {LLVMGetOperand(masks.items[i], 0),
                                   LLVMGetOperand(masks.items[i], 1)};
        LLVMReplaceAllUsesWith(masks.items[i], part);
        LLVMInstructionEraseFromParent(masks.items[i]);
        for (unsigned k = 0; k < 2; k++)
            remove_unused(operands[k]);
        any = true;
    }
    oc_loops_dispose(search.loops);
    oc_edit_end(&edit);
    return !any || oc_ir_run_on_function(ir, function, passes, NULL);
}
