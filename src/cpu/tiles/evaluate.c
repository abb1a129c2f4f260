#include "cpu/tiles/evaluate.h"

#include "base/names.h"
#include "cpu/tiles/conditions.h"

#include <llvm-c/Target.h>
#include <string.h>

static struct oc_known atom(struct oc_evaluation *evaluation, LLVMValueRef value) {
    return oc_known_polynomial(evaluation->ir->arena,
                               oc_poly_unknown(oc_atoms_number(evaluation->atoms, value)));
}

// ---- Values ------------------------------------------------------------------------------------

void oc_evaluate_begin(struct oc_evaluation *evaluation, struct oc_ir *ir, struct oc_atoms *atoms,
                       LLVMValueRef function, const unsigned size[3]) {
    *evaluation = (struct oc_evaluation){.ir = ir,
                                         .atoms = atoms,
                                         .size = size,
                                         .numbers = {.arena = ir->arena},
                                         .needed = {.arena = ir->arena}};
    size_t count = 0;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            oc_map_set(&evaluation->numbers, instruction, count++);
    evaluation->values = OC_NEW_ARRAY(ir->arena, count, struct oc_known);
}

void oc_evaluate_begin_thread(struct oc_evaluation *evaluation, unsigned thread) {
    const unsigned *size = evaluation->size;
    evaluation->thread[0] = thread % size[0];
    evaluation->thread[1] = thread / size[0] % size[1];
    evaluation->thread[2] = thread / size[0] / size[1];
    evaluation->assumption_count = 0;
    evaluation->facts = NULL;
}

static struct oc_known step_address(struct oc_evaluation *evaluation, LLVMValueRef step);

struct oc_known oc_evaluate_value(struct oc_evaluation *evaluation, LLVMValueRef value) {
    size_t at;
    if (LLVMIsAInstruction(value))
        return oc_map_get(&evaluation->numbers, value, &at) ? evaluation->values[at]
                                                            : oc_known_nothing();
    unsigned width = oc_known_width(value);
    if (LLVMIsAConstantInt(value) && width <= 64)
        return oc_known_number(LLVMConstIntGetZExtValue(value), width);
    if (LLVMIsAConstantPointerNull(value))
        return oc_known_number(0, width);
    if (LLVMIsAGlobalVariable(value))
        return atom(evaluation, value);
    if (LLVMIsAConstantExpr(value) && LLVMGetConstOpcode(value) == LLVMGetElementPtr)
        return step_address(evaluation, value);
    return oc_known_nothing();
}

void oc_evaluate_set(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                     struct oc_known known) {
    size_t at;
    if (oc_map_get(&evaluation->numbers, instruction, &at))
        evaluation->values[at] = known;
}

static struct oc_known operand(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                               unsigned i) {
    return oc_evaluate_value(evaluation, LLVMGetOperand(instruction, i));
}

// ---- Arithmetic --------------------------------------------------------------------------------

// Of two numbers of some bits. Returns false if the result has no meaning.
static bool compute(LLVMOpcode opcode, int64_t left, int64_t right, unsigned width,
                    uint64_t *result) {
    uint64_t a = oc_known_unsigned(left, width), b = oc_known_unsigned(right, width);
    bool divides =
        right != 0 && !(right == -1 && left == oc_known_number(1ull << (width - 1), width).number);
    switch (opcode) {
    case LLVMAdd:
        *result = a + b;
        return true;
    case LLVMSub:
        *result = a - b;
        return true;
    case LLVMMul:
        *result = a * b;
        return true;
    case LLVMAnd:
        *result = a & b;
        return true;
    case LLVMOr:
        *result = a | b;
        return true;
    case LLVMXor:
        *result = a ^ b;
        return true;
    case LLVMShl:
        *result = b < width ? a << b : 0;
        return b < width;
    case LLVMLShr:
        *result = b < width ? a >> b : 0;
        return b < width;
    case LLVMAShr:
        *result = b < width ? (uint64_t)(left >> b) : 0;
        return b < width;
    case LLVMUDiv:
        *result = b ? a / b : 0;
        return b;
    case LLVMURem:
        *result = b ? a % b : 0;
        return b;
    case LLVMSDiv:
        *result = divides ? (uint64_t)(left / right) : 0;
        return divides;
    case LLVMSRem:
        *result = divides ? (uint64_t)(left % right) : 0;
        return divides;
    default:
        return false;
    }
}

