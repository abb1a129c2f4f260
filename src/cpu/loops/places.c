#include "cpu/loops/places.h"

#include "cpu/loops/build.h"

#include <limits.h>

// The same operation on other operands, without what the original promises of them: that may hold
// only for threads that come to it.
static LLVMValueRef rebuild_operation(struct oc_guards *guards, LLVMValueRef value,
                                      LLVMValueRef const *operands) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMICmp)
        return LLVMBuildICmp(builder, LLVMGetICmpPredicate(value), operands[0], operands[1], "");
    if (opcode == LLVMSelect)
        return LLVMBuildSelect(builder, operands[0], operands[1], operands[2], "");
    if (opcode == LLVMCall)
        return LLVMBuildCall2(builder, LLVMGetCalledFunctionType(value), oc_ir_callee(value),
                              (LLVMValueRef *)operands, 2, "");
    if (LLVMGetNumOperands(value) == 1)
        return LLVMBuildCast(builder, opcode, operands[0], LLVMTypeOf(value), "");
    return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
}

static LLVMValueRef in_row(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x);

// Whether a constant in a sum counts as negative if its highest bit is set. Unsigned arithmetic
// subtracts by adding what is nearly 2^32, and then wraps.
static bool is_signed_constant(LLVMValueRef sum, LLVMValueRef part, bool is_signed) {
    return LLVMIsAConstantInt(part) && (is_signed || !LLVMGetNUW(sum));
}

// A part of a sum that is of the row, in 64 bits.
static LLVMValueRef exact_part(struct oc_guards *guards, LLVMValueRef sum, LLVMValueRef value,
                               bool is_signed) {
    LLVMTypeRef i64 = guards->threads->i64;
    LLVMValueRef part = in_row(guards, value, NULL);
    return is_signed || is_signed_constant(sum, part, is_signed)
               ? LLVMBuildSExt(guards->threads->builder, part, i64, "")
               : LLVMBuildZExt(guards->threads->builder, part, i64, "");
}

// What a sum of 32 bits or fewer would be at `x` if it could not wrap, in 64 bits.
static LLVMValueRef exact_sum(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x,
                              bool is_signed) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMValueRef chosen = oc_guards_chosen(guards, value);
    LLVMValueRef left = LLVMGetOperand(value, 0), right = LLVMGetOperand(value, 1);
    if (chosen)
        return exact_sum(guards, chosen, x, is_signed);
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMAdd:
    case LLVMOr:
        if (oc_guards_is_of_row(guards, left))
            return LLVMBuildAdd(builder, exact_part(guards, value, left, is_signed),
                                exact_sum(guards, right, x, is_signed), "");
        return LLVMBuildAdd(builder, exact_sum(guards, left, x, is_signed),
                            exact_part(guards, value, right, is_signed), "");
    case LLVMSub:
        return LLVMBuildSub(builder, exact_sum(guards, left, x, is_signed),
                            exact_part(guards, value, right, is_signed), "");
    case LLVMSelect:
        return LLVMBuildSelect(builder, in_row(guards, left, NULL),
                               exact_sum(guards, right, x, is_signed),
                               exact_sum(guards, LLVMGetOperand(value, 2), x, is_signed), "");
    default:
        break;
    }
    LLVMTypeRef i64 = guards->threads->i64;
    if (LLVMIsATruncInst(value) && LLVMTypeOf(left) == i64)
        return in_row(guards, left, x);
    value = in_row(guards, value, x); // the truncation of an index of 32 bits to fewer, or extended
    return is_signed ? LLVMBuildSExt(builder, value, i64, "")
                     : LLVMBuildZExt(builder, value, i64, "");
}

// A value of the row, or an index for x = `x`, computed in the row's block.
static LLVMValueRef in_row(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x) {
    if (value == guards->loops->x)
        return x;
    if (!LLVMIsAInstruction(value) || !oc_guards_in_region(guards, LLVMGetInstructionParent(value)))
        return value;
    LLVMValueRef chosen = oc_guards_chosen(guards, value), step = oc_guards_step(guards, value);
    if (chosen)
        return in_row(guards, chosen, x);
    if (step)
        return step;
    // A sum of 32 bits is one that does not wrap, for the threads that use it.
    if (x && LLVMTypeOf(value) == guards->threads->i64 &&
        (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) && !oc_guards_is_of_row(guards, value))
        return exact_sum(guards, LLVMGetOperand(value, 0), x, LLVMIsASExtInst(value) != NULL);
    LLVMValueRef operands[3] = {NULL, NULL, NULL};
    int count = LLVMGetNumOperands(value) - (LLVMIsACallInst(value) ? 1 : 0);
    for (int i = 0; i < count; i++)
        operands[i] = in_row(guards, LLVMGetOperand(value, (unsigned)i), x);
    return rebuild_operation(guards, value, operands);
}

