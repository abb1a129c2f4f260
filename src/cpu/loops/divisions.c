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
    if (!LLVMIsAInstruction(value) ||
        !oc_nest_has(divisions->threads, divisions->region, LLVMGetInstructionParent(value)))
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
    enum { LEAST = 16, DEPTH_OF_USE = 6 };
    LLVMValueRef constant = operation->divisor ? LLVMIsAConstantInt(operation->divisor) : NULL;
    if (operation->divisor && !constant)
        return true;
    return (!constant || LLVMConstIntGetSExtValue(constant) >= LEAST) &&
           leads_to_address(value, DEPTH_OF_USE);
}

static size_t number_of(struct oc_divisions *divisions, struct oc_division division) {
    for (size_t i = 0; i < divisions->count; i++)
        if (divisions->items[i].dividend == division.dividend &&
            divisions->items[i].divisor == division.divisor &&
            divisions->items[i].is_signed == division.is_signed)
            return i;
    if (divisions->count < OC_MAX_DIVISIONS)
        divisions->items[divisions->count++] = division;
    return divisions->count - 1;
}

// Divisions that are the same for a row are done once, too: LLVM leaves them in the loop, since the
// divisor may be 0 where no thread divides.
static void note_division(struct oc_divisions *divisions, LLVMValueRef value) {
    struct operation operation = read_operation(value);
    if (!operation.is || divisions->count == OC_MAX_DIVISIONS)
        return;
    LLVMValueRef dividend = LLVMGetOperand(value, 0), divisor = operation.divisor;
    if (!divisor)
        divisor = LLVMConstInt(LLVMTypeOf(value), 1ul << operation.shift, false);
    enum growth growth = growth_of(divisions, dividend, DEPTH);
    if (growth == OTHER || growth_of(divisions, divisor, DEPTH) != ROW ||
        (growth == ROW ? LLVMIsConstant(divisor) : !pays(value, &operation)))
        return;
    divisions->cuts |= growth == INDEX;
    oc_map_set(&divisions->numbers, value,
               number_of(divisions, (struct oc_division){.dividend = dividend,
                                                         .divisor = divisor,
                                                         .is_signed = operation.is_signed,
                                                         .is_of_index = growth == INDEX}));
    oc_values_add(operation.is_quotient ? &divisions->quotients : &divisions->rests, value);
}

bool oc_divisions_find(struct oc_divisions *divisions) {
    const struct oc_threads *threads = divisions->threads;
    const struct oc_region *region = &threads->regions->items[divisions->region];
    for (size_t n = 0; n < region->count; n++)
        OC_EACH_INSTRUCTION (instruction, threads->body->nodes[region->nodes[n]].block)
            note_division(divisions, instruction);
    return divisions->count != 0;
}

bool oc_divisions_gives_quotient(LLVMValueRef value) {
    return read_operation(value).is_quotient;
}

bool oc_divisions_grows(const struct oc_divisions *divisions, LLVMValueRef value) {
    return growth_of(divisions, value, DEPTH) == INDEX;
}
