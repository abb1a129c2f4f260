#include "cpu/loops/pieces.h"

#include "cpu/loops/build.h"
#include "cpu/loops/copy.h"
#include "cpu/loops/divisions.h"
#include "cpu/loops/marks.h"

struct pieces {
    struct oc_threads *threads;
    struct oc_loops *loops;
    size_t region;
    struct oc_divisions divisions;
    LLVMValueRef from; // the piece's first x
    LLVMValueRef more; // how many threads can follow the first, at most
};

// ---- A piece -----------------------------------------------------------------------------------

// At most so many threads follow the piece's first. `room`: of 32 or 64 bits, not negative.
static void limit(struct pieces *pieces, LLVMValueRef room) {
    pieces->more =
        oc_build_least(pieces->threads, pieces->more, oc_build_wide(pieces->threads, room));
}

// A number that grows by one from thread to thread must not pass this one.
static void limit_to(struct pieces *pieces, LLVMValueRef number, unsigned long greatest) {
    LLVMValueRef most = LLVMConstInt(LLVMTypeOf(number), greatest, false);
    limit(pieces, LLVMBuildSub(pieces->threads->builder, most, number, ""));
}

static unsigned long greatest_of(LLVMValueRef number, bool is_signed) {
    return ~0ul >> (64 - LLVMGetIntTypeWidth(LLVMTypeOf(number))) >> (is_signed ? 1 : 0);
}

static LLVMValueRef at_first(struct pieces *pieces, LLVMValueRef value);

// A copy that is defined for threads, too, that would not compute it.
static LLVMValueRef copy_of(struct pieces *pieces, LLVMValueRef value) {
    LLVMValueRef operands[3] = {NULL, NULL, NULL};
    LLVMBuilderRef builder = pieces->threads->builder;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        operands[i] = at_first(pieces, LLVMGetOperand(value, (unsigned)i));
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMICmp:
        return LLVMBuildICmp(builder, LLVMGetICmpPredicate(value), operands[0], operands[1], "");
    case LLVMSelect:
        return LLVMBuildSelect(builder, operands[0], operands[1], operands[2], "");
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
    case LLVMBitCast:
    case LLVMPtrToInt:
        return LLVMBuildCast(builder, LLVMGetInstructionOpcode(value), operands[0],
                             LLVMTypeOf(value), "");
    default:
        return LLVMBuildBinOp(builder, LLVMGetInstructionOpcode(value), operands[0], operands[1],
                              "");
    }
}

// The value for the piece's first thread. What extends an index is a number that grows by one as
// long as the index does not wrap.
static LLVMValueRef at_first(struct pieces *pieces, LLVMValueRef value) {
    const struct oc_division *division = oc_divisions_of(&pieces->divisions, value);
    unsigned long back;
    long constant;
    if (value == pieces->loops->x)
        return pieces->from;
    if (!LLVMIsAInstruction(value) ||
        !oc_nest_has(pieces->threads, pieces->region, LLVMGetInstructionParent(value)))
        return value;
    if (division)
        return oc_divisions_gives_quotient(value) ? division->quotient : division->rest;
    if (LLVMIsAFreezeInst(value))
        return at_first(pieces, LLVMGetOperand(value, 0));
    LLVMValueRef copy = copy_of(pieces, value);
    if (!oc_divisions_grows(&pieces->divisions, value))
        return copy;
    if (LLVMIsASExtInst(value) || LLVMIsAZExtInst(value)) {
        LLVMValueRef index = LLVMGetOperand(copy, 0);
        if (LLVMIsAInstruction(copy))
            limit_to(pieces, index, greatest_of(index, LLVMIsASExtInst(value) != NULL));
    } else if (LLVMGetInstructionOpcode(value) == LLVMAnd) {
        limit_to(pieces, copy, LLVMConstIntGetZExtValue(LLVMGetOperand(value, 1)));
    } else if (oc_ir_lower_half(value, &back, &constant)) {
        limit_to(pieces, copy, (1ul << 31) - 1);
    }
    return copy;
}

