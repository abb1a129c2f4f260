#include "cpu/loops/guards.h"

#include "cpu/loops/sides.h"
#include "ir/intervals.h"

enum { MAX_INSTRUCTIONS = 4000, DEPTH = 12 };

enum wrap { UNSIGNED = 1, SIGNED = 2 };

bool oc_guards_in_region(const struct oc_guards *guards, LLVMBasicBlockRef block) {
    return oc_nest_has(guards->threads, guards->region, block);
}

// What only lanes do that have voted is not in the loop any more (voters.h).
static bool is_left(const struct oc_guards *guards, LLVMBasicBlockRef block) {
    return !oc_map_get(&guards->loops->voted, block, NULL);
}

// ---- Expressions -------------------------------------------------------------------------------

static bool is_computation(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    default:
        return oc_ir_is_index_arithmetic(instruction) || oc_ir_extreme(instruction).is ||
               oc_ir_divides_by_constant(instruction);
    }
}

static bool is_of_row(const struct oc_guards *guards, LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value) || !oc_guards_in_region(guards, LLVMGetInstructionParent(value)))
        return !LLVMIsABasicBlock(value);
    if (!depth || value == guards->loops->x || !is_computation(value))
        return false;
    int count = LLVMGetNumOperands(value) - (LLVMIsACallInst(value) ? 1 : 0);
    for (int i = 0; i < count; i++)
        if (!is_of_row(guards, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

bool oc_guards_is_of_row(const struct oc_guards *guards, LLVMValueRef value) {
    return is_of_row(guards, value, DEPTH);
}

LLVMValueRef oc_guards_chosen(const struct oc_guards *guards, LLVMValueRef value) {
    for (size_t i = 0; i < guards->choice_count; i++)
        if (guards->choices[i].instruction == value)
            return guards->choices[i].chosen;
    return NULL;
}

static bool is_index(struct oc_guards *guards, LLVMValueRef value, int depth, unsigned *wraps);

static bool is_same(const struct oc_guard *guard, const struct oc_guard *other) {
    return guard->instruction == other->instruction && guard->kind == other->kind &&
           guard->constant == other->constant;
}

static bool add_guard(struct oc_guards *guards, struct oc_guard guard) {
    guard.compared = guards->comparing;
    for (size_t i = 0; i < guards->count; i++)
        if (is_same(&guards->items[i], &guard)) {
            guards->items[i].compared |= guard.compared;
            return guards->items[i].wanted == guard.wanted;
        }
    if (guards->count == OC_MAX_GUARDS)
        return false;
    guards->items[guards->count++] = guard;
    return true;
}

static bool has_width(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64);
}

// A truncation of a 64-bit index loses nothing in the main loop. Whether this is one.
static bool add_truncation(struct oc_guards *guards, LLVMValueRef instruction) {
    unsigned wraps = 0;
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) != 32 || !has_width(source) ||
        !is_index(guards, source, DEPTH, &wraps) || wraps)
        return false;
    return add_guard(
        guards,
        (struct oc_guard){.instruction = instruction, .index = source, .kind = OC_GUARD_SMALL});
}

static bool add_sum(struct oc_guards *guards, LLVMValueRef sum, bool is_signed) {
    // Where a thread uses it, it does not wrap: places.h extends what it would be then.
    if (is_signed ? LLVMGetNSW(sum) : LLVMGetNUW(sum))
        return true;
    return add_guard(
        guards, (struct oc_guard){.instruction = sum,
                                  .index = sum,
                                  .kind = is_signed ? OC_GUARD_SIGNED_SUM : OC_GUARD_UNSIGNED_SUM,
                                  .is_signed = is_signed});
}

// Nor do the sums of 32 bits that an index is made of wrap there, as signed or unsigned numbers.
static bool add_sums(struct oc_guards *guards, LLVMValueRef index, bool is_signed) {
    LLVMValueRef left = LLVMGetOperand(index, 0), right = LLVMGetOperand(index, 1);
    LLVMValueRef chosen = oc_guards_chosen(guards, index);
    if (chosen)
        return add_sums(guards, chosen, is_signed);
    switch (LLVMGetInstructionOpcode(index)) {
    case LLVMTrunc:
        return true;
    case LLVMAdd:
    case LLVMSub:
        return LLVMGetIntTypeWidth(LLVMTypeOf(index)) == 32 && add_sum(guards, index, is_signed) &&
               add_sums(guards, is_of_row(guards, left, DEPTH) ? right : left, is_signed);
    case LLVMSelect:
        return add_sums(guards, right, is_signed) &&
               add_sums(guards, LLVMGetOperand(index, 2), is_signed);
    default:
        return false;
    }
}

