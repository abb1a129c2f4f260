#include "device/gridentry.h"

#include "glue/names.h"
#include "glue/preamble.h"
#include "model/kernelargs.h"

#include <stddef.h>

struct types {
    LLVMTypeRef none, byte, word, pointer;
};

static struct types types_of(struct oc_ir *ir) {
    return (struct types){
        .none = LLVMVoidTypeInContext(ir->context),
        .byte = LLVMInt8TypeInContext(ir->context),
        .word = LLVMInt64TypeInContext(ir->context),
        .pointer = LLVMPointerTypeInContext(ir->context, 0),
    };
}

// The arguments, and after them the grid.
static LLVMValueRef add_function(struct oc_ir *ir, const struct oc_kernel *kernel,
                                 const struct types *types) {
    size_t count = oc_kernel_argument_count(kernel);
    LLVMTypeRef *params = OC_NEW_ARRAY(ir->arena, count + 1, LLVMTypeRef);
    for (size_t i = 0; i < count; i++)
        params[i] = oc_kernel_argument_is_value(kernel, i) ? types->word : types->pointer;
    params[count] = types->pointer;
    return LLVMAddFunction(ir->module, oc_arena_printf(ir->arena, OC_GLUE_ENTRY "%s", kernel->name),
                           LLVMFunctionType(types->none, params, (unsigned)count + 1, false));
}

bool oc_gridentry_add(struct oc_ir *ir, const struct oc_kernel *kernel) {
    LLVMValueRef blocks = LLVMGetNamedFunction(
        ir->module, oc_arena_printf(ir->arena, OC_GLUE_BLOCKS "%s", kernel->name));
    LLVMValueRef frame = LLVMGetNamedGlobal(
        ir->module, oc_arena_printf(ir->arena, OC_GLUE_FRAME "%s", kernel->name));
    if (!blocks || !frame)
        return false;
    struct types types = types_of(ir);
    unsigned count = (unsigned)oc_kernel_argument_count(kernel);
    LLVMValueRef function = add_function(ir, kernel, &types);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderAtEnd(builder,
                             LLVMAppendBasicBlockInContext(ir->context, function, "entry"));
    LLVMValueRef slots =
        LLVMBuildArrayAlloca(builder, types.word, LLVMConstInt(types.word, count + 1, false), "");
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef index = LLVMConstInt(types.word, i, false);
        LLVMBuildStore(builder, LLVMGetParam(function, i),
                       LLVMBuildInBoundsGEP2(builder, types.word, slots, &index, 1, ""));
    }
    LLVMValueRef grid = LLVMGetParam(function, count);
    LLVMValueRef offset =
        LLVMConstInt(types.word, offsetof(struct __offloadcc_grid, __offloadcc_run), false);
    LLVMValueRef run =
        LLVMBuildLoad2(builder, types.pointer,
                       LLVMBuildInBoundsGEP2(builder, types.byte, grid, &offset, 1, ""), "");
    LLVMTypeRef params[] = {types.pointer, types.pointer, types.pointer, types.pointer};
    LLVMValueRef arguments[] = {blocks, slots, grid, frame};
    LLVMBuildCall2(builder, LLVMFunctionType(types.none, params, 4, false), run, arguments, 4, "");
    LLVMBuildRetVoid(builder);
    LLVMDisposeBuilder(builder);
    return true;
}