// Divides a polynomial that is not negative by a number, where the number divides all coefficients
// but the constant one.
static bool divide(struct oc_poly poly, int64_t by, struct oc_poly *quotient, int64_t *remainder) {
    int64_t constant = 0;
    for (unsigned i = 0; i < poly.count; i++)
        if (!poly.terms[i].factor_count)
            constant = poly.terms[i].coefficient;
    if (by <= 0)
        return false;
    *remainder = (constant % by + by) % by;
    struct oc_poly divisor = oc_poly_number(by);
    struct oc_poly whole = oc_poly_subtract(poly, oc_poly_number(*remainder));
    return oc_poly_divide(&whole, &divisor, quotient);
}

// A polynomial divided by a number, in any form: /, %, a shift or a mask.
static struct oc_known divide_by_number(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                                        const struct oc_known *left, int64_t right) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
    bool is_rest = opcode == LLVMURem || opcode == LLVMSRem || opcode == LLVMAnd;
    int64_t by = right, rest;
    if (opcode == LLVMLShr || opcode == LLVMAShr)
        by = right >= 0 && right < 62 ? 1ll << right : 0;
    else if (opcode == LLVMAnd)
        by = right > 0 && right < INT64_MAX && (right & (right + 1)) == 0 ? right + 1 : 0;
    // A mask of many bits is an extension.
    enum { MANY_BITS = 16 };
    if (opcode == LLVMAnd && by >= 1l << MANY_BITS) {
        unsigned bits = (unsigned)__builtin_ctzl((unsigned long)by);
        struct oc_known known =
            oc_known_polynomial(evaluation->ir->arena, oc_known_reduced(*left->poly, bits));
        oc_conditions_need_range(evaluation, instruction, 0, &known, bits, false);
        return known;
    }
    struct oc_poly quotient;
    if (!divide(*left->poly, by, &quotient, &rest))
        return oc_known_nothing();
    oc_conditions_need_range(evaluation, instruction, 0, left, oc_known_width(instruction), true);
    oc_conditions_need(evaluation, &(struct oc_condition){instruction, *left->poly});
    return is_rest ? oc_known_number((uint64_t)rest, 64)
                   : oc_known_polynomial(evaluation->ir->arena, quotient);
}

static struct oc_known combine(struct oc_evaluation *evaluation, LLVMValueRef instruction,
                               const struct oc_known *left, const struct oc_known *right) {
    struct oc_poly a = oc_known_poly(left), b = oc_known_poly(right);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMAdd:
        return oc_known_polynomial(evaluation->ir->arena, oc_poly_add(a, b));
    case LLVMOr:
        return LLVMGetIsDisjoint(instruction)
                   ? oc_known_polynomial(evaluation->ir->arena, oc_poly_add(a, b))
                   : oc_known_nothing();
    case LLVMSub:
        return oc_known_polynomial(evaluation->ir->arena, oc_poly_subtract(a, b));
    case LLVMMul:
        return oc_known_polynomial(evaluation->ir->arena, oc_poly_multiply(a, b));
    case LLVMShl:
        if (right->kind != OC_NUMBER || right->number < 0 || right->number >= 62)
            return oc_known_nothing();
        return oc_known_polynomial(evaluation->ir->arena,
                                   oc_poly_multiply(a, oc_poly_number(1ll << right->number)));
    case LLVMUDiv:
    case LLVMURem:
    case LLVMSDiv:
    case LLVMSRem:
    case LLVMLShr:
    case LLVMAShr:
    case LLVMAnd:
        if (left->kind != OC_POLYNOMIAL || right->kind != OC_NUMBER)
            return oc_known_nothing();
        return divide_by_number(evaluation, instruction, left, right->number);
    default:
        return oc_known_nothing();
    }
}

// ((v << 32) + (c << 32)) >> b: LLVM extends a lower half in this way.
static struct oc_known lower_half(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    unsigned long back;
    long constant;
    LLVMValueRef value = oc_ir_lower_half(instruction, &back, &constant);
    struct oc_known known = value ? oc_evaluate_value(evaluation, value) : oc_known_nothing();
    if (known.kind != OC_POLYNOMIAL)
        return oc_known_nothing();
    enum { HALF = 32 };
    struct oc_poly sum = oc_known_reduced(oc_poly_add(*known.poly, oc_poly_number(constant)), HALF);
    known = oc_known_polynomial(evaluation->ir->arena, sum);
    oc_conditions_need_range(evaluation, instruction, 0, &known, HALF, true);
    return oc_known_polynomial(evaluation->ir->arena,
                               oc_poly_multiply(sum, oc_poly_number(1l << (HALF - back))));
}

