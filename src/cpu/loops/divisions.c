#include "cpu/loops/divisions.h"

enum { DEPTH = 12 };

enum growth {
    ROW,   // the number is the same for a piece
    INDEX, // it is the sum of x and a number that is the same for a piece
    OTHER
};

const struct oc_division *oc_divisions_of(const struct oc_divisions *divisions,
                                          LLVMValueRef value) {
    size_t number;
    return oc_map_get(&divisions->numbers, value, &number) ? &divisions->items[number] : NULL;
}

// Whether an instruction divides, and if so, how: a shift or a mask is a division, too.
struct operation {
    bool is, is_signed, is_quotient;
    enum oc_division_kind kind;
    LLVMValueRef dividend;
    LLVMValueRef divisor; // NULL: a power of two, 1 << shift
    unsigned shift;
};

static struct operation with_shift(bool is_quotient, LLVMValueRef value, LLVMValueRef constant) {
    enum { LEAST = 4, MOST = 30 };
    unsigned long bits = constant ? LLVMConstIntGetZExtValue(constant) : 0;
    if (!is_quotient)
        bits = bits & (bits + 1) ? 0 : (unsigned long)__builtin_popcountl(bits);
    return (struct operation){.is = bits >= LEAST && bits <= MOST,
                              .is_quotient = is_quotient,
                              .dividend = LLVMGetOperand(value, 0),
                              .shift = (unsigned)bits};
}

// `dividend & mask` or `dividend ^ bit`. Which is which shows where the dividend is an index.
static struct operation with_mask(LLVMValueRef value) {
    for (unsigned i = 0; i < 2; i++) {
        LLVMValueRef mask = LLVMGetOperand(value, i);
        if (LLVMIsAInstruction(mask) && LLVMGetInstructionOpcode(mask) == LLVMSub &&
            LLVMIsNull(LLVMGetOperand(mask, 0)))
            return (struct operation){.is = true,
                                      .is_quotient = true,
                                      .kind = OC_DIVISION_FLOOR,
                                      .dividend = LLVMGetOperand(value, 1 - i),
                                      .divisor = LLVMGetOperand(mask, 1)};
    }
    return (struct operation){.is = true,
                              .kind = OC_DIVISION_BY_MASK,
                              .dividend = LLVMGetOperand(value, 0),
                              .divisor = LLVMGetOperand(value, 1)};
}

static struct operation with_flip(LLVMValueRef value) {
    LLVMValueRef constant = LLVMIsAConstantInt(LLVMGetOperand(value, 1));
    unsigned long bits = constant ? LLVMConstIntGetZExtValue(constant) : 0;
    bool is_signed = true;
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use))
        is_signed &= !LLVMIsAZExtInst(LLVMGetUser(use));
    return (struct operation){.is = !(bits & (bits - 1)),
                              .is_signed = is_signed,
                              .kind = OC_DIVISION_FLIP,
                              .dividend = LLVMGetOperand(value, 0),
                              .divisor = LLVMGetOperand(value, 1)};
}

static struct operation read_operation(LLVMValueRef value) {
    unsigned width = oc_ir_width(value);
    if (width != 32 && width != 64)
        return (struct operation){0};
    LLVMValueRef second = LLVMGetNumOperands(value) > 1 ? LLVMGetOperand(value, 1) : NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    switch (opcode) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return (struct operation){.is = true,
                                  .is_signed = opcode == LLVMSDiv || opcode == LLVMSRem,
                                  .is_quotient = opcode == LLVMUDiv || opcode == LLVMSDiv,
                                  .dividend = LLVMGetOperand(value, 0),
                                  .divisor = second};
    case LLVMLShr:
        return with_shift(true, value, LLVMIsAConstantInt(second));
    case LLVMAnd:
        return LLVMIsAConstantInt(second) ? with_shift(false, value, second) : with_mask(value);
    case LLVMXor:
        return with_flip(value);
    default:
        return (struct operation){0};
    }
}

static bool is_in_region(const struct oc_divisions *divisions, LLVMValueRef value) {
    return LLVMIsAInstruction(value) &&
           oc_nest_has(divisions->threads, divisions->region, LLVMGetInstructionParent(value));
}

static enum growth growth_of(const struct oc_divisions *divisions, LLVMValueRef value, int depth);

static enum growth growth_of_sum(LLVMValueRef value, enum growth first, enum growth second) {
    bool subtracts = LLVMGetInstructionOpcode(value) == LLVMSub;
    if (second == ROW)
        return first;
    return first == ROW && second == INDEX && !subtracts ? INDEX : OTHER;
}

static enum growth growth_of_arithmetic(const struct oc_divisions *divisions, LLVMValueRef value,
                                        int depth) {
    unsigned long back;
    long constant;
    LLVMValueRef half = oc_ir_lower_half(value, &back, &constant);
    enum growth first = growth_of(divisions, LLVMGetOperand(value, 0), depth), second = ROW;
    for (int i = 1; i < LLVMGetNumOperands(value); i++)
        if (growth_of(divisions, LLVMGetOperand(value, (unsigned)i), depth) != ROW)
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
        return growth_of_sum(value, first, growth_of(divisions, LLVMGetOperand(value, 1), depth));
    case LLVMAnd:
        return oc_ir_keeps_lower_half(value) ? first : OTHER;
    case LLVMAShr:
        return half && back == 32 ? growth_of(divisions, half, depth) : OTHER;
    default:
        return OTHER;
    }
}