static LLVMValueRef is_equal(LLVMBuilderRef builder, LLVMValueRef number, LLVMValueRef other) {
    return LLVMBuildICmp(builder, LLVMIntEQ, number, other, "");
}

// A divisor that a processor can divide by: no thread that divides by 0 has a meaning, but one that
// does not divide has. By -1 the least number cannot be divided.
static LLVMValueRef safe_divisor(LLVMBuilderRef builder, LLVMValueRef divisor, bool is_signed) {
    LLVMTypeRef type = LLVMTypeOf(divisor);
    LLVMValueRef is_bad = is_equal(builder, divisor, LLVMConstNull(type));
    if (is_signed)
        is_bad =
            LLVMBuildOr(builder, is_bad, is_equal(builder, divisor, LLVMConstAllOnes(type)), "");
    return LLVMBuildSelect(builder, is_bad, LLVMConstInt(type, 1, false), divisor, "");
}

// The quotient by `divisor`, which may be -1. `quotient` is that by the safe divisor, which is
// then 1.
static LLVMValueRef with_sign(LLVMBuilderRef builder, LLVMValueRef quotient, LLVMValueRef divisor) {
    LLVMValueRef minus_one = LLVMConstAllOnes(LLVMTypeOf(divisor));
    return LLVMBuildSelect(builder, is_equal(builder, divisor, minus_one),
                           LLVMBuildNeg(builder, quotient, ""), quotient, "");
}

// Masks the first thread's number, or flips a bit of it. The result grows by one, or stays the
// same, until the bits of the mask, or those below the bit, are all set.
static void change_bits(struct pieces *pieces, struct oc_division *division) {
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMValueRef dividend = LLVMBuildFreeze(builder, at_first(pieces, division->dividend), "");
    LLVMValueRef bits = LLVMBuildFreeze(builder, at_first(pieces, division->divisor), "");
    LLVMValueRef low = bits;
    if (division->kind != OC_DIVISION_BY_MASK)
        low = LLVMBuildSub(builder, bits, LLVMConstInt(LLVMTypeOf(bits), 1, false), "");
    if (division->kind == OC_DIVISION_FLIP)
        division->rest = LLVMBuildXor(builder, dividend, bits, "");
    else
        division->rest = LLVMBuildAnd(builder, dividend, low, "");
    division->quotient = LLVMBuildSub(builder, dividend, division->rest, "");
    limit(pieces, LLVMBuildAnd(builder, low, LLVMBuildNot(builder, dividend, ""), ""));
}

// Divides for the first thread. The quotient stays the same until the remainder is 0 again; where
// one of the numbers is negative, for this thread only.
static void divide(struct pieces *pieces, struct oc_division *division) {
    LLVMBuilderRef builder = pieces->threads->builder;
    if (division->kind != OC_DIVISION) {
        change_bits(pieces, division);
        return;
    }
    LLVMValueRef dividend = LLVMBuildFreeze(builder, at_first(pieces, division->dividend), "");
    LLVMValueRef given = LLVMBuildFreeze(builder, at_first(pieces, division->divisor), "");
    LLVMValueRef divisor = safe_divisor(builder, given, division->is_signed);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(dividend));
    LLVMValueRef one = LLVMConstInt(LLVMTypeOf(dividend), 1, false);
    if (division->is_signed) {
        division->quotient =
            with_sign(builder, LLVMBuildSDiv(builder, dividend, divisor, ""), given);
        division->rest = LLVMBuildSRem(builder, dividend, divisor, "");
    } else {
        division->quotient = LLVMBuildUDiv(builder, dividend, divisor, "");
        division->rest = LLVMBuildURem(builder, dividend, divisor, "");
    }
    if (!division->is_of_index)
        return;
    LLVMValueRef left =
        LLVMBuildSub(builder, LLVMBuildSub(builder, divisor, division->rest, ""), one, "");
    if (division->is_signed) {
        LLVMValueRef is_negative = LLVMBuildICmp(
            builder, LLVMIntSLT, LLVMBuildOr(builder, dividend, divisor, ""), zero, "");
        left = LLVMBuildSelect(builder, is_negative, zero, left, "");
    }
    limit(pieces, left);
    limit_to(pieces, dividend, greatest_of(dividend, division->is_signed));
}