// The same where threads would not all compute it: any value will do then, but it must be one.
static LLVMValueRef fixed_in_row(struct oc_guards *guards, LLVMValueRef value, LLVMValueRef x) {
    return LLVMBuildFreeze(guards->threads->builder, in_row(guards, value, x), "");
}

// ---- Kinds of guards ---------------------------------------------------------------------------

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
    LLVMValueRef last =
        oc_build_minus(guards->threads, length, oc_build_number(guards->threads, 1));
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMValueRef zero = oc_build_number(guards->threads, 0);
    LLVMValueRef is_first = LLVMBuildICmp(builder, LLVMIntEQ, at, zero, "");
    LLVMValueRef is_last = LLVMBuildICmp(builder, LLVMIntEQ, at, last, "");
    guard->exact = LLVMBuildOr(builder, LLVMBuildNot(builder, is_met, ""),
                               LLVMBuildOr(builder, is_first, is_last, ""), "");
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
    LLVMValueRef wraps = guard->never_wraps
                             ? oc_build_bit(guards->threads, false)
                             : LLVMBuildAnd(builder, oc_build_less(guards->threads, room, length),
                                            LLVMBuildICmp(builder, LLVMIntNE, room, last, ""), "");
    // Where it wraps, and already the first thread's index is too great, what is less begins there.
    LLVMIntPredicate predicate = guard->or_equal ? (guard->is_signed ? LLVMIntSLE : LLVMIntULE)
                                                 : (guard->is_signed ? LLVMIntSLT : LLVMIntULT);
    LLVMValueRef some = LLVMBuildICmp(builder, predicate, first, bound, "");
    LLVMValueRef wrapped =
        oc_build_plus(guards->threads, room, oc_build_number(guards->threads, 1));
    LLVMValueRef begin = oc_build_number(guards->threads, 0);
    if (!guard->never_wraps && guard->less) {
        LLVMValueRef late = LLVMBuildAnd(builder, wraps, LLVMBuildNot(builder, some, ""), "");
        LLVMValueRef least = LLVMConstInt(type, guard->is_signed ? greatest + 1 : 0, false);
        begin = oc_build_either(guards->threads, late, wrapped, begin);
        first = LLVMBuildSelect(builder, late, least, first, "");
        some = LLVMBuildICmp(builder, predicate, first, bound, "");
    }
    // How many threads from there have an index that is less.
    LLVMValueRef rest = oc_build_minus(guards->threads, length, begin);
    LLVMValueRef many = oc_build_wide(guards->threads, LLVMBuildSub(builder, bound, first, ""));
    if (guard->or_equal)
        many = oc_build_plus(guards->threads, oc_build_least(guards->threads, many, last),
                             oc_build_number(guards->threads, 1));
    many = oc_build_either(guards->threads, some, oc_build_least(guards->threads, many, rest),
                           oc_build_number(guards->threads, 0));
    begin = oc_build_plus(guards->threads, low, begin);
    LLVMValueRef border = oc_build_plus(guards->threads, begin, many);
    LLVMValueRef end =
        oc_build_either(guards->threads, wraps, oc_build_plus(guards->threads, low, wrapped), high);
    guard->low = guard->less ? begin : border;
    guard->high = guard->less ? border : end;
    guard->exact = LLVMBuildNot(builder, wraps, "");
}

// From where the index is not negative to where it is 2^31.
static void place_small(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMValueRef low = guards->loops->low, zero = oc_build_number(guards->threads, 0);
    LLVMValueRef length = oc_build_minus(guards->threads, guards->loops->high, low);
    LLVMValueRef first = fixed_in_row(guards, guard->index, low);
    LLVMValueRef limit = oc_build_number(guards->threads, 1ul << 31);
    LLVMValueRef is_negative = LLVMBuildICmp(builder, LLVMIntSLT, first, zero, "");
    LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntSLT, first, limit, "");
    LLVMValueRef before =
        oc_build_either(guards->threads, is_negative, LLVMBuildNeg(builder, first, ""), zero);
    LLVMValueRef left = oc_build_either(guards->threads, below,
                                        oc_build_minus(guards->threads, limit, first), zero);
    guard->low =
        oc_build_plus(guards->threads, low, oc_build_least(guards->threads, before, length));
    guard->high =
        oc_build_plus(guards->threads, low, oc_build_least(guards->threads, left, length));
}

// The lower half of an index, and a constant, with its sign.
static LLVMValueRef half_in_row(struct oc_guards *guards, LLVMValueRef index, long constant,
                                LLVMValueRef x) {
    const struct oc_threads *threads = guards->threads;
    LLVMValueRef half =
        LLVMBuildTrunc(threads->builder, fixed_in_row(guards, index, x), threads->i32, "");
    LLVMValueRef by = LLVMConstInt(threads->i32, (unsigned long)constant, true);
    return LLVMBuildSExt(threads->builder, LLVMBuildAdd(threads->builder, half, by, ""),
                         threads->i64, "");
}