static struct oc_known evaluate_arithmetic(struct oc_evaluation *evaluation,
                                           LLVMValueRef instruction) {
    unsigned width = oc_known_width(instruction);
    struct oc_known left = operand(evaluation, instruction, 0);
    struct oc_known right = operand(evaluation, instruction, 1);
    uint64_t result;
    struct oc_known known = lower_half(evaluation, instruction);
    if (known.kind != OC_UNKNOWN)
        return known;
    if (!width || width > 64 || !oc_known_is_integer(&left) || !oc_known_is_integer(&right))
        return oc_known_nothing();
    if (left.kind == OC_NUMBER && right.kind == OC_NUMBER)
        return compute(LLVMGetInstructionOpcode(instruction), left.number, right.number, width,
                       &result)
                   ? oc_known_number(result, width)
                   : oc_known_nothing();
    known = combine(evaluation, instruction, &left, &right);
    if (known.kind == OC_POLYNOMIAL && width < 64)
        known = oc_known_polynomial(evaluation->ir->arena, oc_known_reduced(*known.poly, width));
    if (known.kind == OC_UNKNOWN && oc_atoms_is_given(evaluation->atoms, instruction))
        return atom(evaluation, instruction);
    return known;
}

static struct oc_known extend(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    LLVMValueRef from = LLVMGetOperand(instruction, 0);
    bool is_signed = LLVMIsASExtInst(instruction);
    struct oc_known known = oc_evaluate_value(evaluation, from);
    if (!oc_known_is_integer(&known) || oc_known_width(instruction) > 64)
        return oc_known_nothing();
    oc_conditions_need_range(evaluation, instruction, 0, &known, oc_known_width(from), is_signed);
    if (known.kind == OC_NUMBER && !is_signed)
        return oc_known_number(oc_known_unsigned(known.number, oc_known_width(from)),
                               oc_known_width(instruction));
    return known;
}

static struct oc_known cast(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    struct oc_known known = operand(evaluation, instruction, 0);
    unsigned width = oc_known_width(instruction);
    if (!oc_known_is_integer(&known) || !width || width > 64 ||
        (known.kind == OC_POLYNOMIAL && width < 8))
        return oc_known_nothing();
    // The glue passes numbers as pointers. A part of what is loaded may be a field of a struct.
    bool is_address = LLVMIsAPtrToIntInst(instruction);
    bool is_part = LLVMIsATruncInst(instruction) && LLVMIsALoadInst(LLVMGetOperand(instruction, 0));
    if (known.kind == OC_POLYNOMIAL && (is_address || is_part) &&
        oc_atoms_is_given(evaluation->atoms, instruction))
        return atom(evaluation, instruction);
    if (known.kind == OC_POLYNOMIAL && is_address)
        return oc_known_nothing();
    if (known.kind == OC_NUMBER)
        return oc_known_number((uint64_t)known.number, width);
    return oc_known_polynomial(evaluation->ir->arena, oc_known_reduced(*known.poly, width));
}

static struct oc_known step_address(struct oc_evaluation *evaluation, LLVMValueRef step) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(evaluation->ir->module);
    LLVMTypeRef type = LLVMGetGEPSourceElementType(step);
    struct oc_known base = operand(evaluation, step, 0);
    struct oc_poly sum = oc_known_poly(&base);
    for (int i = 1; i < LLVMGetNumOperands(step); i++) {
        struct oc_known index = operand(evaluation, step, (unsigned)i);
        if (index.kind == OC_POLYNOMIAL && oc_known_width(LLVMGetOperand(step, (unsigned)i)) < 64)
            return oc_known_nothing(); // it would be extended
        if (i > 1 && LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            if (index.kind != OC_NUMBER)
                return oc_known_nothing();
            unsigned field = (unsigned)index.number;
            sum =
                oc_poly_add(sum, oc_poly_number((int64_t)LLVMOffsetOfElement(layout, type, field)));
            type = LLVMStructGetTypeAtIndex(type, field);
            continue;
        }
        if (i > 1 && LLVMGetTypeKind(type) != LLVMArrayTypeKind)
            return oc_known_nothing();
        if (i > 1)
            type = LLVMGetElementType(type);
        struct oc_poly size = oc_poly_number((int64_t)LLVMABISizeOfType(layout, type));
        sum = oc_poly_add(sum, oc_poly_multiply(oc_known_poly(&index), size));
    }
    return oc_known_polynomial(evaluation->ir->arena, sum);
}

