#include "cpu/bitpeers.h"

#include "base/map.h"
#include "base/names.h"
#include "cpu/lanefunctions.h"
#include "cpu/lanesalike.h"
#include "ir/edit.h"
#include "ir/llvm_shim.h"
#include "ir/metadata.h"
#include "ir/paths.h"
#include "ir/sums.h"

#include <string.h>

// Of the match that took the place of ballots.
static const char of_bits[] = "offloadcc.bits";

enum { MOST_BITS = 16, MOST_OTHERS = 4, MOST_BLOCKS = 256, DEPTH = 8 };

// ---- Bits --------------------------------------------------------------------------------------

// A bit of a number.
struct bit {
    LLVMValueRef number; // NULL: none
    unsigned place;
};

static bool is_constant(LLVMValueRef value, uint64_t number) {
    return LLVMIsAConstantInt(value) && LLVMConstIntGetZExtValue(value) == number;
}

// The place of the only bit of a constant; -1: it has another form.
static int only_bit(LLVMValueRef value) {
    if (!LLVMIsAConstantInt(value) || oc_ir_width(value) > 64)
        return -1;
    uint64_t number = LLVMConstIntGetZExtValue(value);
    return __builtin_popcountll(number) == 1 ? __builtin_ctzll(number) : -1;
}

// The same bit of what a number is made of.
static struct bit origin(LLVMValueRef number, unsigned place) {
    for (;;) {
        LLVMValueRef from = LLVMIsAInstruction(number) && LLVMGetNumOperands(number)
                                ? LLVMGetOperand(number, 0)
                                : NULL;
        bool is_cast = LLVMIsAZExtInst(number) || LLVMIsATruncInst(number);
        bool shifts = oc_sums_is_opcode(number, LLVMLShr),
             masks = oc_sums_is_opcode(number, LLVMAnd);
        LLVMValueRef by = shifts || masks ? LLVMGetOperand(number, 1) : NULL;
        if ((by && !LLVMIsAConstantInt(by)) || (!is_cast && !by) || oc_ir_width(number) > 64)
            return (struct bit){number, place};
        uint64_t constant = by ? LLVMConstIntGetZExtValue(by) : 0;
        if ((masks && !(constant >> place & 1)) || (is_cast && place >= oc_ir_width(from)) ||
            (shifts && place + constant >= oc_ir_width(from)))
            return (struct bit){NULL, 0}; // it is 0
        place += shifts ? (unsigned)constant : 0;
        number = from;
    }
}

// Reads a value that is 0 or 1, or a condition, as a bit. `may_be_larger`: it only matters whether
// the value is 0.
static struct bit read_bit(LLVMValueRef value, bool may_be_larger) {
    while (LLVMIsAZExtInst(value))
        value = LLVMGetOperand(value, 0);
    if (LLVMIsATruncInst(value) && oc_ir_width(value) == 1)
        return origin(LLVMGetOperand(value, 0), 0);
    if (LLVMIsAICmpInst(value) && LLVMGetICmpPredicate(value) == LLVMIntNE &&
        LLVMIsNull(LLVMGetOperand(value, 1)))
        return read_bit(LLVMGetOperand(value, 0), true);
    if (oc_sums_is_opcode(value, LLVMAnd)) {
        int place = only_bit(LLVMGetOperand(value, 1));
        if (place == 0 || (place > 0 && may_be_larger))
            return origin(LLVMGetOperand(value, 0), (unsigned)place);
    }
    if (oc_sums_is_opcode(value, LLVMLShr) &&
        oc_sums_is_opcode(LLVMGetOperand(value, 0), LLVMAnd)) {
        LLVMValueRef masked = LLVMGetOperand(value, 0);
        int place = only_bit(LLVMGetOperand(masked, 1));
        if (place >= 0 && is_constant(LLVMGetOperand(value, 1), (uint64_t)place))
            return origin(LLVMGetOperand(masked, 0), (unsigned)place);
    }
    return (struct bit){NULL, 0};
}

// ---- Ballots -----------------------------------------------------------------------------------

static LLVMValueRef ballot_of(LLVMValueRef value) {
    value = oc_ir_without_casts(value);
    return strcmp(oc_ir_callee_name(value), OC_NAME_GROUP_BALLOT) == 0 ? value : NULL;
}

// A value whose bits are all 1 where a bit is 0, and else all 0: bit - 1.
static struct bit read_inverter(LLVMValueRef value) {
    if (!oc_sums_is_opcode(value, LLVMAdd) || !LLVMIsAConstantInt(LLVMGetOperand(value, 1)) ||
        LLVMConstIntGetSExtValue(LLVMGetOperand(value, 1)) != -1)
        return (struct bit){NULL, 0};
    return read_bit(LLVMGetOperand(value, 0), false);
}