static bool is_choice(struct oc_guards *guards, LLVMValueRef value, int depth, unsigned *wraps);

// Whether an index is not changed by that where guards hold.
static bool is_small_index(struct oc_guards *guards, LLVMValueRef index, int depth) {
    unsigned wraps = 0;
    return LLVMTypeOf(index) == guards->threads->i64 && is_index(guards, index, depth, &wraps) &&
           !wraps &&
           add_guard(guards, (struct oc_guard){
                                 .instruction = index, .index = index, .kind = OC_GUARD_SMALL});
}

// Whether an index is x and constants.
static bool is_x_and_constants(const struct oc_guards *guards, LLVMValueRef index) {
    for (int depth = DEPTH; depth && LLVMIsAInstruction(index); depth--) {
        if (index == guards->loops->x)
            return true;
        if (LLVMGetInstructionOpcode(index) != LLVMAdd ||
            !LLVMIsAConstantInt(LLVMGetOperand(index, 1)))
            return false;
        index = LLVMGetOperand(index, 0);
    }
    return false;
}

// Whether the lower half of an index, and a constant, is an index where guards hold. What wraps in
// the upper half does not matter. Near x nothing has to be computed for the row.
static bool is_half_index(struct oc_guards *guards, LLVMValueRef index, long constant, int depth) {
    unsigned wraps = 0;
    if (is_x_and_constants(guards, index) && constant <= 0)
        return is_small_index(guards, index, depth);
    return LLVMTypeOf(index) == guards->threads->i64 && is_index(guards, index, depth, &wraps) &&
           add_guard(guards, (struct oc_guard){.instruction = index,
                                               .index = index,
                                               .constant = constant,
                                               .kind = OC_GUARD_HALF});
}

static bool add_comparison(struct oc_guards *guards, LLVMValueRef compare, bool wanted,
                           LLVMBasicBlockRef block);

// Whether a number is 0 or 1 (or -1) by a comparison of the index, as LLVM writes
// `i < n - 1 ? i + 1 : i`. It is one of these where guards hold.
static bool is_step(struct oc_guards *guards, LLVMValueRef value) {
    if (!guards->choosing || (!LLVMIsAZExtInst(value) && !LLVMIsASExtInst(value)) ||
        !LLVMIsAICmpInst(LLVMGetOperand(value, 0)))
        return false;
    LLVMValueRef compare = LLVMGetOperand(value, 0);
    return !is_of_row(guards, compare, DEPTH) &&
           add_comparison(guards, compare, LLVMGetICmpPredicate(compare) != LLVMIntEQ, NULL);
}

// Whether a value is x plus something of the row, in integers of its width. `wraps`: the ways in
// which it perhaps does so.
static bool is_index(struct oc_guards *guards, LLVMValueRef value, int depth, unsigned *wraps) {
    if (value == guards->loops->x)
        return true;
    if (!depth || !LLVMIsAInstruction(value) ||
        !oc_guards_in_region(guards, LLVMGetInstructionParent(value)))
        return false;
    LLVMValueRef left = LLVMGetOperand(value, 0);
    unsigned long back;
    long constant;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAShr:
        left = oc_ir_lower_half(value, &back, &constant);
        return left && back == 32 && is_half_index(guards, left, constant, depth - 1);
    case LLVMAnd:
        return oc_ir_keeps_lower_half(value) && is_small_index(guards, left, depth - 1);
    case LLVMSelect:
    case LLVMCall:
        return guards->choosing && is_choice(guards, value, depth - 1, wraps);
    case LLVMTrunc:
        return LLVMGetNUW(value) && LLVMGetNSW(value) ? is_index(guards, left, depth - 1, wraps)
                                                      : add_truncation(guards, value);
    case LLVMZExt:
    case LLVMSExt: {
        // Extending an index that wraps is no index.
        bool is_signed = LLVMIsASExtInst(value);
        unsigned inner = 0;
        if (!is_index(guards, left, depth - 1, &inner))
            return false;
        // From -1 to 0 it wraps as an unsigned number.
        *wraps |= is_signed ? inner & UNSIGNED : 0;
        return !(inner & (is_signed ? SIGNED : UNSIGNED)) || add_sums(guards, left, is_signed);
    }
    case LLVMOr: // without bits in common, it is a sum
    case LLVMAdd: {
        LLVMValueRef right = LLVMGetOperand(value, 1);
        bool is_or = LLVMGetInstructionOpcode(value) == LLVMOr;
        if (is_or && !LLVMGetIsDisjoint(value))
            return false;
        // Ours have both marks. A user's sum may not wrap only for threads that come to it.
        *wraps |= is_or || (LLVMGetNUW(value) && LLVMGetNSW(value)) ? 0 : UNSIGNED | SIGNED;
        if (is_of_row(guards, right, DEPTH) || is_step(guards, right))
            return is_index(guards, left, depth - 1, wraps);
        return is_of_row(guards, left, DEPTH) && is_index(guards, right, depth - 1, wraps);
    }
    case LLVMSub:
        *wraps |= UNSIGNED | SIGNED;
        return is_of_row(guards, LLVMGetOperand(value, 1), DEPTH) &&
               is_index(guards, left, depth - 1, wraps);
    default:
        return false;
    }
}

