#include "cpu/loops/pieces.h"

#include "cpu/loops/build.h"

enum { MAX_DIVISIONS = 8, DEPTH = 12 };

// A division of an index, as the code has it, once for its quotient and remainder.
struct division {
    LLVMValueRef dividend, divisor;
    bool is_signed;
    bool is_of_index;            // else it is one for the whole piece
    LLVMValueRef quotient, rest; // of the piece's first thread
};

struct pieces {
    struct oc_threads *threads;
    struct oc_loops *loops;
    size_t region;
    struct division items[MAX_DIVISIONS];
    size_t count;
    bool cuts;                         // there are pieces; else a row is one
    struct oc_values quotients, rests; // the instructions that compute them
    struct oc_map numbers;             // of these instructions' divisions
    LLVMValueRef from;                 // the piece's first x
    LLVMValueRef more;                 // how many threads can follow the first, at most
};

// ---- Which divisions ---------------------------------------------------------------------------

enum growth {
    ROW,   // the same for the piece
    INDEX, // x and a number that is the same for the piece
    OTHER
};

static bool is_in_region(const struct pieces *pieces, LLVMValueRef value) {
    const struct oc_threads *threads = pieces->threads;
    LLVMBasicBlockRef block = LLVMGetInstructionParent(value);
    long node = oc_body_node(threads->body, block);
    return block == pieces->loops->inner ||
           (node != OC_NO_NODE && threads->regions->of_node[node] == (long)pieces->region);
}

static const struct division *division_of(const struct pieces *pieces, LLVMValueRef value) {
    size_t number;
    return oc_map_get(&pieces->numbers, value, &number) ? &pieces->items[number] : NULL;
}

// Whether an instruction divides, and if so, how: a shift or a mask is a division, too.
struct operation {
    bool is, is_signed, is_quotient;
    LLVMValueRef divisor; // NULL: a power of two, 1 << shift
    unsigned shift;
};

static struct operation with_shift(bool is_quotient, LLVMValueRef constant) {
    enum { LEAST = 4, MOST = 30 };
    unsigned long bits = constant ? LLVMConstIntGetZExtValue(constant) : 0;
    if (!is_quotient)
        bits = bits & (bits + 1) ? 0 : (unsigned long)__builtin_popcountl(bits);
    return (struct operation){
        .is = bits >= LEAST && bits <= MOST, .is_quotient = is_quotient, .shift = (unsigned)bits};
}

static struct operation read_operation(LLVMValueRef value) {
    unsigned width = oc_ir_width(value);
    if (width != 32 && width != 64)
        return (struct operation){0};
    LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMUDiv:
        return (struct operation){.is = true, .is_quotient = true, .divisor = second};
    case LLVMSDiv:
        return (struct operation){
            .is = true, .is_signed = true, .is_quotient = true, .divisor = second};
    case LLVMURem:
        return (struct operation){.is = true, .divisor = second};
    case LLVMSRem:
        return (struct operation){.is = true, .is_signed = true, .divisor = second};
    case LLVMLShr:
        return with_shift(true, LLVMIsAConstantInt(second));
    case LLVMAnd:
        return with_shift(false, LLVMIsAConstantInt(second));
    default:
        return (struct operation){0};
    }
}

static enum growth growth_of(const struct pieces *pieces, LLVMValueRef value, int depth);

static enum growth growth_of_sum(LLVMValueRef value, enum growth first, enum growth second) {
    bool subtracts = LLVMGetInstructionOpcode(value) == LLVMSub;
    if (second == ROW)
        return first;
    return first == ROW && second == INDEX && !subtracts ? INDEX : OTHER;
}

static enum growth growth_of_arithmetic(const struct pieces *pieces, LLVMValueRef value,
                                        int depth) {
    unsigned long back;
    long constant;
    LLVMValueRef half = oc_ir_lower_half(value, &back, &constant);
    enum growth first = growth_of(pieces, LLVMGetOperand(value, 0), depth), second = ROW;
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
        if (growth_of(pieces, LLVMGetOperand(value, (unsigned)i), depth) != ROW)
            second = OTHER;
    if (first == ROW && second == ROW)
        return ROW;
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMTrunc:
    case LLVMSExt:
    case LLVMZExt:
        return first;
    case LLVMAdd:
    case LLVMSub:
        return growth_of_sum(value, first, growth_of(pieces, LLVMGetOperand(value, 1), depth));
    case LLVMAnd:
        return oc_ir_keeps_lower_half(value) ? first : OTHER;
    case LLVMAShr:
        return half && back == 32 ? growth_of(pieces, half, depth) : OTHER;
    default:
        return OTHER;
    }
}