// Reads the mask of the lanes whose bit is the same as this lane's. Where the lane's bit is 1, that
// is a ballot of the bit; where it is 0, it is the inverse of the ballot.
static struct bit read_lanes_alike(LLVMValueRef value, LLVMValueRef *ballot) {
    struct bit bit = {NULL, 0};
    if (oc_sums_is_opcode(value, LLVMXor)) {
        for (unsigned i = 0; i < 2 && !bit.number; i++) {
            bit = read_inverter(LLVMGetOperand(value, i));
            *ballot = ballot_of(LLVMGetOperand(value, 1 - i));
        }
    } else if (oc_sums_is_opcode(value, LLVMSelect)) {
        LLVMValueRef set = LLVMGetOperand(value, 1), inverse = LLVMGetOperand(value, 2);
        bool inverts = oc_sums_is_opcode(inverse, LLVMXor) && LLVMGetOperand(inverse, 0) == set &&
                       LLVMIsAConstantInt(LLVMGetOperand(inverse, 1)) &&
                       LLVMConstIntGetSExtValue(LLVMGetOperand(inverse, 1)) == -1;
        *ballot = inverts ? ballot_of(set) : NULL;
        bit = read_bit(LLVMGetOperand(value, 0), true);
    }
    struct bit asked = {NULL, 0};
    if (bit.number && *ballot)
        asked = read_bit(oc_lanefunctions_read(*ballot).value, true);
    bool is_same = asked.number == bit.number && asked.place == bit.place;
    return bit.number && is_same ? bit : (struct bit){NULL, 0};
}

// What is combined by `&`.
struct lanes_alike {
    LLVMValueRef number; // whose bits are compared
    uint64_t places;     // of the bits
    LLVMValueRef ballots[MOST_BITS];
    LLVMValueRef others[MOST_OTHERS];
    unsigned count, other_count;
};

static bool read_all(struct lanes_alike *alike, LLVMValueRef value, bool is_root) {
    if (oc_sums_is_opcode(value, LLVMAnd) && (is_root || oc_ir_is_used_once(value)))
        return read_all(alike, LLVMGetOperand(value, 0), false) &&
               read_all(alike, LLVMGetOperand(value, 1), false);
    LLVMValueRef ballot = NULL;
    struct bit bit = read_lanes_alike(value, &ballot);
    if (!bit.number || oc_ir_width(bit.number) > 64 ||
        (alike->number && alike->number != bit.number)) {
        if (alike->other_count == MOST_OTHERS)
            return false;
        alike->others[alike->other_count++] = value;
        return true;
    }
    if (alike->count == MOST_BITS || alike->places >> bit.place & 1)
        return false;
    alike->number = bit.number;
    alike->places |= 1ull << bit.place;
    alike->ballots[alike->count++] = ballot;
    return true;
}

// Whether a sum has no bits but those of lanes. `~set` has more, if its type has.
static bool is_of_lanes(const struct lanes_alike *alike, LLVMValueRef sum) {
    unsigned lanes = oc_lanefunctions_count(alike->ballots[0]), width = oc_ir_width(sum);
    bool is_masked = width <= lanes;
    for (unsigned i = 0; i < alike->other_count && width <= 64; i++)
        is_masked |= LLVMIsAConstantInt(alike->others[i]) &&
                     !(LLVMConstIntGetZExtValue(alike->others[i]) >> lanes % 64);
    return is_masked;
}

struct search {
    struct oc_paths paths;
    struct oc_loop_info *loops;
    struct oc_map come; // blocks, and whether all lanes come there
};

// Whether lanes that a branch parts have met again before they come to a block, or none comes
// there.
static bool meet_before(const struct oc_paths *paths, size_t branch, size_t block) {
    bool *avoid = OC_NEW_ARRAY(paths->arena, paths->count, bool);
    for (size_t meeting = 0; meeting < paths->count; meeting++) {
        if (meeting == branch)
            continue;
        avoid[meeting] = true;
        const bool *between = oc_paths_search(paths, branch, avoid, NULL, NULL);
        avoid[meeting] = false;
        bool all_meet = !between[block] || block == meeting;
        for (size_t b = 0; b < paths->count && all_meet; b++)
            all_meet = !between[b] || paths->next_count[b];
        if (all_meet)
            return true;
    }
    return false;
}