// ---- Finding comparisons -----------------------------------------------------------------------

// Sets kind and the rest for a comparison with the index on the left. Whether it can be a guard.
static bool classify_comparison(struct oc_guard *guard, LLVMIntPredicate predicate) {
    bool wanted = guard->wanted;
    guard->kind = OC_GUARD_ORDERED;
    guard->is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE ||
                       predicate == LLVMIntSGT || predicate == LLVMIntSGE;
    switch (predicate) {
    case LLVMIntEQ:
    case LLVMIntNE:
        guard->kind = OC_GUARD_DIFFERENT;
        return wanted == (predicate == LLVMIntNE);
    case LLVMIntULT:
    case LLVMIntSLT:
    case LLVMIntUGE:
    case LLVMIntSGE:
        guard->less = wanted == (predicate == LLVMIntULT || predicate == LLVMIntSLT);
        return true;
    case LLVMIntULE:
    case LLVMIntSLE:
    case LLVMIntUGT:
    case LLVMIntSGT:
        guard->or_equal = true;
        guard->less = wanted == (predicate == LLVMIntULE || predicate == LLVMIntSLE);
        return true;
    default:
        return false;
    }
}

// Whether a value is computed from x and constants alone.
static bool is_of_x(const struct oc_guards *guards, LLVMValueRef value, int depth) {
    if (value == guards->loops->x || LLVMIsAConstantInt(value))
        return true;
    if (!depth || !LLVMIsAInstruction(value) || LLVMIsAPHINode(value) || LLVMIsALoadInst(value) ||
        LLVMIsACallInst(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_of_x(guards, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

// Whether the comparison is a guard now. That of a lane's number in its group is not: it seldom has
// one outcome for all lanes.
static bool add_comparison(struct oc_guards *guards, LLVMValueRef compare, bool wanted,
                           LLVMBasicBlockRef block) {
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    struct oc_guard guard = {
        .instruction = compare, .wanted = wanted, .block = block, .ends = guards->ends};
    if (is_of_row(guards, compare, DEPTH)) {
        guard.kind = OC_GUARD_ROW;
        return guards->rows && add_guard(guards, guard);
    }
    if (!has_width(left))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (is_of_row(guards, left, DEPTH)) {
        LLVMValueRef other = left;
        left = right;
        right = other;
        predicate = oc_intervals_turned(predicate);
    }
    if (oc_nest_is_of_lanes(guards->threads, guards->loops) && is_of_x(guards, left, DEPTH))
        return false;
    unsigned wraps = 0;
    guards->comparing = true;
    bool is_found = is_of_row(guards, right, DEPTH) && is_index(guards, left, DEPTH, &wraps) &&
                    classify_comparison(&guard, predicate);
    guards->comparing = false;
    if (!is_found)
        return false;
    guard.index = left;
    guard.bound = right;
    guard.never_wraps = !(wraps & (guard.is_signed ? SIGNED : UNSIGNED));
    return add_guard(guards, guard);
}

// ---- Choices -----------------------------------------------------------------------------------

static bool add_choice(struct oc_guards *guards, LLVMValueRef instruction, LLVMValueRef chosen) {
    LLVMValueRef known = oc_guards_chosen(guards, instruction);
    if (known || guards->choice_count == OC_MAX_GUARDS)
        return known == chosen;
    guards->choices[guards->choice_count++] = (struct oc_choice){instruction, chosen};
    return true;
}

// An index, but no more than that or no less: the main loop is where it is the index.
static bool is_bounded_index(struct oc_guards *guards, LLVMValueRef value, int depth,
                             unsigned *wraps) {
    struct oc_extreme extreme = oc_ir_extreme(value);
    if (!extreme.is || !has_width(value))
        return false;
    unsigned at = is_of_row(guards, LLVMGetOperand(value, 0), DEPTH) ? 1 : 0;
    struct oc_guard guard = {.instruction = value,
                             .index = LLVMGetOperand(value, at),
                             .bound = LLVMGetOperand(value, 1 - at),
                             .kind = OC_GUARD_ORDERED,
                             .wanted = true,
                             .is_signed = extreme.is_signed,
                             .less = !extreme.is_max,
                             .or_equal = !extreme.is_max};
    unsigned own = 0;
    if (!is_of_row(guards, guard.bound, DEPTH) || !is_index(guards, guard.index, depth, &own))
        return false;
    guard.never_wraps = !(own & (guard.is_signed ? SIGNED : UNSIGNED));
    *wraps |= own;
    return add_guard(guards, guard) && add_choice(guards, value, guard.index);
}

// An index or something else: the main loop is where it is the index.
static bool is_selected_index(struct oc_guards *guards, LLVMValueRef value, int depth,
                              unsigned *wraps) {
    LLVMValueRef condition = LLVMGetOperand(value, 0);
    LLVMValueRef arms[] = {LLVMGetOperand(value, 2), LLVMGetOperand(value, 1)};
    if (is_of_row(guards, condition, DEPTH))
        return is_index(guards, arms[0], depth, wraps) && is_index(guards, arms[1], depth, wraps);
    LLVMValueRef chosen = oc_guards_chosen(guards, value);
    if (!LLVMIsAICmpInst(condition))
        return false;
    for (int wanted = 1; wanted >= 0; wanted--)
        if ((!chosen || chosen == arms[wanted]) && !is_of_row(guards, arms[wanted], DEPTH) &&
            is_index(guards, arms[wanted], depth, wraps) &&
            add_comparison(guards, condition, wanted, NULL))
            return add_choice(guards, value, arms[wanted]);
    return false;
}

static bool is_choice(struct oc_guards *guards, LLVMValueRef value, int depth, unsigned *wraps) {
    return LLVMIsASelectInst(value) ? is_selected_index(guards, value, depth, wraps)
                                    : is_bounded_index(guards, value, depth, wraps);
}

// ---- Conditions of branches --------------------------------------------------------------------

static bool is_constant_bit(LLVMValueRef value, bool wanted) {
    LLVMValueRef constant = LLVMIsAConstantInt(value);
    return constant && LLVMConstIntGetZExtValue(constant) == wanted;
}

// The parts of a condition that must all be *wanted for it to be so; their number, 0 if there are
// no such parts. A negation changes *wanted.
static int parts_of(LLVMValueRef condition, bool *wanted, LLVMValueRef parts[2]) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    if (LLVMIsASelectInst(condition)) {
        // select a, b, false: both; select a, true, b: either
        bool is_and = is_constant_bit(LLVMGetOperand(condition, 2), false);
        bool is_or = is_constant_bit(LLVMGetOperand(condition, 1), true);
        parts[0] = LLVMGetOperand(condition, 0);
        parts[1] = LLVMGetOperand(condition, is_and ? 1 : 2);
        return (is_and && *wanted) || (is_or && !*wanted) ? 2 : 0;
    }
    if ((opcode == LLVMAnd && *wanted) || (opcode == LLVMOr && !*wanted)) {
        parts[0] = LLVMGetOperand(condition, 0);
        parts[1] = LLVMGetOperand(condition, 1);
        return 2;
    }
    if (opcode != LLVMXor || !is_constant_bit(LLVMGetOperand(condition, 1), true))
        return 0;
    *wanted = !*wanted;
    parts[0] = LLVMGetOperand(condition, 0);
    return 1;
}

// The part of a condition that is enough for it to be `wanted`, if the other is the same for the
// row: a check asks first what is so for all of a block. NULL: there is no such part.
static LLVMValueRef enough(const struct oc_guards *guards, LLVMValueRef condition, bool wanted) {
    LLVMValueRef parts[2];
    bool contrary = !wanted;
    if (parts_of(condition, &contrary, parts) != 2 || !is_of_row(guards, parts[0], DEPTH))
        return NULL;
    return parts[1];
}

// Adds what a condition needs to be `wanted`.
static void add_condition(struct oc_guards *guards, LLVMValueRef condition, bool wanted,
                          LLVMBasicBlockRef block, int depth) {
    if (!depth || !LLVMIsAInstruction(condition))
        return;
    if (LLVMIsAICmpInst(condition)) {
        add_comparison(guards, condition, wanted, block);
        return;
    }
    LLVMValueRef parts[2], part = guards->ends ? enough(guards, condition, wanted) : NULL;
    if (part) {
        add_condition(guards, part, wanted, block, depth - 1);
        return;
    }
    int count = parts_of(condition, &wanted, parts);
    for (int i = 0; i < count; i++)
        add_condition(guards, parts[i], wanted, block, depth - 1);
}

// ---- Branches ----------------------------------------------------------------------------------

// Whether a branch asks for one thread of a block. In most kernels that is the first or the last
// one. The main loop is then for all other threads, even if they do nothing after the branch.
static bool is_for_one_thread(const struct oc_guards *guards, LLVMValueRef branch) {
    if (guards->threads->flat || !LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return false;
    LLVMValueRef condition = LLVMGetCondition(branch);
    if (!LLVMIsAICmpInst(condition) || is_of_row(guards, condition, DEPTH))
        return false;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(condition);
    return predicate == LLVMIntEQ || predicate == LLVMIntNE;
}

static void add_branch(struct oc_guards *guards, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    unsigned working;
    bool found = oc_sides_find(guards, block, &working, &guards->ends);
    if (!guards->ends && is_for_one_thread(guards, branch)) {
        LLVMValueRef condition = LLVMGetCondition(branch);
        add_comparison(guards, condition, LLVMGetICmpPredicate(condition) == LLVMIntNE, block);
        return;
    }
    if (!found)
        return;
    // One outcome in the row is LLVM's to take out of the loop, unless nothing is left of the loop.
    // A loop over lanes is short: it stays a loop if LLVM does not do so.
    guards->rows = oc_nest_is_of_lanes(guards->threads, guards->loops) ||
                   oc_sides_is_idle(guards, block, LLVMGetSuccessor(branch, 1 - working));
    add_condition(guards, LLVMGetCondition(branch), working == 0, block, DEPTH);
    guards->ends = false;
}

// Addresses are computed from extended indices: these are to be of 64 bits throughout (widen.h).
// Finding them adds what that takes.
static void add_extension(struct oc_guards *guards, LLVMValueRef instruction) {
    unsigned wraps = 0;
    if ((LLVMIsASExtInst(instruction) || LLVMIsAZExtInst(instruction)) && has_width(instruction))
        is_index(guards, instruction, DEPTH, &wraps);
}

// ---- Addresses ---------------------------------------------------------------------------------

// Whether an index is x plus something in 64 bits as it is.
static bool is_plain(const struct oc_guards *guards, LLVMValueRef index) {
    for (int depth = DEPTH; depth && LLVMIsAInstruction(index); depth--) {
        if (index == guards->loops->x)
            return true;
        if (LLVMGetInstructionOpcode(index) != LLVMAdd)
            return false;
        index = LLVMGetOperand(index, is_of_row(guards, LLVMGetOperand(index, 0), DEPTH) ? 1 : 0);
    }
    return false;
}

// Takes a shift off an index. One of 32 bits that is extended and shifted may be one that was
// shifted to the upper half and back: then only its lower half counts.
static void take_shift(struct oc_address *address) {
    unsigned long back;
    LLVMValueRef half = oc_ir_lower_half(address->index, &back, &address->constant);
    address->is_half = half != NULL;
    if (half) {
        address->shift = 32 - (unsigned)back;
        address->index = half;
    } else if (LLVMIsAInstruction(address->index) &&
               LLVMGetInstructionOpcode(address->index) == LLVMShl &&
               oc_ir_shift(address->index) < 8) {
        address->shift = (unsigned)oc_ir_shift(address->index);
        address->index = LLVMGetOperand(address->index, 0);
    }
}

static bool add_address(struct oc_guards *guards, struct oc_address address) {
    unsigned wraps = 0;
    take_shift(&address);
    if (LLVMTypeOf(address.index) != guards->threads->i64 ||
        is_of_row(guards, address.index, DEPTH) ||
        (!address.is_half && is_plain(guards, address.index)))
        return false;
    if (address.is_half ? !is_half_index(guards, address.index, address.constant, DEPTH)
                        : !is_index(guards, address.index, DEPTH, &wraps))
        return false;
    address.is_half &= !is_x_and_constants(guards, address.index) || address.constant > 0;
    guards->addresses[guards->address_count++] = address;
    return true;
}

static void add_addresses(struct oc_guards *guards, LLVMValueRef instruction) {
    if (!LLVMIsAGetElementPtrInst(instruction))
        return;
    guards->choosing = true;
    for (int i = 1; i < LLVMGetNumOperands(instruction); i++) {
        if (is_step(guards, LLVMGetOperand(instruction, (unsigned)i)))
            continue;
        size_t count = guards->count, choices = guards->choice_count;
        if (guards->address_count == OC_MAX_ADDRESSES ||
            add_address(guards,
                        (struct oc_address){.instruction = instruction,
                                            .operand = (unsigned)i,
                                            .index = LLVMGetOperand(instruction, (unsigned)i)}))
            continue;
        guards->count = count;
        guards->choice_count = choices;
    }
    guards->choosing = false;
}

bool oc_guards_find(struct oc_guards *guards) {
    const struct oc_region *region = &guards->threads->regions->items[guards->region];
    size_t instructions = 0;
    for (size_t n = 0; n < region->count; n++)
        instructions +=
            oc_ir_count_instructions(guards->threads->body->nodes[region->nodes[n]].block);
    if (instructions > MAX_INSTRUCTIONS)
        return false;
    for (size_t n = 0; n < region->count; n++)
        if (is_left(guards, guards->threads->body->nodes[region->nodes[n]].block))
            add_branch(guards, guards->threads->body->nodes[region->nodes[n]].block);
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, guards->threads->body->nodes[region->nodes[n]].block) {
            if (!is_left(guards, LLVMGetInstructionParent(instruction)))
                continue;
            add_addresses(guards, instruction);
            add_extension(guards, instruction);
        }
    return guards->count > 0 || guards->address_count > 0;
}

// ---- Conditions that guards decide ----

bool oc_guards_compare(const struct oc_guard *guard) {
    return LLVMIsAICmpInst(guard->instruction);
}

static bool is_guard(const struct oc_guards *guards, LLVMValueRef value, bool wanted) {
    for (size_t i = 0; i < guards->count; i++)
        if (guards->items[i].instruction == value && oc_guards_compare(&guards->items[i]))
            return guards->items[i].wanted == wanted;
    return false;
}

static bool is_decided(const struct oc_guards *guards, LLVMValueRef condition, bool wanted,
                       int depth) {
    if (is_guard(guards, condition, wanted))
        return true;
    if (!depth || !LLVMIsAInstruction(condition))
        return false;
    LLVMValueRef parts[2];
    int count = parts_of(condition, &wanted, parts);
    for (int i = 0; i < count; i++)
        if (!is_decided(guards, parts[i], wanted, depth - 1))
            return false;
    return count > 0;
}

LLVMValueRef oc_guards_step(const struct oc_guards *guards, LLVMValueRef value) {
    bool is_signed = LLVMIsASExtInst(value) != NULL;
    if (!is_signed && !LLVMIsAZExtInst(value))
        return NULL;
    LLVMTypeRef type = LLVMTypeOf(value);
    if (is_guard(guards, LLVMGetOperand(value, 0), false))
        return LLVMConstNull(type);
    if (!is_guard(guards, LLVMGetOperand(value, 0), true))
        return NULL;
    return is_signed ? LLVMConstAllOnes(type) : LLVMConstInt(type, 1, false);
}

bool oc_guards_decide(const struct oc_guards *guards, LLVMValueRef condition, bool wanted) {
    return is_decided(guards, condition, wanted, DEPTH);
}
