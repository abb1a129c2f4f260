#include "guards.h"

#include "build.h"

#include <limits.h>

enum { MAX_INSTRUCTIONS = 4000, DEPTH = 8 };

enum wrap { UNSIGNED = 1, SIGNED = 2 };

bool oc_guards_in_region(const struct oc_guards *guards, LLVMBasicBlockRef block) {
    long node = oc_body_node(guards->threads->body, block);
    return block == guards->loops->inner ||
           (node != OC_NO_NODE && guards->threads->regions->of_node[node] == (long)guards->region);
}

// ---- Expressions -------------------------------------------------------------------------------

static bool is_computation(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
        return true;
    case LLVMShl:
    case LLVMLShr:
    case LLVMAShr:
        return LLVMIsAConstantInt(LLVMGetOperand(instruction, 1));
    case LLVMAnd:
    case LLVMOr:
    case LLVMXor:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMBitCast:
    case LLVMICmp:
    case LLVMSelect:
        return true;
    default:
        return false;
    }
}

// Whether a value is the same in the whole row, and can be computed before it.
static bool is_of_row(const struct oc_guards *guards, LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value) || !oc_guards_in_region(guards, LLVMGetInstructionParent(value)))
        return !LLVMIsABasicBlock(value);
    if (!depth || value == guards->loops->x || !is_computation(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_of_row(guards, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static bool is_index(struct oc_guards *guards, LLVMValueRef value, int depth, unsigned *wraps);

static bool add_guard(struct oc_guards *guards, struct oc_guard guard) {
    for (size_t i = 0; i < guards->count; i++)
        if (guards->items[i].instruction == guard.instruction &&
            guards->items[i].kind == guard.kind)
            return true;
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

// Nor do the sums of 32 bits that an index is made of wrap there, as signed or unsigned numbers.
static bool add_sums(struct oc_guards *guards, LLVMValueRef index, bool is_signed) {
    for (; LLVMGetInstructionOpcode(index) == LLVMAdd;
         index =
             LLVMGetOperand(index, is_of_row(guards, LLVMGetOperand(index, 0), DEPTH) ? 1 : 0)) {
        // Where x begins at 0, the sum's first value is one of the row.
        if (guards->threads->flat || LLVMGetIntTypeWidth(LLVMTypeOf(index)) != 32)
            return false;
        if (LLVMGetNUW(index) && LLVMGetNSW(index))
            continue;
        if (!add_guard(guards, (struct oc_guard){.instruction = index,
                                                 .index = index,
                                                 .kind = is_signed ? OC_GUARD_SIGNED_SUM
                                                                   : OC_GUARD_UNSIGNED_SUM,
                                                 .is_signed = is_signed}))
            return false;
    }
    return LLVMIsATruncInst(index);
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
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMTrunc:
        return LLVMGetNUW(value) ? is_index(guards, left, depth - 1, wraps)
                                 : add_truncation(guards, value);
    case LLVMZExt:
    case LLVMSExt: {
        // Extending an index that wraps is no index.
        bool is_signed = LLVMIsASExtInst(value);
        unsigned inner = 0;
        if (!is_index(guards, left, depth - 1, &inner))
            return false;
        return !(inner & (is_signed ? SIGNED : UNSIGNED)) || add_sums(guards, left, is_signed);
    }
    case LLVMAdd: {
        LLVMValueRef right = LLVMGetOperand(value, 1);
        // Ours have both marks. A user's sum may not wrap only for threads that come to it.
        *wraps |= LLVMGetNUW(value) && LLVMGetNSW(value) ? 0 : UNSIGNED | SIGNED;
        if (is_of_row(guards, right, DEPTH))
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

// The same operation on other operands, without what the original promises of them: that may hold
// only for threads that come to it.
static LLVMValueRef rebuild(struct oc_guards *guards, LLVMValueRef value,
                            LLVMValueRef const *operands) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMICmp)
        return LLVMBuildICmp(builder, LLVMGetICmpPredicate(value), operands[0], operands[1], "");
    if (opcode == LLVMSelect)
        return LLVMBuildSelect(builder, operands[0], operands[1], operands[2], "");
    if (LLVMGetNumOperands(value) == 1)
        return LLVMBuildCast(builder, opcode, operands[0], LLVMTypeOf(value), "");
    return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
}

// A value of the row, or an index for x = `x`, computed in the row's block.
static LLVMValueRef in_row(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x) {
    if (value == guards->loops->x)
        return x;
    if (!LLVMIsAInstruction(value) || !oc_guards_in_region(guards, LLVMGetInstructionParent(value)))
        return value;
    LLVMValueRef operands[3] = {NULL, NULL, NULL};
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        operands[i] = in_row(guards, LLVMGetOperand(value, (unsigned)i), x);
    return rebuild(guards, value, operands);
}

// The same where threads would not all compute it: any value will do then, but it must be one.
static LLVMValueRef fixed_in_row(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x) {
    return LLVMBuildFreeze(guards->threads->builder, in_row(guards, value, x), "");
}

// ---- Finding comparisons -----------------------------------------------------------------------

static LLVMIntPredicate swap(LLVMIntPredicate predicate) {
    switch (predicate) {
    case LLVMIntULT:
        return LLVMIntUGT;
    case LLVMIntULE:
        return LLVMIntUGE;
    case LLVMIntUGT:
        return LLVMIntULT;
    case LLVMIntUGE:
        return LLVMIntULE;
    case LLVMIntSLT:
        return LLVMIntSGT;
    case LLVMIntSLE:
        return LLVMIntSGE;
    case LLVMIntSGT:
        return LLVMIntSLT;
    case LLVMIntSGE:
        return LLVMIntSLE;
    default:
        return predicate;
    }
}

// Sets kind and the rest for a comparison with the index on the left. Whether it can be a guard.
static bool classify(struct oc_guard *guard, LLVMIntPredicate predicate) {
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

static void add_comparison(struct oc_guards *guards, LLVMValueRef compare, bool wanted,
                           LLVMBasicBlockRef block) {
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    struct oc_guard guard = {.instruction = compare, .wanted = wanted, .block = block};
    if (is_of_row(guards, compare, DEPTH)) {
        guard.kind = OC_GUARD_ROW;
        add_guard(guards, guard);
        return;
    }
    if (!has_width(left))
        return;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (is_of_row(guards, left, DEPTH)) {
        LLVMValueRef other = left;
        left = right;
        right = other;
        predicate = swap(predicate);
    }
    unsigned wraps = 0;
    if (!is_of_row(guards, right, DEPTH) || !is_index(guards, left, DEPTH, &wraps) ||
        !classify(&guard, predicate))
        return;
    guard.index = left;
    guard.bound = right;
    guard.never_wraps = !(wraps & (guard.is_signed ? SIGNED : UNSIGNED));
    add_guard(guards, guard);
}

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

// Adds what a condition needs to be `wanted`.
static void add_condition(struct oc_guards *guards, LLVMValueRef condition, bool wanted,
                          LLVMBasicBlockRef block, int depth) {
    if (!depth || !LLVMIsAInstruction(condition))
        return;
    if (LLVMIsAICmpInst(condition)) {
        add_comparison(guards, condition, wanted, block);
        return;
    }
    LLVMValueRef parts[2];
    int count = parts_of(condition, &wanted, parts);
    for (int i = 0; i < count; i++)
        add_condition(guards, parts[i], wanted, block, depth - 1);
}

// ---- Which way does the work -------------------------------------------------------------------

static size_t count_instructions(LLVMBasicBlockRef block) {
    size_t count = 0;
    OC_EACH_INSTRUCTION(instruction, block)
    count++;
    return count;
}

// The nodes of the region that a block reaches, not through `without`.
static struct oc_bits reach(const struct oc_guards *guards, LLVMBasicBlockRef from,
                            LLVMBasicBlockRef without) {
    const struct oc_body *body = guards->threads->body;
    struct oc_bits seen = oc_bits_make(guards->threads->ir->arena, body->count);
    LLVMBasicBlockRef *stack =
        OC_NEW_ARRAY(guards->threads->ir->arena, body->count + 1, LLVMBasicBlockRef);
    size_t depth = 0;
    if (oc_guards_in_region(guards, from) && oc_bits_set(seen, (size_t)oc_body_node(body, from)))
        stack[depth++] = from;
    while (depth) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(stack[--depth]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, s);
            if (next != without && oc_guards_in_region(guards, next) &&
                oc_bits_set(seen, (size_t)oc_body_node(body, next)))
                stack[depth++] = next;
        }
    }
    return seen;
}

static size_t work_in(const struct oc_guards *guards, struct oc_bits nodes,
                      struct oc_bits without) {
    size_t work = 0;
    for (size_t i = 0; i < guards->threads->body->count; i++)
        if (oc_bits_test(nodes, i) && !oc_bits_test(without, i))
            work += count_instructions(guards->threads->body->nodes[i].block);
    return work;
}

static void add_branch(struct oc_guards *guards, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return;
    struct oc_bits sides[2];
    for (unsigned s = 0; s < 2; s++)
        sides[s] = reach(guards, LLVMGetSuccessor(branch, s), block);
    size_t yes = work_in(guards, sides[0], sides[1]), no = work_in(guards, sides[1], sides[0]);
    size_t more = yes > no ? yes : no, less = yes > no ? no : yes;
    // Both sides do something: neither is the rest.
    if (more < 2 || (less > 3 && less * 4 > more))
        return;
    add_condition(guards, LLVMGetCondition(branch), yes > no, block, DEPTH);
}

// Addresses are computed from extended indices: these are to be of 64 bits throughout (widen.h).
// Finding them adds what that takes.
static void add_extension(struct oc_guards *guards, LLVMValueRef instruction) {
    unsigned wraps = 0;
    if ((LLVMIsASExtInst(instruction) || LLVMIsAZExtInst(instruction)) && has_width(instruction))
        is_index(guards, instruction, DEPTH, &wraps);
}

bool oc_guards_find(struct oc_guards *guards) {
    const struct oc_region *region = &guards->threads->regions->items[guards->region];
    size_t instructions = 0;
    for (size_t n = 0; n < region->count; n++)
        instructions += count_instructions(guards->threads->body->nodes[region->nodes[n]].block);
    if (instructions > MAX_INSTRUCTIONS)
        return false;
    for (size_t n = 0; n < region->count; n++)
        add_branch(guards, guards->threads->body->nodes[region->nodes[n]].block);
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION(instruction, guards->threads->body->nodes[region->nodes[n]].block)
    add_extension(guards, instruction);
    return guards->count > 0;
}

// ---- Where they hold ---------------------------------------------------------------------------

static void place_row(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMValueRef outcome = fixed_in_row(guards, guard->instruction, NULL);
    LLVMValueRef low = guards->loops->low, high = guards->loops->high;
    guard->low = low;
    guard->high = guard->wanted ? oc_build_either(guards->threads, outcome, high, low)
                                : oc_build_either(guards->threads, outcome, low, high);
    guard->exact = oc_build_bit(guards->threads, true);
}

// All but one x. The longer side of it is the main one.
static void place_different(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMValueRef low = guards->loops->low, high = guards->loops->high;
    LLVMValueRef length = oc_build_minus(guards->threads, high, low);
    LLVMValueRef first = fixed_in_row(guards, guard->index, low);
    LLVMValueRef bound = fixed_in_row(guards, guard->bound, NULL);
    LLVMValueRef at =
        oc_build_wide(guards->threads, LLVMBuildSub(guards->threads->builder, bound, first, ""));
    LLVMValueRef is_met = oc_build_less(guards->threads, at, length);
    LLVMValueRef is_early =
        oc_build_less(guards->threads, at, oc_build_minus(guards->threads, length, at));
    LLVMValueRef early = LLVMBuildAnd(guards->threads->builder, is_met, is_early, "");
    LLVMValueRef late = LLVMBuildAnd(guards->threads->builder, is_met,
                                     LLVMBuildNot(guards->threads->builder, is_early, ""), "");
    LLVMValueRef met = oc_build_plus(guards->threads, low, at);
    guard->low = oc_build_either(
        guards->threads, early,
        oc_build_plus(guards->threads, met, oc_build_number(guards->threads, 1)), low);
    guard->high = oc_build_either(guards->threads, late, met, high);
    guard->exact = oc_build_bit(guards->threads, false);
}

static void place_ordered(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMValueRef low = guards->loops->low, high = guards->loops->high;
    LLVMValueRef length = oc_build_minus(guards->threads, high, low),
                 last =
                     oc_build_minus(guards->threads, length, oc_build_number(guards->threads, 1));
    LLVMValueRef first = fixed_in_row(guards, guard->index, low);
    LLVMValueRef bound = fixed_in_row(guards, guard->bound, NULL);
    LLVMTypeRef type = LLVMTypeOf(first);
    unsigned width = LLVMGetIntTypeWidth(type);
    unsigned long greatest = ~0ul >> (64 - width) >> (guard->is_signed ? 1 : 0);
    LLVMValueRef room = oc_build_wide(
        guards->threads, LLVMBuildSub(builder, LLVMConstInt(type, greatest, false), first, ""));
    LLVMValueRef wraps = guard->never_wraps ? oc_build_bit(guards->threads, false)
                                            : oc_build_less(guards->threads, room, last);
    // How many of the row's first threads have an index that is less.
    LLVMIntPredicate predicate = guard->or_equal ? (guard->is_signed ? LLVMIntSLE : LLVMIntULE)
                                                 : (guard->is_signed ? LLVMIntSLT : LLVMIntULT);
    LLVMValueRef some = LLVMBuildICmp(builder, predicate, first, bound, "");
    LLVMValueRef many = oc_build_wide(guards->threads, LLVMBuildSub(builder, bound, first, ""));
    if (guard->or_equal)
        many = oc_build_plus(guards->threads, oc_build_least(guards->threads, many, last),
                             oc_build_number(guards->threads, 1));
    many = oc_build_either(guards->threads, some, oc_build_least(guards->threads, many, length),
                           oc_build_number(guards->threads, 0));
    LLVMValueRef border = oc_build_plus(guards->threads, low, many);
    guard->low = guard->less ? low : border;
    guard->high = guard->less ? border : oc_build_either(guards->threads, wraps, border, high);
    guard->exact = LLVMBuildNot(builder, wraps, "");
}

static void place_small(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMValueRef low = guards->loops->low,
                 length = oc_build_minus(guards->threads, guards->loops->high, low);
    LLVMValueRef first = fixed_in_row(guards, guard->index, low);
    LLVMValueRef limit = oc_build_number(guards->threads, 1ul << 31);
    LLVMValueRef left = oc_build_either(
        guards->threads, oc_build_less(guards->threads, first, limit),
        oc_build_minus(guards->threads, limit, first), oc_build_number(guards->threads, 0));
    guard->low = low;
    guard->high =
        oc_build_plus(guards->threads, low, oc_build_least(guards->threads, left, length));
    guard->exact = LLVMBuildICmp(guards->threads->builder, LLVMIntUGE, left, length, "");
}

static void place_sum(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMValueRef low = guards->loops->low, high = guards->loops->high;
    LLVMValueRef last = oc_build_minus(guards->threads, oc_build_minus(guards->threads, high, low),
                                       oc_build_number(guards->threads, 1));
    LLVMValueRef first = fixed_in_row(guards, guard->index, low);
    LLVMValueRef greatest =
        LLVMConstInt(guards->threads->i32, guard->is_signed ? INT_MAX : UINT_MAX, false);
    LLVMValueRef room =
        oc_build_wide(guards->threads, LLVMBuildSub(guards->threads->builder, greatest, first, ""));
    LLVMValueRef wraps = oc_build_less(guards->threads, room, last);
    guard->low = low;
    guard->high = oc_build_either(guards->threads, wraps, low, high);
    guard->exact = LLVMBuildNot(guards->threads->builder, wraps, "");
}

void oc_guards_place(struct oc_guards *guards, struct oc_guard *guard) {
    switch (guard->kind) {
    case OC_GUARD_ROW:
        place_row(guards, guard);
        break;
    case OC_GUARD_DIFFERENT:
        place_different(guards, guard);
        break;
    case OC_GUARD_ORDERED:
        place_ordered(guards, guard);
        break;
    case OC_GUARD_SMALL:
        place_small(guards, guard);
        break;
    case OC_GUARD_SIGNED_SUM:
    case OC_GUARD_UNSIGNED_SUM:
        place_sum(guards, guard);
        break;
    }
}

// ---- Conditions that guards decide ----

bool oc_guards_compare(const struct oc_guard *guard) {
    return guard->kind == OC_GUARD_ROW || guard->kind == OC_GUARD_DIFFERENT ||
           guard->kind == OC_GUARD_ORDERED;
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

bool oc_guards_decide(const struct oc_guards *guards, LLVMValueRef condition, bool wanted) {
    return is_decided(guards, condition, wanted, DEPTH);
}