// Whether a value is the same for all lanes, if they take the turns of loops together: also where
// it is computed from the counter of a loop.
static bool is_alike(const struct search *search, LLVMBasicBlockRef block, LLVMValueRef value,
                     LLVMValueRef counter, unsigned depth) {
    if (value == counter || oc_lanesalike_is(search->loops, block, value))
        return true;
    if (!depth || !LLVMIsAInstruction(value))
        return false;
    LLVMBasicBlockRef header = LLVMGetInstructionParent(value);
    const struct oc_loop *loop = oc_loops_around(search->loops, header);
    bool is_counter = LLVMIsAPHINode(value) && LLVMCountIncoming(value) == 2 && loop && !counter;
    for (unsigned i = 0; is_counter && i < 2; i++) {
        LLVMBasicBlockRef from = LLVMGetIncomingBlock(value, i),
                          other = LLVMGetIncomingBlock(value, 1 - i);
        if (from == oc_loop_preheader(loop) && oc_loop_has(loop, other))
            return is_alike(search, from, LLVMGetIncomingValue(value, i), NULL, 0) &&
                   is_alike(search, other, LLVMGetIncomingValue(value, 1 - i), value, depth - 1);
    }
    if (!LLVMIsABinaryOperator(value) && !LLVMIsAICmpInst(value) && !LLVMIsACastInst(value))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
        if (!is_alike(search, block, LLVMGetOperand(value, i), counter, depth - 1))
            return false;
    return true;
}

// Whether all lanes come to a block together.
static bool all_come(const struct search *search, LLVMBasicBlockRef block) {
    const struct oc_paths *paths = &search->paths;
    if (paths->count > MOST_BLOCKS)
        return false; // it would take long
    size_t number = oc_paths_number(paths, block);
    for (size_t b = 0; b < paths->count; b++) {
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(paths->blocks[b]);
        if (paths->next_count[b] < 2)
            continue;
        bool goes_alike = LLVMIsABranchInst(branch) &&
                          is_alike(search, paths->blocks[b], LLVMGetCondition(branch), NULL, DEPTH);
        if (!goes_alike && !meet_before(paths, b, number))
            return false;
    }
    return true;
}

// Whether the bits are neighbours, and all lanes vote in the block that has the sum.
static bool can_match(struct search *search, const struct lanes_alike *alike, LLVMValueRef sum) {
    if (alike->count < 2 || !is_of_lanes(alike, sum))
        return false;
    uint64_t places = alike->places >> __builtin_ctzll(alike->places);
    LLVMBasicBlockRef block = LLVMGetInstructionParent(sum);
    for (unsigned i = 0; i < alike->count; i++)
        if (LLVMGetInstructionParent(alike->ballots[i]) != block)
            return false;
    size_t come;
    if (!oc_map_get(&search->come, block, &come))
        oc_map_set(&search->come, block, come = all_come(search, block));
    return !(places & (places + 1)) && come;
}

// ---- The change --------------------------------------------------------------------------------

static LLVMValueRef build_match(struct oc_edit *edit, const struct lanes_alike *alike,
                                LLVMTypeRef type) {
    LLVMBuilderRef builder = edit->builder;
    LLVMTypeRef of_number = LLVMTypeOf(alike->number);
    LLVMValueRef place = LLVMConstInt(of_number, (unsigned)__builtin_ctzll(alike->places), false);
    LLVMValueRef key = LLVMBuildLShr(builder, alike->number, place, "");
    key =
        LLVMBuildAnd(builder, key, LLVMConstInt(of_number, (1ull << alike->count) - 1, false), "");
    LLVMValueRef arguments[] = {
        LLVMBuildZExtOrBitCast(builder, key, edit->i64, ""),
        LLVMConstInt(edit->i32, oc_lanefunctions_count(alike->ballots[0]), false)};
    LLVMValueRef match = oc_edit_call(edit, OC_NAME_GROUP_MATCH, edit->i64, arguments, 2);
    oc_ir_add_attribute(edit->ir, LLVMGetCalledValue(match), "convergent");
    oc_metadata_mark(match, of_bits);
    return LLVMBuildIntCast2(builder, match, type, false, "");
}

// Removes what has no uses from a sum of lanes, and the ballots.
static void remove_unused(struct oc_edit *edit, LLVMValueRef value) {
    if (!LLVMIsAInstruction(value) || LLVMGetFirstUse(value) || LLVMIsAPHINode(value) ||
        (!ballot_of(value) && !oc_ir_only_computes(value)))
        return;
    enum { MOST_OPERANDS = 4 };
    LLVMValueRef operands[MOST_OPERANDS];
    int count = LLVMGetNumOperands(value);
    if (count > MOST_OPERANDS)
        return;
    for (int i = 0; i < count; i++)
        operands[i] = LLVMGetOperand(value, (unsigned)i);
    if (LLVMIsACallInst(value))
        oc_edit_remove_call(edit, value);
    else
        LLVMInstructionEraseFromParent(value);
    for (int i = 0; i < count; i++)
        remove_unused(edit, operands[i]);
}