static enum growth growth_of(const struct pieces *pieces, LLVMValueRef value, int depth) {
    if (value == pieces->loops->x)
        return INDEX;
    if (!LLVMIsAInstruction(value) || !is_in_region(pieces, value))
        return LLVMIsABasicBlock(value) ? OTHER : ROW;
    const struct division *division = division_of(pieces, value);
    if (division)
        return division->is_of_index && !read_operation(value).is_quotient ? INDEX : ROW;
    if (depth && LLVMIsAFreezeInst(value))
        return growth_of(pieces, LLVMGetOperand(value, 0), depth - 1);
    if (!depth || !oc_ir_is_index_arithmetic(value))
        return OTHER;
    return growth_of_arithmetic(pieces, value, depth - 1);
}

// Whether an address is computed from a number.
static bool leads_to_address(LLVMValueRef number, int depth) {
    for (LLVMUseRef use = LLVMGetFirstUse(number); depth && use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user) ||
            (LLVMIsAInstruction(user) && oc_ir_is_index_arithmetic(user) && !LLVMIsACmpInst(user) &&
             leads_to_address(user, depth - 1)))
            return true;
    }
    return false;
}

// Pieces of few threads do not pay, nor do divisions by constants, which are quick, unless they are
// in the way of vectors.
static bool pays(LLVMValueRef value, const struct operation *operation) {
    enum { LEAST = 16, DEPTH_OF_USE = 6 };
    LLVMValueRef constant = operation->divisor ? LLVMIsAConstantInt(operation->divisor) : NULL;
    if (operation->divisor && !constant)
        return true;
    return (!constant || LLVMConstIntGetSExtValue(constant) >= LEAST) &&
           leads_to_address(value, DEPTH_OF_USE);
}

static size_t number_of(struct pieces *pieces, struct division division) {
    for (size_t i = 0; i < pieces->count; i++)
        if (pieces->items[i].dividend == division.dividend &&
            pieces->items[i].divisor == division.divisor &&
            pieces->items[i].is_signed == division.is_signed)
            return i;
    if (pieces->count < MAX_DIVISIONS)
        pieces->items[pieces->count++] = division;
    return pieces->count - 1;
}

// Divisions that are the same for a row are done once, too: LLVM leaves them in the loop, since the
// divisor may be 0 where no thread divides.
static void note_division(struct pieces *pieces, LLVMValueRef value) {
    struct operation operation = read_operation(value);
    if (!operation.is || pieces->count == MAX_DIVISIONS)
        return;
    LLVMValueRef dividend = LLVMGetOperand(value, 0), divisor = operation.divisor;
    if (!divisor)
        divisor = LLVMConstInt(LLVMTypeOf(value), 1ul << operation.shift, false);
    enum growth growth = growth_of(pieces, dividend, DEPTH);
    if (growth == OTHER || growth_of(pieces, divisor, DEPTH) != ROW ||
        (growth == ROW ? LLVMIsConstant(divisor) : !pays(value, &operation)))
        return;
    pieces->cuts |= growth == INDEX;
    oc_map_set(&pieces->numbers, value,
               number_of(pieces, (struct division){.dividend = dividend,
                                                   .divisor = divisor,
                                                   .is_signed = operation.is_signed,
                                                   .is_of_index = growth == INDEX}));
    oc_values_add(operation.is_quotient ? &pieces->quotients : &pieces->rests, value);
}

static void find_divisions(struct pieces *pieces) {
    const struct oc_threads *threads = pieces->threads;
    const struct oc_region *region = &threads->regions->items[pieces->region];
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[region->nodes[n]].block)
            note_division(pieces, instruction);
}

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
    const struct division *division = division_of(pieces, value);
    unsigned long back;
    long constant;
    if (value == pieces->loops->x)
        return pieces->from;
    if (!LLVMIsAInstruction(value) || !is_in_region(pieces, value))
        return value;
    if (division)
        return read_operation(value).is_quotient ? division->quotient : division->rest;
    if (LLVMIsAFreezeInst(value))
        return at_first(pieces, LLVMGetOperand(value, 0));
    LLVMValueRef copy = copy_of(pieces, value);
    if (growth_of(pieces, value, DEPTH) != INDEX)
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