static enum growth growth_of(const struct oc_divisions *divisions, LLVMValueRef value, int depth) {
    if (value == divisions->loops->x)
        return INDEX;
    if (!is_in_region(divisions, value))
        return LLVMIsABasicBlock(value) ? OTHER : ROW;
    const struct oc_division *division = oc_divisions_of(divisions, value);
    if (division)
        return division->is_of_index && !read_operation(value).is_quotient ? INDEX : ROW;
    if (depth && LLVMIsAFreezeInst(value))
        return growth_of(divisions, LLVMGetOperand(value, 0), depth - 1);
    if (!depth || !oc_ir_is_index_arithmetic(value))
        return OTHER;
    return growth_of_arithmetic(divisions, value, depth - 1);
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
    enum { LEAST = 16, LEAST_FLIP = 32, DEPTH_OF_USE = 6 };
    LLVMValueRef constant = operation->divisor ? LLVMIsAConstantInt(operation->divisor) : NULL;
    long least = operation->kind == OC_DIVISION_FLIP ? LEAST_FLIP : LEAST;
    if (operation->divisor && !constant && operation->kind == OC_DIVISION)
        return true;
    return (!constant || LLVMConstIntGetSExtValue(constant) >= least) &&
           leads_to_address(value, DEPTH_OF_USE);
}

static size_t number_of(struct oc_divisions *divisions, struct oc_division division) {
    for (size_t i = 0; i < divisions->count; i++)
        if (divisions->items[i].dividend == division.dividend &&
            divisions->items[i].divisor == division.divisor &&
            divisions->items[i].is_signed == division.is_signed &&
            divisions->items[i].kind == division.kind)
            return i;
    if (divisions->count < OC_MAX_DIVISIONS)
        divisions->items[divisions->count++] = division;
    return divisions->count - 1;
}

// Divisions that are the same for a row are done once, too: LLVM leaves them in the loop, since the
// divisor may be 0 where no thread divides.
static void note_division(struct oc_divisions *divisions, LLVMValueRef value) {
    struct operation operation = read_operation(value);
    if (!operation.is || divisions->count == OC_MAX_DIVISIONS ||
        (operation.kind != OC_DIVISION && divisions->loops->uses_records)) // no vectors anyway
        return;
    LLVMValueRef dividend = operation.dividend, divisor = operation.divisor;
    if (operation.kind != OC_DIVISION && growth_of(divisions, dividend, DEPTH) == ROW) {
        divisor = dividend;
        dividend = operation.divisor;
    }
    if (!divisor)
        divisor = LLVMConstInt(LLVMTypeOf(value), 1ul << operation.shift, false);
    enum growth growth = growth_of(divisions, dividend, DEPTH);
    if (growth == OTHER || growth_of(divisions, divisor, DEPTH) != ROW ||
        (growth == ROW ? LLVMIsConstant(divisor) || operation.kind != OC_DIVISION
                       : !pays(value, &operation)) ||
        (operation.kind != OC_DIVISION && !oc_divisions_is_known_before(divisions, divisor)))
        return;
    divisions->cuts |= growth == INDEX;
    oc_map_set(&divisions->numbers, value,
               number_of(divisions, (struct oc_division){.dividend = dividend,
                                                         .divisor = divisor,
                                                         .is_signed = operation.is_signed,
                                                         .kind = operation.kind,
                                                         .is_of_index = growth == INDEX}));
    oc_values_add(operation.is_quotient ? &divisions->quotients : &divisions->rests, value);
}

bool oc_divisions_find(struct oc_divisions *divisions) {
    const struct oc_threads *threads = divisions->threads;
    const struct oc_region *region = &threads->regions->items[divisions->region];
    OC_EACH_INSTRUCTION (instruction, divisions->loops->inner)
        note_division(divisions, instruction);
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[region->nodes[n]].block)
            note_division(divisions, instruction);
    return divisions->count != 0;
}

bool oc_divisions_is_known_before(const struct oc_divisions *divisions, LLVMValueRef divisor) {
    if (!is_in_region(divisions, divisor))
        return true;
    for (int i = 0; i < LLVMGetNumOperands(divisor); i++)
        if (!oc_divisions_is_known_before(divisions, LLVMGetOperand(divisor, (unsigned)i)))
            return false;
    return !oc_divisions_of(divisions, divisor);
}

bool oc_divisions_gives_quotient(LLVMValueRef value) {
    return read_operation(value).is_quotient;
}

bool oc_divisions_grows(const struct oc_divisions *divisions, LLVMValueRef value) {
    return growth_of(divisions, value, DEPTH) == INDEX;
}
