#include "cpu/leaders.h"

#include "base/names.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanevectors.h"
#include "cpu/peers.h"
#include "ir/sums.h"

#include <string.h>

// Whether a value is v & constant, which is v if that is the number of a lane.
static bool keeps_lane(LLVMValueRef value, unsigned lanes) {
    LLVMValueRef constant = oc_sums_is_opcode(value, LLVMAnd) ? LLVMGetOperand(value, 1) : NULL;
    return constant && LLVMIsAConstantInt(constant) &&
           (LLVMConstIntGetZExtValue(constant) & (lanes - 1)) == lanes - 1;
}

// The mask whose lowest bit a value is the number of: cttz(mask), which is poison if the mask has
// no bit. NULL: it is another value.
static LLVMValueRef mask_of_leader(LLVMValueRef value, unsigned lanes) {
    static const char name[] = "llvm.cttz.";
    value = oc_ir_without_casts(value);
    while (keeps_lane(value, lanes))
        value = oc_ir_without_casts(LLVMGetOperand(value, 0));
    bool is_leader = strncmp(oc_ir_callee_name(value), name, sizeof name - 1) == 0 &&
                     LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1));
    return is_leader ? LLVMGetOperand(value, 0) : NULL;
}

// Whether a comparison asks if the lowest bit of a mask is in the mask: mask & (1 << cttz(mask)).
static bool asks_for_leader(LLVMValueRef comparison, unsigned lanes) {
    LLVMValueRef both = LLVMGetOperand(comparison, 0);
    if (!oc_sums_is_opcode(both, LLVMAnd) || !LLVMIsNull(LLVMGetOperand(comparison, 1)))
        return false;
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef bit = LLVMGetOperand(both, i), one;
        if (!oc_sums_is_opcode(bit, LLVMShl) || !LLVMIsAConstantInt(one = LLVMGetOperand(bit, 0)) ||
            LLVMConstIntGetZExtValue(one) != 1)
            continue;
        LLVMValueRef mask = mask_of_leader(LLVMGetOperand(bit, 1), lanes);
        if (mask && mask == LLVMGetOperand(both, 1 - i))
            return true;
    }
    return false;
}

static bool answer(LLVMValueRef function, unsigned lanes) {
    bool any = false;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!LLVMIsAICmpInst(instruction) || !asks_for_leader(instruction, lanes))
                continue;
            LLVMIntPredicate predicate = LLVMGetICmpPredicate(instruction);
            if (predicate != LLVMIntEQ && predicate != LLVMIntNE)
                continue;
            LLVMReplaceAllUsesWith(
                instruction, LLVMConstInt(LLVMTypeOf(instruction), predicate == LLVMIntNE, false));
            any = true;
        }
    return any;
}

bool oc_leaders_stay_together(const struct oc_paths *paths, LLVMBasicBlockRef first,
                              LLVMBasicBlockRef last) {
    struct oc_arena *arena = paths->arena;
    size_t from = oc_paths_number(paths, first), to = oc_paths_number(paths, last);
    bool *avoid = OC_NEW_ARRAY(arena, paths->count, bool);
    if (from == to)
        return true;
    avoid[from] = true;
    if (from != 0 && (to == 0 || oc_paths_search(paths, 0, avoid, NULL, NULL)[to]))
        return false;
    avoid[from] = false;
    avoid[to] = true;
    const bool *between = oc_paths_search(paths, from, avoid, NULL, NULL);
    for (size_t b = 0; b < paths->count; b++)
        if (between[b] && (b == from || !paths->next_count[b]))
            return false;
    // Lanes may come there again, as in a loop that others have left.
    avoid[to] = false;
    avoid[from] = true;
    return !oc_paths_search(paths, to, avoid, NULL, NULL)[to];
}

// What a shuffle by the number of a leader is. OC_SHUFFLE: nothing is known.
static enum oc_shuffle kind_of(const struct oc_paths *paths, LLVMValueRef call) {
    struct oc_lanecall shuffle = oc_lanefunctions_read(call);
    if (shuffle.function != OC_LANES_EXCHANGE || shuffle.how >> OC_LANES_KIND_SHIFT != OC_SHUFFLE)
        return OC_SHUFFLE;
    LLVMValueRef ballot = mask_of_leader(shuffle.by, shuffle.lanes);
    struct oc_peers peers = oc_peers_leader(shuffle.by, shuffle.lanes);
    bool is_same = ballot && strcmp(oc_ir_callee_name(ballot), OC_NAME_GROUP_BALLOT) == 0;
    LLVMValueRef mask = is_same ? ballot : peers.mask ? NULL : peers.match;
    if (!mask || !oc_leaders_stay_together(paths, LLVMGetInstructionParent(mask),
                                           LLVMGetInstructionParent(call)))
        return OC_SHUFFLE;
    return is_same ? OC_SHUFFLE_SAME : OC_SHUFFLE_PEER;
}

bool oc_leaders_find(struct oc_ir *ir, LLVMValueRef function, unsigned lanes) {
    if (answer(function, lanes) &&
        !oc_ir_run_on_function(ir, function, "instcombine<no-verify-fixpoint>,simplifycfg", NULL))
        return false;
    struct oc_values calls = {.arena = ir->arena};
    oc_lanefunctions_find(function, &calls);
    struct oc_paths paths;
    oc_paths_read(ir->arena, function, &paths);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        unsigned last = LLVMGetNumArgOperands(call) - 1;
        LLVMValueRef how = LLVMGetOperand(call, last);
        enum oc_shuffle kind = kind_of(&paths, call);
        if (kind == OC_SHUFFLE)
            continue;
        LLVMValueRef by = LLVMGetOperand(call, 1);
        while (keeps_lane(by, lanes)) // as the branch before asks
            by = LLVMGetOperand(by, 0);
        LLVMSetOperand(call, 1, by);
        unsigned known = (unsigned)kind << OC_LANES_KIND_SHIFT;
        LLVMSetOperand(call, last,
                       LLVMConstInt(LLVMTypeOf(how), LLVMConstIntGetZExtValue(how) | known, false));
    }
    return true;
}