// A divisor that a processor can divide by: no thread that divides by 0 has a meaning, but one that
// does not divide has. By -1 the least number cannot be divided.
static LLVMValueRef safe_divisor(struct pieces *pieces, const struct division *division) {
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMValueRef divisor = LLVMBuildFreeze(builder, at_first(pieces, division->divisor), "");
    LLVMTypeRef type = LLVMTypeOf(divisor);
    LLVMValueRef is_bad =
        LLVMBuildICmp(builder, LLVMIntEQ, divisor, LLVMConstInt(type, 0, false), "");
    if (division->is_signed)
        is_bad =
            LLVMBuildOr(builder, is_bad,
                        LLVMBuildICmp(builder, LLVMIntEQ, divisor, LLVMConstAllOnes(type), ""), "");
    return LLVMBuildSelect(builder, is_bad, LLVMConstInt(type, 1, false), divisor, "");
}

// The quotient by -1, which safe_divisor makes 1.
static LLVMValueRef negated(struct pieces *pieces, const struct division *division,
                            LLVMValueRef quotient) {
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMValueRef divisor = LLVMBuildFreeze(builder, at_first(pieces, division->divisor), "");
    LLVMValueRef minus_one = LLVMConstAllOnes(LLVMTypeOf(divisor));
    LLVMValueRef is = LLVMBuildICmp(builder, LLVMIntEQ, divisor, minus_one, "");
    return LLVMBuildSelect(builder, is, LLVMBuildNeg(builder, quotient, ""), quotient, "");
}

// Divides for the first thread. The quotient stays the same until the remainder is 0 again; where
// one of the numbers is negative, for this thread only.
static void divide(struct pieces *pieces, struct division *division) {
    LLVMBuilderRef builder = pieces->threads->builder;
    LLVMValueRef dividend = LLVMBuildFreeze(builder, at_first(pieces, division->dividend), "");
    LLVMValueRef divisor = safe_divisor(pieces, division);
    LLVMValueRef zero = LLVMConstNull(LLVMTypeOf(dividend));
    LLVMValueRef one = LLVMConstInt(LLVMTypeOf(dividend), 1, false);
    if (division->is_signed) {
        division->quotient =
            negated(pieces, division, LLVMBuildSDiv(builder, dividend, divisor, ""));
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
    const struct division *division = division_of(pieces, value);
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

static LLVMValueRef base_of(struct pieces *pieces, const struct division *division) {
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
    LLVMValueRef bases[MAX_DIVISIONS];
    for (size_t i = 0; i < pieces->quotients.count; i++)
        drop_freezes(pieces->quotients.items[i]);
    for (size_t i = 0; i < pieces->rests.count; i++)
        drop_freezes(pieces->rests.items[i]);
    for (size_t i = 0; i < pieces->count; i++)
        bases[i] = base_of(pieces, &pieces->items[i]);
    for (size_t i = 0; i < pieces->quotients.count; i++) {
        LLVMValueRef value = pieces->quotients.items[i];
        replace_by(value, division_of(pieces, value)->quotient);
    }
    for (size_t i = 0; i < pieces->rests.count; i++) {
        LLVMValueRef value = pieces->rests.items[i];
        const struct division *division = division_of(pieces, value);
        if (division->is_of_index)
            replace_rest(pieces, value, bases[division - pieces->items]);
        else
            replace_by(value, division->rest);
    }
}

// ---- Loops -------------------------------------------------------------------------------------

// Makes a block for what precedes the x loop of a piece. The builder is there then.
static void begin_piece(struct pieces *pieces) {
    struct oc_threads *threads = pieces->threads;
    LLVMBasicBlockRef piece = oc_build_block(threads, "piece");
    LLVMSetSuccessor(LLVMGetBasicBlockTerminator(pieces->loops->row), 0, piece);
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
}

bool oc_pieces_cut(struct oc_threads *threads, size_t region) {
    struct oc_arena *arena = threads->ir->arena;
    struct pieces pieces = {.threads = threads,
                            .loops = &threads->loops[region],
                            .region = region,
                            .quotients = {.arena = arena},
                            .rests = {.arena = arena},
                            .numbers = {.arena = arena}};
    if (!pieces.loops->loops)
        return false;
    find_divisions(&pieces);
    if (!pieces.count)
        return false;
    if (pieces.cuts)
        begin_piece(&pieces);
    else
        pieces.from = pieces.loops->low;
    oc_build_at_end(threads,
                    pieces.cuts ? LLVMGetInstructionParent(pieces.from) : pieces.loops->row);
    for (size_t i = 0; i < pieces.count; i++)
        divide(&pieces, &pieces.items[i]);
    if (pieces.cuts)
        end_piece(&pieces);
    replace(&pieces);
    return pieces.cuts;
}
