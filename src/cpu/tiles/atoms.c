#include "cpu/tiles/atoms.h"

#include <llvm-c/DebugInfo.h>

// Whether two instructions compute the same, by opcode, type and operands.
static bool are_equal(LLVMValueRef left, LLVMValueRef right) {
    if (left == right)
        return true;
    if (!LLVMIsAInstruction(left) || !LLVMIsAInstruction(right) || LLVMIsALoadInst(left) ||
        LLVMGetInstructionOpcode(left) != LLVMGetInstructionOpcode(right) ||
        LLVMTypeOf(left) != LLVMTypeOf(right) || !LLVMIsACastInst(left))
        return false;
    return are_equal(LLVMGetOperand(left, 0), LLVMGetOperand(right, 0));
}

unsigned oc_atoms_number(struct oc_atoms *atoms, LLVMValueRef value) {
    size_t i = 0;
    while (i < atoms->values.count && !are_equal(atoms->values.items[i], value))
        i++;
    if (i == atoms->values.count) {
        oc_values_add(&atoms->values, value);
        atoms->counted = oc_arena_grow(atoms->ir->arena, atoms->counted, i,
                                       &atoms->counted_capacity, sizeof *atoms->counted);
        atoms->counted[i] = false;
    }
    return OC_ATOM_VALUES + (unsigned)i;
}

void oc_atoms_count(struct oc_atoms *atoms, const struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++)
        for (unsigned f = 0; f < poly->terms[i].factor_count; f++)
            if (poly->terms[i].factors[f] >= OC_ATOM_VALUES)
                atoms->counted[poly->terms[i].factors[f] - OC_ATOM_VALUES] = true;
}

LLVMValueRef oc_atoms_value(const struct oc_atoms *atoms, unsigned number) {
    return atoms->values.items[number - OC_ATOM_VALUES];
}

// ---- What is given -----------------------------------------------------------------------------

static bool is_computed_before(const struct oc_atoms *atoms, LLVMValueRef instruction) {
    if (LLVMGetInstructionParent(instruction) != LLVMGetInstructionParent(atoms->enter))
        return false;
    while (instruction && instruction != atoms->enter)
        instruction = LLVMGetNextInstruction(instruction);
    return instruction;
}

static bool can_be_computed(struct oc_atoms *atoms, LLVMValueRef instruction) {
    if (LLVMIsALoadInst(instruction)) {
        if (oc_ir_has_effect(instruction) || !is_computed_before(atoms, instruction))
            return false;
    } else if (!LLVMIsACastInst(instruction) && !LLVMIsAGetElementPtrInst(instruction) &&
               !LLVMIsABinaryOperator(instruction)) {
        return false;
    }
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMUDiv:
    case LLVMSDiv:
    case LLVMURem:
    case LLVMSRem:
        return false;
    default:
        break;
    }
    for (int i = 0; i < LLVMGetNumOperands(instruction); i++)
        if (!oc_atoms_is_given(atoms, LLVMGetOperand(instruction, (unsigned)i)))
            return false;
    return true;
}

bool oc_atoms_is_given(struct oc_atoms *atoms, LLVMValueRef value) {
    if (LLVMIsAConstant(value) || LLVMIsAArgument(value))
        return true;
    if (!LLVMIsAInstruction(value))
        return false;
    size_t known;
    if (!oc_map_get(&atoms->given, value, &known)) {
        known = can_be_computed(atoms, value);
        oc_map_set(&atoms->given, value, known);
    }
    return known;
}

static LLVMValueRef parameter_of(LLVMValueRef function, LLVMValueRef argument) {
    LLVMValueRef from = LLVMGetParamParent(argument);
    for (unsigned i = 0; i < LLVMCountParams(from); i++)
        if (LLVMGetParam(from, i) == argument)
            return LLVMGetParam(function, i);
    return NULL;
}

LLVMValueRef oc_atoms_compute(LLVMBuilderRef builder, LLVMValueRef value, LLVMValueRef function,
                              struct oc_map *made) {
    if (LLVMIsAArgument(value))
        return parameter_of(function, value);
    if (!LLVMIsAInstruction(value))
        return value;
    size_t known;
    if (oc_map_get(made, value, &known))
        return (LLVMValueRef)known;
    LLVMValueRef copy = LLVMInstructionClone(value);
    LLVMInstructionSetDebugLoc(copy, NULL);
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        LLVMSetOperand(
            copy, (unsigned)i,
            oc_atoms_compute(builder, LLVMGetOperand(value, (unsigned)i), function, made));
    LLVMInsertIntoBuilder(builder, copy);
    oc_map_set(made, value, (size_t)copy);
    return copy;
}

// ---- Polynomials -------------------------------------------------------------------------------

static LLVMValueRef build_term(struct oc_atoms_builder *in, const struct oc_term *term) {
    LLVMValueRef product = NULL;
    for (unsigned i = 0; i < term->factor_count; i++) {
        LLVMValueRef factor = in->value_of(in, term->factors[i]);
        product = product ? LLVMBuildMul(in->builder, product, factor, "") : factor;
    }
    LLVMValueRef number = LLVMConstInt(in->type, (unsigned long long)term->coefficient, true);
    if (!product || term->coefficient == 1)
        return product ? product : number;
    return LLVMBuildMul(in->builder, product, number, "");
}

LLVMValueRef oc_atoms_build(struct oc_atoms_builder *in, const struct oc_poly *poly) {
    LLVMValueRef sum = NULL;
    for (unsigned i = 0; i < poly->count; i++) {
        LLVMValueRef term = build_term(in, &poly->terms[i]);
        sum = sum ? LLVMBuildAdd(in->builder, sum, term, "") : term;
    }
    return sum ? sum : LLVMConstNull(in->type);
}