// ---- Indices -----------------------------------------------------------------------------------

bool oc_evaluate_mentions_block(const struct oc_known *known) {
    for (unsigned d = 0; known->kind == OC_POLYNOMIAL && d < 3; d++)
        if (oc_poly_mentions(known->poly, OC_ATOM_BLOCK_ID + d))
            return true;
    return false;
}

static struct oc_known evaluate_index(struct oc_evaluation *evaluation, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    struct oc_known dimension =
        LLVMGetNumOperands(call) == 2 ? operand(evaluation, call, 0) : oc_known_nothing();
    if (dimension.kind != OC_NUMBER || dimension.number < 0 || dimension.number > 2)
        return oc_known_nothing();
    unsigned d = (unsigned)dimension.number, thread = evaluation->thread[d],
             size = evaluation->size[d];
    if (strcmp(name, OC_NAME_THREAD_ID) == 0)
        return oc_known_number(thread, 64);
    if (strcmp(name, OC_NAME_BLOCK_SIZE) == 0)
        return oc_known_number(size, 64);
    if (strcmp(name, OC_NAME_BLOCK_ID) == 0)
        return oc_known_polynomial(evaluation->ir->arena, oc_poly_unknown(OC_ATOM_BLOCK_ID + d));
    if (strcmp(name, OC_NAME_BLOCK_COUNT) == 0)
        return oc_known_polynomial(evaluation->ir->arena, oc_poly_unknown(OC_ATOM_BLOCK_COUNT + d));
    if (strcmp(name, OC_NAME_GLOBAL_ID) != 0)
        return oc_known_nothing();
    struct oc_poly before =
        oc_poly_multiply(oc_poly_unknown(OC_ATOM_BLOCK_ID + d), oc_poly_number(size));
    return oc_known_polynomial(evaluation->ir->arena, oc_poly_add(before, oc_poly_number(thread)));
}

// ---- Instructions ------------------------------------------------------------------------------

// Before the thread's code, what the body is given is read, and its variables are made.
static bool is_given(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    unsigned width = oc_known_width(instruction);
    return LLVMIsAAllocaInst(instruction) ||
           (LLVMIsALoadInst(instruction) && width && width <= 64 &&
            oc_atoms_is_given(evaluation->atoms, instruction));
}

static struct oc_known evaluate(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    if (is_given(evaluation, instruction))
        return atom(evaluation, instruction);
    if (oc_conditions_is_made_of_bits(instruction))
        return oc_conditions_join(evaluation, instruction);
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMGetElementPtr:
        return step_address(evaluation, instruction);
    case LLVMSExt:
    case LLVMZExt:
        return extend(evaluation, instruction);
    case LLVMTrunc:
    case LLVMPtrToInt:
    case LLVMIntToPtr:
        return cast(evaluation, instruction);
    case LLVMFreeze:
    case LLVMBitCast:
        return operand(evaluation, instruction, 0);
    case LLVMICmp:
        return oc_conditions_compare(evaluation, instruction);
    case LLVMSelect:
        return oc_conditions_select(evaluation, instruction);
    case LLVMCall: {
        struct oc_extreme extreme = oc_ir_extreme(instruction);
        return extreme.is ? oc_conditions_extreme(evaluation, instruction, extreme)
                          : evaluate_index(evaluation, instruction);
    }
    default:
        return LLVMIsABinaryOperator(instruction) ? evaluate_arithmetic(evaluation, instruction)
                                                  : oc_known_nothing();
    }
}

struct oc_known oc_evaluate(struct oc_evaluation *evaluation, LLVMValueRef instruction) {
    struct oc_known known = evaluate(evaluation, instruction);
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        known.assumptions |= operand(evaluation, instruction, (unsigned)i).assumptions;
    return known;
}