// From the row's beginning to where it would be 2^31.
static void place_half(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMValueRef low = guards->loops->low;
    LLVMValueRef length = oc_build_minus(guards->threads, guards->loops->high, low);
    LLVMValueRef first = half_in_row(guards, guard->index, guard->constant, low);
    LLVMValueRef left =
        oc_build_minus(guards->threads, oc_build_number(guards->threads, 1ul << 31), first);
    guard->low = low;
    guard->high =
        oc_build_plus(guards->threads, low, oc_build_least(guards->threads, left, length));
}

// All of the row or nothing: that it wraps is rare.
static void place_sum(struct oc_guards *guards, struct oc_guard *guard) {
    LLVMBuilderRef builder = guards->threads->builder;
    LLVMTypeRef i64 = guards->threads->i64;
    LLVMValueRef low = guards->loops->low, high = guards->loops->high;
    long least = guard->is_signed ? INT_MIN : 0, greatest = guard->is_signed ? INT_MAX : UINT_MAX;
    LLVMValueRef first =
        LLVMBuildFreeze(builder, exact_sum(guards, guard->index, low, guard->is_signed), "");
    LLVMValueRef end =
        oc_build_plus(guards->threads, first, oc_build_minus(guards->threads, high, low));
    LLVMValueRef above = LLVMBuildICmp(builder, LLVMIntSGE, first,
                                       LLVMConstInt(i64, (unsigned long)least, true), "");
    LLVMValueRef below = LLVMBuildICmp(builder, LLVMIntSLE, end,
                                       LLVMConstInt(i64, (unsigned long)greatest + 1, true), "");
    LLVMValueRef fits = LLVMBuildAnd(builder, above, below, "");
    guard->low = low;
    guard->high = oc_build_either(guards->threads, fits, high, low);
}

void oc_places_find(struct oc_guards *guards, struct oc_guard *guard) {
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
    case OC_GUARD_HALF:
        place_half(guards, guard);
        break;
    case OC_GUARD_SIGNED_SUM:
    case OC_GUARD_UNSIGNED_SUM:
        place_sum(guards, guard);
        break;
    }
}

// Whether an index is x and a constant, where the guards hold. `is_signed`: how it is extended.
static bool is_near_x(struct oc_guards *guards, LLVMValueRef index, bool is_signed,
                      long *constant) {
    LLVMValueRef chosen = oc_guards_chosen(guards, index);
    *constant = 0;
    if (index == guards->loops->x)
        return true;
    if (chosen)
        return is_near_x(guards, chosen, is_signed, constant);
    if (!LLVMIsAInstruction(index))
        return false;
    if (LLVMIsACastInst(index))
        return is_near_x(guards, LLVMGetOperand(index, 0), !LLVMIsAZExtInst(index), constant);
    if (LLVMGetInstructionOpcode(index) == LLVMAnd)
        return oc_ir_keeps_lower_half(index) &&
               is_near_x(guards, LLVMGetOperand(index, 0), is_signed, constant);
    LLVMValueRef by = LLVMGetInstructionOpcode(index) == LLVMAdd
                          ? LLVMIsAConstantInt(LLVMGetOperand(index, 1))
                          : NULL;
    if (!by || !is_near_x(guards, LLVMGetOperand(index, 0), is_signed, constant))
        return false;
    *constant += is_signed_constant(index, by, is_signed) ? (long)LLVMConstIntGetSExtValue(by)
                                                          : (long)LLVMConstIntGetZExtValue(by);
    return true;
}

LLVMValueRef oc_places_base(struct oc_guards *guards, const struct oc_address *address,
                            LLVMValueRef low) {
    long constant;
    if (address->is_half)
        return oc_build_minus(guards->threads,
                              half_in_row(guards, address->index, address->constant, low), low);
    if (is_near_x(guards, address->index, true, &constant))
        return oc_build_number(guards->threads, (unsigned long)(constant + address->constant));
    LLVMValueRef base =
        oc_build_minus(guards->threads, fixed_in_row(guards, address->index, low), low);
    return oc_build_plus(guards->threads, base,
                         oc_build_number(guards->threads, (unsigned long)address->constant));
}

void oc_places_simplify(const struct oc_threads *threads, const struct oc_address *address,
                        LLVMValueRef instruction, LLVMValueRef x, LLVMValueRef base) {
    LLVMBuilderRef builder = threads->builder;
    LLVMPositionBuilderBefore(builder, instruction);
    LLVMValueRef index = oc_build_plus(threads, x, base);
    if (address->shift)
        index = LLVMBuildShl(builder, index, oc_build_number(threads, address->shift), "");
    LLVMSetOperand(instruction, address->operand, index);
}