// Whether a sum is not part of another one.
static bool is_whole(LLVMValueRef sum) {
    LLVMUseRef use = LLVMGetFirstUse(sum);
    return use && !(oc_ir_is_used_once(sum) && oc_sums_is_opcode(LLVMGetUser(use), LLVMAnd));
}

void oc_bitpeers_find(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values all = {.arena = ir->arena}, sums = all;
    struct search search = {.loops = oc_loops_read(function), .come = {.arena = ir->arena}};
    oc_paths_read(ir->arena, function, &search.paths);
    oc_edit_collect(&edit, function, LLVMAnd, &all);
    for (size_t i = 0; i < all.count; i++)
        if (is_whole(all.items[i]))
            oc_values_add(&sums, all.items[i]);
    for (size_t i = 0; i < sums.count; i++) {
        struct lanes_alike alike = {.number = NULL};
        LLVMValueRef sum = sums.items[i];
        if (!read_all(&alike, sum, true) || !can_match(&search, &alike, sum))
            continue;
        oc_edit_before(&edit, sum);
        LLVMValueRef result = build_match(&edit, &alike, LLVMTypeOf(sum));
        for (unsigned k = 0; k < alike.other_count; k++)
            result = LLVMBuildAnd(edit.builder, result, alike.others[k], "");
        LLVMReplaceAllUsesWith(sum, result);
        remove_unused(&edit, sum);
    }
    oc_loops_dispose(search.loops);
    oc_edit_end(&edit);
}

// How many bits a key has; 0: that is not known.
static unsigned width_of_key(LLVMValueRef key) {
    LLVMValueRef constant = oc_sums_is_opcode(key, LLVMAnd) || oc_sums_is_opcode(key, LLVMLShr)
                                ? LLVMGetOperand(key, 1)
                                : NULL;
    if (!constant || !LLVMIsAConstantInt(constant))
        return 0;
    uint64_t number = LLVMConstIntGetZExtValue(constant);
    if (oc_sums_is_opcode(key, LLVMLShr))
        return (unsigned)(oc_ir_width(key) - number);
    return number & (number + 1) ? 0 : (unsigned)__builtin_popcountll(number);
}

static void restore(struct oc_edit *edit, LLVMValueRef match) {
    LLVMBuilderRef builder = edit->builder;
    LLVMValueRef key = LLVMGetOperand(match, 0), same = NULL;
    unsigned width = width_of_key(LLVMIsAZExtInst(key) ? LLVMGetOperand(key, 0) : key);
    unsigned lanes = oc_lanefunctions_count(match);
    oc_edit_before(edit, match);
    for (unsigned place = 0; place < width && width <= MOST_BITS; place++) {
        LLVMValueRef bit = LLVMBuildLShr(builder, key, LLVMConstInt(edit->i64, place, false), "");
        bit = LLVMBuildAnd(builder, bit, LLVMConstInt(edit->i64, 1, false), "");
        LLVMValueRef vote = LLVMBuildTrunc(builder, bit, edit->i32, ""),
                     set = oc_lanefunctions_build_ballot(edit, vote, lanes);
        LLVMValueRef inverter = LLVMBuildSub(builder, bit, LLVMConstInt(edit->i64, 1, false), "");
        set = LLVMBuildXor(builder, set, inverter, "");
        same = same ? LLVMBuildAnd(builder, same, set, "") : set;
    }
    if (!same)
        return;
    if (lanes < 64) // ~set has more bits
        same = LLVMBuildAnd(builder, same, LLVMConstInt(edit->i64, (1ull << lanes) - 1, false), "");
    LLVMReplaceAllUsesWith(match, same);
    oc_edit_remove_call(edit, match);
}

void oc_bitpeers_restore(struct oc_ir *ir, LLVMValueRef function) {
    struct oc_edit edit = oc_edit_begin(ir);
    struct oc_values calls = {.arena = ir->arena};
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++)
        if (strcmp(oc_ir_callee_name(calls.items[i]), OC_NAME_GROUP_MATCH) == 0 &&
            oc_metadata_has(calls.items[i], of_bits))
            restore(&edit, calls.items[i]);
    oc_edit_end(&edit);
}
