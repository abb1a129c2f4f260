#include "split.h"

#include "copy.h"
#include "marks.h"

#include <limits.h>

enum { MAX_GUARDS = 16, MAX_INSTRUCTIONS = 4000, DEPTH = 8 };

enum kind {
    ROW,          // does not change in a row
    DIFFERENT,    // x + a != b
    ORDERED,      // x + a < b, or <=, or the contrary
    SMALL,        // a 64-bit index is less than 2^31, so that 32 bits hold it
    SIGNED_SUM,   // an index of 32 bits does not wrap as a signed number,
    UNSIGNED_SUM, // or as an unsigned one
};

enum wrap { UNSIGNED = 1, SIGNED = 2 };

// A comparison, or the truncation of an index, and what is wanted of it in the main loop.
struct guard {
    LLVMValueRef instruction;
    LLVMValueRef index, bound; // with the index on the left
    enum kind kind;
    bool wanted;              // the comparison's outcome
    bool is_signed, or_equal; // ORDERED: < or <=
    bool less;                // ORDERED: whether that is wanted, or the contrary
    bool never_wraps;         // it is known here that the index does not
    LLVMBasicBlockRef block;  // of the branch that it decides
    LLVMValueRef low, high;   // where it holds, within the row
    LLVMValueRef exact;       // 1 bit: beyond that it does not hold
};

struct split {
    struct oc_threads *threads;
    size_t region;
    struct oc_loops *loops;
    LLVMBuilderRef builder; // at the end of the row's block
    struct guard guards[MAX_GUARDS];
    size_t count;
};

static LLVMValueRef number(const struct split *split, unsigned long value) {
    return LLVMConstInt(split->threads->i64, value, false);
}

static LLVMValueRef bit(const struct split *split, bool value) {
    return LLVMConstInt(LLVMInt1TypeInContext(split->threads->ir->context), value, false);
}