// ---- Replacing ---------------------------------------------------------------------------------

static bool extends(LLVMValueRef user, bool is_signed) {
    if (oc_ir_width(user) != 64)
        return false;
    if (LLVMIsASExtInst(user))
        return is_signed;
    return LLVMIsAZExtInst(user) && (!is_signed || LLVMGetNNeg(user));
}

// The remainder of an index is x, of 64 bits, less what it is x less for the first thread.
static void replace_rest(struct pieces *pieces, LLVMValueRef value, LLVMValueRef base) {
    const struct oc_division *division = oc_divisions_of(&pieces->divisions, value);
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMPositionBuilderBefore(builder, value);
    LLVMValueRef wide = LLVMBuildAdd(builder, pieces->loops->x, base, ""), narrow = wide;
    if (LLVMTypeOf(value) != LLVMTypeOf(wide)) {
        narrow = LLVMBuildTrunc(builder, wide, LLVMTypeOf(value), "");
        if (division->is_signed)
            LLVMSetNSW(narrow, true);
        else
            LLVMSetNUW(narrow, true);
    }
    for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
        LLVMValueRef user = LLVMGetUser(use);
        next = LLVMGetNextUse(use);
        if (LLVMTypeOf(value) != LLVMTypeOf(wide) && extends(user, division->is_signed))
            LLVMReplaceAllUsesWith(user, wide);
    }
    LLVMReplaceAllUsesWith(value, narrow);
    LLVMInstructionEraseFromParent(value);
}

static LLVMValueRef base_of(struct pieces *pieces, const struct oc_division *division) {
    LLVMBuilderRef builder = oc_build_at_end(pieces->threads, pieces->loops->row);
    LLVMTypeRef i64 = pieces->threads->i64;
    LLVMValueRef rest = LLVMBuildIntCast2(builder, division->rest, i64, division->is_signed, "");
    return LLVMBuildSub(builder, rest, pieces->from, "");
}

static void replace_by(LLVMValueRef value, LLVMValueRef by) {
    LLVMReplaceAllUsesWith(value, by);
    LLVMInstructionEraseFromParent(value);
}

// What was computed here is defined: operands of a division were frozen.
static void drop_freezes(LLVMValueRef value) {
    for (LLVMUseRef use = LLVMGetFirstUse(value), next; use; use = next) {
        next = LLVMGetNextUse(use);
        if (LLVMIsAFreezeInst(LLVMGetUser(use)))
            LLVMReplaceAllUsesWith(LLVMGetUser(use), value);
    }
}

static void replace(struct pieces *pieces) {
    LLVMValueRef bases[OC_MAX_DIVISIONS];
    for (size_t i = 0; i < pieces->divisions.quotients.count; i++)
        drop_freezes(pieces->divisions.quotients.items[i]);
    for (size_t i = 0; i < pieces->divisions.rests.count; i++)
        drop_freezes(pieces->divisions.rests.items[i]);
    for (size_t i = 0; i < pieces->divisions.count; i++)
        bases[i] = base_of(pieces, &pieces->divisions.items[i]);
    for (size_t i = 0; i < pieces->divisions.quotients.count; i++) {
        LLVMValueRef value = pieces->divisions.quotients.items[i];
        replace_by(value, oc_divisions_of(&pieces->divisions, value)->quotient);
    }
    for (size_t i = 0; i < pieces->divisions.rests.count; i++) {
        LLVMValueRef value = pieces->divisions.rests.items[i];
        const struct oc_division *division = oc_divisions_of(&pieces->divisions, value);
        if (division->is_of_index)
            replace_rest(pieces, value, bases[division - pieces->divisions.items]);
        else
            replace_by(value, division->rest);
    }
}

