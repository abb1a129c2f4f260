#include "effects/writes.h"

#include "model/usage.h"

int64_t oc_writes_bytes(const struct oc_algebra *algebra, LLVMValueRef instruction,
                        LLVMValueRef *address) {
    if (LLVMIsAStoreInst(instruction)) {
        LLVMTypeRef type = LLVMTypeOf(LLVMGetOperand(instruction, 0));
        unsigned long long bits = LLVMSizeOfTypeInBits(algebra->layout, type);
        *address = LLVMGetOperand(instruction, 1);
        return bits % 8 ? 0 : (int64_t)(bits / 8);
    }
    if (!LLVMIsAMemIntrinsic(instruction))
        return 0;
    LLVMValueRef length = LLVMGetOperand(instruction, 2);
    *address = LLVMGetOperand(instruction, 0);
    return LLVMIsAConstantInt(length) && LLVMConstIntGetZExtValue(length) < (1U << 30)
               ? (int64_t)LLVMConstIntGetZExtValue(length)
               : 0;
}

// Takes the number out of a sum.
static int64_t take_number(struct oc_poly *poly) {
    for (unsigned i = 0; i < poly->count; i++)
        if (!poly->terms[i].factor_count) {
            int64_t number = poly->terms[i].coefficient;
            *poly = oc_poly_subtract(*poly, oc_poly_number(number));
            return number;
        }
    return 0;
}

bool oc_writes_read(struct oc_algebra *algebra, size_t param, LLVMValueRef instruction,
                    struct oc_write *out) {
    LLVMValueRef address = NULL;
    unsigned base;
    *out = (struct oc_write){
        .instruction = instruction,
        .block = oc_paths_number(algebra->paths, LLVMGetInstructionParent(instruction))};
    out->size = oc_writes_bytes(algebra, instruction, &address);
    if (!out->size || !oc_algebra_address(algebra, address, &base, &out->shape) || base != param)
        return false;
    out->offset = take_number(&out->shape);
    return !out->shape.invalid;
}

struct oc_poly oc_writes_array_bytes(struct oc_algebra *algebra, size_t number) {
    const struct oc_kernel *kernel = algebra->kernel;
    const struct oc_param *param = &kernel->params[number];
    struct oc_poly bytes = oc_poly_number((int64_t)param->size);
    for (size_t i = 0; i < param->bound_count; i++) {
        const struct oc_expression *bound = param->bounds[i].expression;
        int64_t value;
        size_t index;
        if (oc_expression_is_constant(bound, &value))
            bytes = oc_poly_multiply(bytes, oc_poly_number(value));
        else if (oc_expression_is_param(bound, &index) &&
                 kernel->params[index].kind == OC_PARAM_VALUE)
            bytes = oc_poly_multiply(
                bytes,
                oc_unknowns_argument_value(
                    algebra, (struct oc_argument){.param = index,
                                                  .bytes = (unsigned)kernel->params[index].size}));
        else
            bytes.invalid = true;
    }
    return bytes;
}