static bool in_region(const struct split *split, LLVMBasicBlockRef block) {
    long node = oc_body_node(split->threads->body, block);
    return block == split->loops->inner ||
           (node != OC_NO_NODE && split->threads->regions->of_node[node] == (long)split->region);
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
static bool is_of_row(const struct split *split, LLVMValueRef value, int depth) {
    if (!LLVMIsAInstruction(value) || !in_region(split, LLVMGetInstructionParent(value)))
        return !LLVMIsABasicBlock(value);
    if (!depth || value == split->loops->x || !is_computation(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (!is_of_row(split, LLVMGetOperand(value, (unsigned)i), depth - 1))
            return false;
    return true;
}

static bool is_index(struct split *split, LLVMValueRef value, int depth, unsigned *wraps);

static bool add_guard(struct split *split, struct guard guard) {
    for (size_t i = 0; i < split->count; i++)
        if (split->guards[i].instruction == guard.instruction &&
            split->guards[i].kind == guard.kind)
            return true;
    if (split->count == MAX_GUARDS)
        return false;
    split->guards[split->count++] = guard;
    return true;
}

static bool has_width(LLVMValueRef value) {
    LLVMTypeRef type = LLVMTypeOf(value);
    return LLVMGetTypeKind(type) == LLVMIntegerTypeKind &&
           (LLVMGetIntTypeWidth(type) == 32 || LLVMGetIntTypeWidth(type) == 64);
}

// A truncation of a 64-bit index loses nothing in the main loop. Whether this is one.
static bool add_truncation(struct split *split, LLVMValueRef instruction) {
    unsigned wraps = 0;
    LLVMValueRef source = LLVMGetOperand(instruction, 0);
    if (LLVMGetIntTypeWidth(LLVMTypeOf(instruction)) != 32 || !has_width(source) ||
        !is_index(split, source, DEPTH, &wraps) || wraps)
        return false;
    return add_guard(split,
                     (struct guard){.instruction = instruction, .index = source, .kind = SMALL});
}

// Nor do the sums of 32 bits that an index is made of wrap there, as signed or unsigned numbers.
static bool add_sums(struct split *split, LLVMValueRef index, bool is_signed) {
    for (; LLVMGetInstructionOpcode(index) == LLVMAdd;
         index = LLVMGetOperand(index, is_of_row(split, LLVMGetOperand(index, 0), DEPTH) ? 1 : 0)) {
        // Where x begins at 0, the sum's first value is one of the row.
        if (split->threads->flat || LLVMGetIntTypeWidth(LLVMTypeOf(index)) != 32)
            return false;
        if (LLVMGetNUW(index) && LLVMGetNSW(index))
            continue;
        if (!add_guard(split, (struct guard){.instruction = index,
                                             .index = index,
                                             .kind = is_signed ? SIGNED_SUM : UNSIGNED_SUM,
                                             .is_signed = is_signed}))
            return false;
    }
    return LLVMIsATruncInst(index);
}

// Whether a value is x plus something of the row, in integers of its width. `wraps`: the ways in
// which it perhaps does so.
static bool is_index(struct split *split, LLVMValueRef value, int depth, unsigned *wraps) {
    if (value == split->loops->x)
        return true;
    if (!depth || !LLVMIsAInstruction(value) || !in_region(split, LLVMGetInstructionParent(value)))
        return false;
    LLVMValueRef left = LLVMGetOperand(value, 0);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMTrunc:
        return LLVMGetNUW(value) ? is_index(split, left, depth - 1, wraps)
                                 : add_truncation(split, value);
    case LLVMZExt:
    case LLVMSExt: {
        // Extending an index that wraps is no index.
        bool is_signed = LLVMIsASExtInst(value);
        unsigned inner = 0;
        if (!is_index(split, left, depth - 1, &inner))
            return false;
        return !(inner & (is_signed ? SIGNED : UNSIGNED)) || add_sums(split, left, is_signed);
    }
    case LLVMAdd: {
        LLVMValueRef right = LLVMGetOperand(value, 1);
        // Ours have both marks. A user's sum may not wrap only for threads that come to it.
        *wraps |= LLVMGetNUW(value) && LLVMGetNSW(value) ? 0 : UNSIGNED | SIGNED;
        if (is_of_row(split, right, DEPTH))
            return is_index(split, left, depth - 1, wraps);
        return is_of_row(split, left, DEPTH) && is_index(split, right, depth - 1, wraps);
    }
    case LLVMSub:
        *wraps |= UNSIGNED | SIGNED;
        return is_of_row(split, LLVMGetOperand(value, 1), DEPTH) &&
               is_index(split, left, depth - 1, wraps);
    default:
        return false;
    }
}

// The same operation on other operands, without what the original promises of them: that may hold
// only for threads that come to it.
static LLVMValueRef rebuild(struct split *split, LLVMValueRef value, LLVMValueRef const *operands) {
    LLVMBuilderRef builder = split->builder;
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
static LLVMValueRef in_row(struct split *split, LLVMValueRef value, LLVMValueRef x) {
    if (value == split->loops->x)
        return x;
    if (!LLVMIsAInstruction(value) || !in_region(split, LLVMGetInstructionParent(value)))
        return value;
    LLVMValueRef operands[3] = {NULL, NULL, NULL};
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        operands[i] = in_row(split, LLVMGetOperand(value, (unsigned)i), x);
    return rebuild(split, value, operands);
}

// The same where threads would not all compute it: any value will do then, but it must be one.
static LLVMValueRef fixed_in_row(struct split *split, LLVMValueRef value, LLVMValueRef x) {
    return LLVMBuildFreeze(split->builder, in_row(split, value, x), "");
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
static bool classify(struct guard *guard, LLVMIntPredicate predicate) {
    bool wanted = guard->wanted;
    guard->kind = ORDERED;
    guard->is_signed = predicate == LLVMIntSLT || predicate == LLVMIntSLE ||
                       predicate == LLVMIntSGT || predicate == LLVMIntSGE;
    switch (predicate) {
    case LLVMIntEQ:
    case LLVMIntNE:
        guard->kind = DIFFERENT;
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

static void add_comparison(struct split *split, LLVMValueRef compare, bool wanted,
                           LLVMBasicBlockRef block) {
    LLVMValueRef left = LLVMGetOperand(compare, 0), right = LLVMGetOperand(compare, 1);
    struct guard guard = {.instruction = compare, .wanted = wanted, .block = block};
    if (is_of_row(split, compare, DEPTH)) {
        guard.kind = ROW;
        add_guard(split, guard);
        return;
    }
    if (!has_width(left))
        return;
    LLVMIntPredicate predicate = LLVMGetICmpPredicate(compare);
    if (is_of_row(split, left, DEPTH)) {
        LLVMValueRef other = left;
        left = right;
        right = other;
        predicate = swap(predicate);
    }
    unsigned wraps = 0;
    if (!is_of_row(split, right, DEPTH) || !is_index(split, left, DEPTH, &wraps) ||
        !classify(&guard, predicate))
        return;
    guard.index = left;
    guard.bound = right;
    guard.never_wraps = !(wraps & (guard.is_signed ? SIGNED : UNSIGNED));
    add_guard(split, guard);
}

static bool is_constant_bit(LLVMValueRef value, bool wanted) {
    LLVMValueRef constant = LLVMIsAConstantInt(value);
    return constant && LLVMConstIntGetZExtValue(constant) == wanted;
}

// Adds what a condition needs to be `wanted`.
static void add_condition(struct split *split, LLVMValueRef condition, bool wanted,
                          LLVMBasicBlockRef block, int depth) {
    if (!depth || !LLVMIsAInstruction(condition))
        return;
    LLVMValueRef parts[2] = {NULL, NULL};
    bool parts_wanted = wanted;
    if (LLVMIsAICmpInst(condition)) {
        add_comparison(split, condition, wanted, block);
    } else if (LLVMIsASelectInst(condition)) {
        // select a, b, false: both; select a, true, b: either
        bool is_and = is_constant_bit(LLVMGetOperand(condition, 2), false);
        bool is_or = is_constant_bit(LLVMGetOperand(condition, 1), true);
        if ((is_and && wanted) || (is_or && !wanted)) {
            parts[0] = LLVMGetOperand(condition, 0);
            parts[1] = LLVMGetOperand(condition, is_and ? 1 : 2);
        }
    } else {
        LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
        if ((opcode == LLVMAnd && wanted) || (opcode == LLVMOr && !wanted)) {
            parts[0] = LLVMGetOperand(condition, 0);
            parts[1] = LLVMGetOperand(condition, 1);
        } else if (opcode == LLVMXor && is_constant_bit(LLVMGetOperand(condition, 1), true)) {
            parts[0] = LLVMGetOperand(condition, 0);
            parts_wanted = !wanted;
        }
    }
    for (int i = 0; i < 2; i++)
        if (parts[i])
            add_condition(split, parts[i], parts_wanted, block, depth - 1);
}

// ---- Which way does the work -------------------------------------------------------------------

static size_t count_instructions(LLVMBasicBlockRef block) {
    size_t count = 0;
    OC_EACH_INSTRUCTION(instruction, block)
    count++;
    return count;
}

// The nodes of the region that a block reaches, not through `without`.
static struct oc_bits reach(const struct split *split, LLVMBasicBlockRef from,
                            LLVMBasicBlockRef without) {
    const struct oc_body *body = split->threads->body;
    struct oc_bits seen = oc_bits_make(split->threads->ir->arena, body->count);
    LLVMBasicBlockRef *stack =
        OC_NEW_ARRAY(split->threads->ir->arena, body->count + 1, LLVMBasicBlockRef);
    size_t depth = 0;
    if (in_region(split, from) && oc_bits_set(seen, (size_t)oc_body_node(body, from)))
        stack[depth++] = from;
    while (depth) {
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(stack[--depth]);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(terminator); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(terminator, s);
            if (next != without && in_region(split, next) &&
                oc_bits_set(seen, (size_t)oc_body_node(body, next)))
                stack[depth++] = next;
        }
    }
    return seen;
}

static size_t work_in(const struct split *split, struct oc_bits nodes, struct oc_bits without) {
    size_t work = 0;
    for (size_t i = 0; i < split->threads->body->count; i++)
        if (oc_bits_test(nodes, i) && !oc_bits_test(without, i))
            work += count_instructions(split->threads->body->nodes[i].block);
    return work;
}

static void add_branch(struct split *split, LLVMBasicBlockRef block) {
    LLVMValueRef branch = LLVMGetBasicBlockTerminator(block);
    if (!LLVMIsABranchInst(branch) || !LLVMIsConditional(branch))
        return;
    struct oc_bits sides[2];
    for (unsigned s = 0; s < 2; s++)
        sides[s] = reach(split, LLVMGetSuccessor(branch, s), block);
    size_t yes = work_in(split, sides[0], sides[1]), no = work_in(split, sides[1], sides[0]);
    size_t more = yes > no ? yes : no, less = yes > no ? no : yes;
    // Both sides do something: neither is the rest.
    if (more < 2 || (less > 3 && less * 4 > more))
        return;
    add_condition(split, LLVMGetCondition(branch), yes > no, block, DEPTH);
}

// Addresses are computed from extended indices: these are to be of 64 bits throughout (widen.h).
// Finding them adds what that takes.
static void add_extension(struct split *split, LLVMValueRef instruction) {
    unsigned wraps = 0;
    if ((LLVMIsASExtInst(instruction) || LLVMIsAZExtInst(instruction)) && has_width(instruction))
        is_index(split, instruction, DEPTH, &wraps);
}

static bool find_guards(struct split *split) {
    const struct oc_region *region = &split->threads->regions->items[split->region];
    size_t instructions = 0;
    for (size_t n = 0; n < region->count; n++)
        instructions += count_instructions(split->threads->body->nodes[region->nodes[n]].block);
    if (instructions > MAX_INSTRUCTIONS)
        return false;
    for (size_t n = 0; n < region->count; n++)
        add_branch(split, split->threads->body->nodes[region->nodes[n]].block);
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION(instruction, split->threads->body->nodes[region->nodes[n]].block)
    add_extension(split, instruction);
    return split->count > 0;
}

// ---- Where they hold ---------------------------------------------------------------------------

static LLVMValueRef less(struct split *split, LLVMValueRef left, LLVMValueRef right) {
    return LLVMBuildICmp(split->builder, LLVMIntULT, left, right, "");
}

static LLVMValueRef either(struct split *split, LLVMValueRef condition, LLVMValueRef yes,
                           LLVMValueRef no) {
    return LLVMBuildSelect(split->builder, condition, yes, no, "");
}

static LLVMValueRef least(struct split *split, LLVMValueRef left, LLVMValueRef right) {
    return either(split, less(split, left, right), left, right);
}

static LLVMValueRef plus(struct split *split, LLVMValueRef left, LLVMValueRef right) {
    return LLVMBuildAdd(split->builder, left, right, "");
}

static LLVMValueRef minus(struct split *split, LLVMValueRef left, LLVMValueRef right) {
    return LLVMBuildSub(split->builder, left, right, "");
}

static LLVMValueRef wide(struct split *split, LLVMValueRef value) {
    return LLVMBuildZExt(split->builder, value, split->threads->i64, "");
}

static void place_row(struct split *split, struct guard *guard) {
    LLVMValueRef outcome = fixed_in_row(split, guard->instruction, NULL);
    LLVMValueRef low = split->loops->low, high = split->loops->high;
    guard->low = low;
    guard->high =
        guard->wanted ? either(split, outcome, high, low) : either(split, outcome, low, high);
    guard->exact = bit(split, true);
}

// All but one x. The longer side of it is the main one.
static void place_different(struct split *split, struct guard *guard) {
    LLVMValueRef low = split->loops->low, high = split->loops->high;
    LLVMValueRef length = minus(split, high, low);
    LLVMValueRef first = fixed_in_row(split, guard->index, low);
    LLVMValueRef bound = fixed_in_row(split, guard->bound, NULL);
    LLVMValueRef at = wide(split, LLVMBuildSub(split->builder, bound, first, ""));
    LLVMValueRef is_met = less(split, at, length);
    LLVMValueRef is_early = less(split, at, minus(split, length, at));
    LLVMValueRef early = LLVMBuildAnd(split->builder, is_met, is_early, "");
    LLVMValueRef late =
        LLVMBuildAnd(split->builder, is_met, LLVMBuildNot(split->builder, is_early, ""), "");
    LLVMValueRef met = plus(split, low, at);
    guard->low = either(split, early, plus(split, met, number(split, 1)), low);
    guard->high = either(split, late, met, high);
    guard->exact = bit(split, false);
}

static void place_ordered(struct split *split, struct guard *guard) {
    LLVMBuilderRef builder = split->builder;
    LLVMValueRef low = split->loops->low, high = split->loops->high;
    LLVMValueRef length = minus(split, high, low), last = minus(split, length, number(split, 1));
    LLVMValueRef first = fixed_in_row(split, guard->index, low);
    LLVMValueRef bound = fixed_in_row(split, guard->bound, NULL);
    LLVMTypeRef type = LLVMTypeOf(first);
    unsigned width = LLVMGetIntTypeWidth(type);
    unsigned long greatest = ~0ul >> (64 - width) >> (guard->is_signed ? 1 : 0);
    LLVMValueRef room =
        wide(split, LLVMBuildSub(builder, LLVMConstInt(type, greatest, false), first, ""));
    LLVMValueRef wraps = guard->never_wraps ? bit(split, false) : less(split, room, last);
    // How many of the row's first threads have an index that is less.
    LLVMIntPredicate predicate = guard->or_equal ? (guard->is_signed ? LLVMIntSLE : LLVMIntULE)
                                                 : (guard->is_signed ? LLVMIntSLT : LLVMIntULT);
    LLVMValueRef some = LLVMBuildICmp(builder, predicate, first, bound, "");
    LLVMValueRef many = wide(split, LLVMBuildSub(builder, bound, first, ""));
    if (guard->or_equal)
        many = plus(split, least(split, many, last), number(split, 1));
    many = either(split, some, least(split, many, length), number(split, 0));
    LLVMValueRef border = plus(split, low, many);
    guard->low = guard->less ? low : border;
    guard->high = guard->less ? border : either(split, wraps, border, high);
    guard->exact = LLVMBuildNot(builder, wraps, "");
}

static void place_small(struct split *split, struct guard *guard) {
    LLVMValueRef low = split->loops->low, length = minus(split, split->loops->high, low);
    LLVMValueRef first = fixed_in_row(split, guard->index, low);
    LLVMValueRef limit = number(split, 1ul << 31);
    LLVMValueRef left =
        either(split, less(split, first, limit), minus(split, limit, first), number(split, 0));
    guard->low = low;
    guard->high = plus(split, low, least(split, left, length));
    guard->exact = LLVMBuildICmp(split->builder, LLVMIntUGE, left, length, "");
}

static void place_sum(struct split *split, struct guard *guard) {
    LLVMValueRef low = split->loops->low, high = split->loops->high;
    LLVMValueRef last = minus(split, minus(split, high, low), number(split, 1));
    LLVMValueRef first = fixed_in_row(split, guard->index, low);
    LLVMValueRef greatest =
        LLVMConstInt(split->threads->i32, guard->is_signed ? INT_MAX : UINT_MAX, false);
    LLVMValueRef room = wide(split, LLVMBuildSub(split->builder, greatest, first, ""));
    LLVMValueRef wraps = less(split, room, last);
    guard->low = low;
    guard->high = either(split, wraps, low, high);
    guard->exact = LLVMBuildNot(split->builder, wraps, "");
}

static void place(struct split *split, struct guard *guard) {
    switch (guard->kind) {
    case ROW:
        place_row(split, guard);
        break;
    case DIFFERENT:
        place_different(split, guard);
        break;
    case ORDERED:
        place_ordered(split, guard);
        break;
    case SMALL:
        place_small(split, guard);
        break;
    case SIGNED_SUM:
    case UNSIGNED_SUM:
        place_sum(split, guard);
        break;
    }
}

// ---- The rest ----------------------------------------------------------------------------------

static bool has_effect(LLVMValueRef instruction) {
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMStore:
    case LLVMCall:
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
    case LLVMFence:
    case LLVMUnreachable:
        return true;
    case LLVMLoad:
        return LLVMGetVolatile(instruction);
    default:
        return false;
    }
}

static bool block_has_effect(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION(instruction, block) {
        if (has_effect(instruction))
            return true;
    }
    return false;
}

// Whether a thread that goes to a block goes straight to its end, and does nothing.
static bool is_idle(const struct split *split, LLVMBasicBlockRef block) {
    for (int blocks = 0; blocks < MAX_GUARDS; blocks++) {
        if (block == split->loops->latch)
            return true;
        if (!in_region(split, block) || block_has_effect(block))
            return false;
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetNumSuccessors(terminator) != 1)
            return false;
        block = LLVMGetSuccessor(terminator, 0);
    }
    return false;
}

static bool decides_at(const struct split *split, LLVMBasicBlockRef block) {
    for (size_t i = 0; i < split->count; i++)
        if (split->guards[i].block == block)
            return true;
    return false;
}

// Whether a guard is a comparison, not just a fact about an index.
static bool compares(const struct guard *guard) {
    return guard->kind == ROW || guard->kind == DIFFERENT || guard->kind == ORDERED;
}

static bool is_guard(const struct split *split, LLVMValueRef value, bool wanted) {
    for (size_t i = 0; i < split->count; i++)
        if (split->guards[i].instruction == value && compares(&split->guards[i]))
            return split->guards[i].wanted == wanted;
    return false;
}

// Whether a condition is what is wanted exactly where all its guards hold.
static bool is_decided(const struct split *split, LLVMValueRef condition, bool wanted, int depth) {
    if (is_guard(split, condition, wanted))
        return true;
    if (!depth || !LLVMIsAInstruction(condition))
        return false;
    LLVMValueRef first = NULL, second = NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(condition);
    if (LLVMIsASelectInst(condition)) {
        bool is_and = is_constant_bit(LLVMGetOperand(condition, 2), false);
        bool is_or = is_constant_bit(LLVMGetOperand(condition, 1), true);
        if ((is_and && wanted) || (is_or && !wanted)) {
            first = LLVMGetOperand(condition, 0);
            second = LLVMGetOperand(condition, is_and ? 1 : 2);
        }
    } else if ((opcode == LLVMAnd && wanted) || (opcode == LLVMOr && !wanted)) {
        first = LLVMGetOperand(condition, 0);
        second = LLVMGetOperand(condition, 1);
    } else if (opcode == LLVMXor && is_constant_bit(LLVMGetOperand(condition, 1), true)) {
        return is_decided(split, LLVMGetOperand(condition, 0), !wanted, depth - 1);
    }
    return first && is_decided(split, first, wanted, depth - 1) &&
           is_decided(split, second, wanted, depth - 1);
}

// Whether threads for which some guard does not hold do nothing: the guards are asked one after the
// other, before anything else is done.
static bool rest_is_idle(const struct split *split) {
    size_t left = 0;
    for (size_t i = 0; i < split->count; i++)
        left += compares(&split->guards[i]);
    if (!left || block_has_effect(split->loops->inner))
        return false;
    LLVMBasicBlockRef block = LLVMGetSuccessor(LLVMGetBasicBlockTerminator(split->loops->inner), 0);
    for (int blocks = 0; left && blocks < 2 * MAX_GUARDS; blocks++) {
        if (!in_region(split, block) || block_has_effect(block))
            return false;
        LLVMValueRef terminator = LLVMGetBasicBlockTerminator(block);
        if (LLVMGetNumSuccessors(terminator) == 1) {
            block = LLVMGetSuccessor(terminator, 0);
            continue;
        }
        if (!LLVMIsABranchInst(terminator) || !decides_at(split, block))
            return false;
        LLVMValueRef condition = LLVMGetCondition(terminator);
        bool wanted = is_decided(split, condition, true, DEPTH);
        if (!wanted && !is_decided(split, condition, false, DEPTH))
            return false;
        if (!is_idle(split, LLVMGetSuccessor(terminator, wanted ? 1 : 0)))
            return false;
        for (size_t i = 0; i < split->count; i++)
            left -= split->guards[i].block == block && compares(&split->guards[i]);
        block = LLVMGetSuccessor(terminator, wanted ? 0 : 1);
    }
    return left == 0;
}

static LLVMBasicBlockRef new_block(struct split *split, const char *name) {
    return LLVMAppendBasicBlockInContext(split->threads->ir->context,
                                         split->threads->body->function, name);
}

// ---- Splitting ---------------------------------------------------------------------------------

// The one comparison besides truncations whose contrary is known to hold in the rest.
static struct guard *only_exact(struct split *split) {
    if (split->count != 1 || !split->guards[0].never_wraps || split->guards[0].kind != ORDERED)
        return NULL;
    return &split->guards[0];
}

// What is compared before the loop may be used there, too, where it can have another outcome.
static void replace_in_region(const struct split *split, LLVMValueRef value, LLVMValueRef by) {
    struct oc_values users = {.arena = split->threads->ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        if (in_region(split, LLVMGetInstructionParent(LLVMGetUser(use))))
            oc_values_add(&users, LLVMGetUser(use));
    for (size_t i = 0; i < users.count; i++)
        for (int o = 0; o < LLVMGetNumOperands(users.items[i]); o++)
            if (LLVMGetOperand(users.items[i], (unsigned)o) == value)
                LLVMSetOperand(users.items[i], (unsigned)o, by);
}

static void resolve(const struct split *split) {
    for (size_t i = 0; i < split->count; i++) {
        const struct guard *guard = &split->guards[i];
        if (!compares(guard)) {
            if (guard->kind != SIGNED_SUM)
                LLVMSetNUW(guard->instruction, true);
            if (guard->kind != UNSIGNED_SUM)
                LLVMSetNSW(guard->instruction, true);
        } else {
            replace_in_region(split, guard->instruction, bit(split, guard->wanted));
        }
    }
}

// A conditional branch with a successor to be set.
static void branch_if(struct split *split, LLVMBasicBlockRef block, LLVMValueRef condition,
                      LLVMBasicBlockRef yes, LLVMBasicBlockRef no) {
    LLVMPositionBuilderAtEnd(split->threads->builder, block);
    LLVMBuildCondBr(split->threads->builder, condition, yes, no);
}

void oc_split_row(struct oc_threads *threads, size_t region) {
    struct split split = {.threads = threads, .region = region, .loops = &threads->loops[region]};
    struct oc_loops *loops = split.loops;
    if (!loops->loops || !find_guards(&split))
        return;
    bool idle = rest_is_idle(&split);
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(loops->row));
    split.builder = threads->builder;
    LLVMPositionBuilderAtEnd(split.builder, loops->row);
    LLVMValueRef low = loops->low, high = loops->high, exact = bit(&split, true);
    for (size_t i = 0; i < split.count; i++) {
        struct guard *guard = &split.guards[i];
        place(&split, guard);
        low = either(&split, less(&split, low, guard->low), guard->low, low);
        high = least(&split, high, guard->high);
        exact = LLVMBuildAnd(split.builder, exact, guard->exact, "");
    }
    LLVMValueRef any = less(&split, low, high);
    if (threads->strip) {
        // All of a strip's threads, or none.
        LLVMValueRef begins = LLVMBuildICmp(split.builder, LLVMIntEQ, low, loops->low, "");
        LLVMValueRef ends = LLVMBuildICmp(split.builder, LLVMIntEQ, high, loops->high, "");
        any = LLVMBuildAnd(split.builder, begins, ends, "");
    }
    if (idle)
        any = LLVMBuildAnd(split.builder, any, exact, "");
    // Where the main loop runs nothing, it ends where it begins, at the row's start.
    if (threads->strip) {
        LLVMValueRef rest_high = either(&split, any, loops->high, loops->low);
        low = loops->low;
        high = rest_high;
    } else {
        low = either(&split, any, low, loops->low);
        high = either(&split, any, high, loops->low);
    }
    struct guard *only = idle || threads->strip ? NULL : only_exact(&split);
    LLVMValueRef count, start, gap = NULL, skip = NULL;
    if (only) {
        start = only->less ? high : loops->low;
        count = only->less ? minus(&split, loops->high, high) : minus(&split, low, loops->low);
        // An empty main loop lies at the row's start; the rest is all of the row.
        if (!only->less)
            count = either(&split, any, count, minus(&split, loops->high, loops->low));
    } else {
        start = loops->low;
        gap = minus(&split, low, loops->low);
        skip = minus(&split, high, low);
        count = minus(&split, minus(&split, loops->high, loops->low), skip);
        if (idle)
            count = either(&split, exact, number(&split, 0), count);
    }
    LLVMBasicBlockRef between = new_block(&split, "row.rest");
    branch_if(&split, loops->row, any, loops->inner, between);
    LLVMValueRef back = LLVMGetBasicBlockTerminator(loops->latch);
    LLVMSetSuccessor(back, 1, between);
    if (!threads->strip) {
        LLVMSetOperand(loops->x, 0, low);
        LLVMSetOperand(LLVMGetCondition(back), 1, high);
    }
    LLVMPositionBuilderAtEnd(threads->builder, between);
    LLVMValueRef more = LLVMBuildICmp(threads->builder, LLVMIntNE, count, number(&split, 0), "");
    LLVMBuildCondBr(threads->builder, more, loops->inner, loops->row_end);
    struct oc_copy copy = {.from = between,
                           .exit = loops->row_end,
                           .start = start,
                           .count = count,
                           .gap = gap,
                           .skip = skip};
    oc_copy_threads(threads, region, &copy);
    if (only) {
        LLVMReplaceAllUsesWith(oc_copy_of(&copy, only->instruction), bit(&split, !only->wanted));
        oc_marks_like(threads, loops->latch, copy.latch);
    } else {
        oc_marks_cold(threads, copy.latch);
    }
    resolve(&split);
}