// ---- Loops -------------------------------------------------------------------------------------

// A bit: a number is not a power of two.
static LLVMValueRef has_bits(struct pieces *pieces, LLVMValueRef divisor) {
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMTypeRef type = LLVMTypeOf(divisor);
    LLVMValueRef mask = LLVMBuildSub(builder, divisor, LLVMConstInt(type, 1, false), "");
    return LLVMBuildICmp(builder, LLVMIntNE, LLVMBuildAnd(builder, divisor, mask, ""),
                         LLVMConstNull(type), "");
}

// A bit, at the end of the row's block: pieces are not possible, or some divisor is so small that
// they do not pay.
static LLVMValueRef has_bad_divisor(struct pieces *pieces) {
    enum { FEW_THREADS = 5, FEW_FOR_BITS = 16 };
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMValueRef any = NULL;
    for (size_t i = 0; i < pieces->divisions.count; i++) {
        const struct oc_division *division = &pieces->divisions.items[i];
        if (!division->is_of_index || LLVMIsConstant(division->divisor) ||
            !oc_divisions_is_known_before(&pieces->divisions, division->divisor))
            continue;
        bool by_power = division->kind != OC_DIVISION;
        LLVMValueRef divisor = LLVMBuildFreeze(builder, at_first(pieces, division->divisor), "");
        if (division->kind == OC_DIVISION_BY_MASK)
            divisor =
                LLVMBuildAdd(builder, divisor, LLVMConstInt(LLVMTypeOf(divisor), 1, false), "");
        LLVMValueRef few =
            LLVMConstInt(LLVMTypeOf(divisor), by_power ? FEW_FOR_BITS : FEW_THREADS, false);
        LLVMValueRef is =
            LLVMBuildICmp(builder, division->is_signed ? LLVMIntSLT : LLVMIntULT, divisor, few, "");
        if (by_power)
            is = LLVMBuildOr(builder, is, has_bits(pieces, divisor), "");
        any = any ? LLVMBuildOr(builder, any, is, "") : is;
    }
    return any;
}

// Lets a copy of the x loop run the row where pieces would not pay.
static void keep_uncut(struct pieces *pieces) {
    struct oc_threads *threads = pieces->threads;
    struct oc_loops *loops = pieces->loops;
    LLVMPositionBuilderBefore(threads->builder, LLVMGetBasicBlockTerminator(loops->row));
    LLVMValueRef is_bad = has_bad_divisor(pieces);
    if (!is_bad)
        return;
    LLVMInstructionEraseFromParent(LLVMGetBasicBlockTerminator(loops->row));
    oc_build_at_end(threads, loops->row);
    struct oc_copy copy = {.from = loops->row,
                           .exit = loops->row_end,
                           .start = loops->low,
                           .count = oc_build_minus(threads, loops->high, loops->low)};
    LLVMBuildCondBr(threads->builder, is_bad, loops->inner, loops->inner);
    oc_copy_threads(threads, pieces->region, &copy);
    oc_marks_cold(threads, copy.latch);
}

// Makes a block for what precedes the x loop of a piece. The builder is there then.
static void begin_piece(struct pieces *pieces) {
    struct oc_threads *threads = pieces->threads;
    LLVMBasicBlockRef piece = oc_build_block(threads, "piece");
    LLVMValueRef enter = LLVMGetBasicBlockTerminator(pieces->loops->row);
    LLVMSetSuccessor(enter, LLVMGetNumSuccessors(enter) - 1, piece);
    oc_build_at_end(threads, piece);
    pieces->from = LLVMBuildPhi(threads->builder, threads->i64, "");
    pieces->more = oc_build_number(threads, ~0ul);
}

// The x loop comes from the piece instead of the row: with another phi, since LLVM's C API cannot
// change where a phi's values come from.
static void replace_x(struct pieces *pieces, LLVMBasicBlockRef piece) {
    struct oc_threads *threads = pieces->threads;
    struct oc_loops *loops = pieces->loops;
    LLVMValueRef next =
        LLVMGetOperand(LLVMGetCondition(LLVMGetBasicBlockTerminator(loops->latch)), 0);
    LLVMValueRef old = loops->x;
    LLVMPositionBuilderBefore(threads->builder, old);
    loops->x = LLVMBuildPhi(threads->builder, threads->i64, "");
    LLVMAddIncoming(loops->x, &pieces->from, &piece, 1);
    LLVMAddIncoming(loops->x, &next, &loops->latch, 1);
    LLVMReplaceAllUsesWith(old, loops->x);
    LLVMInstructionEraseFromParent(old);
    for (int d = 0; d < 3; d++)
        if (loops->global_ids[d] == old)
            loops->global_ids[d] = loops->x;
    if (loops->thread == old)
        loops->thread = loops->x;
}

// Ends the block. The piece ends before `to`.
static void end_piece(struct pieces *pieces) {
    struct oc_threads *threads = pieces->threads;
    struct oc_loops *loops = pieces->loops;
    LLVMBasicBlockRef piece = LLVMGetInstructionParent(pieces->from);
    LLVMBasicBlockRef end = oc_build_block(threads, "piece.end");
    LLVMValueRef one = oc_build_number(threads, 1);
    oc_build_at_end(threads, piece);
    LLVMValueRef left =
        oc_build_minus(threads, oc_build_minus(threads, loops->high, pieces->from), one);
    LLVMValueRef more = oc_build_least(threads, pieces->more, left);
    LLVMValueRef to = oc_build_plus(threads, oc_build_plus(threads, pieces->from, more), one);
    LLVMBuildBr(threads->builder, loops->inner);
    oc_build_at_end(threads, end);
    LLVMBuildCondBr(threads->builder, oc_build_less(threads, to, loops->high), piece,
                    loops->row_end);
    LLVMAddIncoming(pieces->from, &loops->low, &loops->row, 1);
    LLVMAddIncoming(pieces->from, &to, &end, 1);
    LLVMValueRef back = LLVMGetBasicBlockTerminator(loops->latch);
    LLVMSetSuccessor(back, 1, end);
    LLVMSetOperand(LLVMGetCondition(back), 1, to);
    replace_x(pieces, piece);
    loops->row = piece;
    loops->row_end = end;
    loops->low = pieces->from;
    loops->high = to;
    loops->is_piece = true;
}

bool oc_pieces_cut(struct oc_threads *threads, size_t region) {
    struct oc_arena *arena = threads->ir->arena;
    struct oc_loops *loops = &threads->loops[region];
    struct pieces pieces = {.threads = threads,
                            .loops = loops,
                            .region = region,
                            .divisions = {.threads = threads,
                                          .loops = loops,
                                          .region = region,
                                          .quotients = {.arena = arena},
                                          .rests = {.arena = arena},
                                          .numbers = {.arena = arena}},
                            .from = loops->low,
                            .more = NULL};
    bool cuts = loops->loops && oc_divisions_find(&pieces.divisions) && pieces.divisions.cuts;
    if (!pieces.divisions.count)
        return false;
    if (cuts) {
        keep_uncut(&pieces);
        begin_piece(&pieces);
    }
    oc_build_at_end(threads, cuts ? LLVMGetInstructionParent(pieces.from) : loops->row);
    for (size_t i = 0; i < pieces.divisions.count; i++)
        divide(&pieces, &pieces.divisions.items[i]);
    if (cuts)
        end_piece(&pieces);
    replace(&pieces);
    return cuts;
}
