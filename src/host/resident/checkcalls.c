#include "host/resident/checkcalls.h"

#include "host/resident/names.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum { OLD, KEPT, OPEN, COUNTS }; // members of struct __offloadcc_out

static LLVMValueRef counts_of(struct oc_ir *ir, LLVMTypeRef *type) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(ir->context);
    LLVMTypeRef members[COUNTS] = {i32, i32, i32};
    *type = LLVMStructTypeInContext(ir->context, members, COUNTS, false);
    LLVMValueRef out = LLVMGetNamedGlobal(ir->module, OC_RESIDENT_OUT);
    if (!out) {
        out = LLVMAddGlobal(ir->module, *type, OC_RESIDENT_OUT);
        LLVMSetVisibility(out, LLVMHiddenVisibility);
    }
    return out;
}

// Whether the count is 0.
static LLVMValueRef is_none(const struct oc_check_calls *calls, unsigned count) {
    LLVMTypeRef i32 = LLVMInt32TypeInContext(calls->ir->context), counts;
    LLVMValueRef out = counts_of(calls->ir, &counts);
    LLVMValueRef place = LLVMBuildStructGEP2(calls->builder, counts, out, count, "");
    LLVMValueRef value = LLVMBuildLoad2(calls->builder, i32, place, "");
    return LLVMBuildICmp(calls->builder, LLVMIntEQ, value, LLVMConstNull(i32), "");
}

// Makes a function with an empty block.
static LLVMValueRef begin_check(const struct oc_check_calls *calls, const char *name,
                                LLVMTypeRef *types, unsigned arguments) {
    struct oc_ir *ir = calls->ir;
    LLVMTypeRef type =
        LLVMFunctionType(LLVMVoidTypeInContext(ir->context), types, arguments, false);
    LLVMValueRef function = LLVMAddFunction(ir->module, name, type);
    LLVMSetLinkage(function, LLVMInternalLinkage);
    oc_ir_add_attribute(ir, function, "alwaysinline");
    oc_ir_add_attribute(ir, function, "nounwind");
    LLVMSetCurrentDebugLocation2(calls->builder, NULL);
    LLVMAppendBasicBlockInContext(ir->context, function, "");
    return function;
}

static LLVMValueRef runtime_function(struct oc_ir *ir, const char *name, LLVMTypeRef type) {
    LLVMValueRef function = LLVMAddFunction(ir->module, name, type);
    oc_ir_add_attribute(ir, function, "nounwind");
    oc_ir_add_attribute(ir, function, "cold");
    LLVMSetVisibility(function, LLVMHiddenVisibility);
    return function;
}

// Makes `name`, which calls the runtime's function `slow` with all its arguments if the count is
// not 0.
static LLVMValueRef make_check(const struct oc_check_calls *calls, const char *name,
                               const char *slow, unsigned count, LLVMTypeRef *types,
                               unsigned arguments) {
    struct oc_ir *ir = calls->ir;
    LLVMBuilderRef builder = calls->builder;
    LLVMValueRef function = begin_check(calls, name, types, arguments);
    LLVMTypeRef type = LLVMGlobalGetValueType(function);
    LLVMValueRef target = runtime_function(ir, slow, type);
    LLVMBasicBlockRef call = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMPositionBuilderAtEnd(builder, LLVMGetEntryBasicBlock(function));
    LLVMBuildCondBr(builder, is_none(calls, count), end, call);
    LLVMPositionBuilderAtEnd(builder, call);
    LLVMValueRef *passed = OC_NEW_ARRAY(ir->arena, arguments + 1, LLVMValueRef);
    if (arguments)
        LLVMGetParams(function, passed);
    LLVMBuildCall2(builder, type, target, passed, arguments, "");
    LLVMBuildBr(builder, end);
    LLVMPositionBuilderAtEnd(builder, end);
    LLVMBuildRetVoid(builder);
    return function;
}

// Makes name(&start, &count, address, ...), for accesses in loops: what is done for an address is
// done for all from `start` on, `count` of them. If nothing is out, that is for all addresses.
static LLVMValueRef make_near_check(const struct oc_check_calls *calls, const char *name,
                                    const char *slow, unsigned count, LLVMTypeRef *types,
                                    unsigned arguments) {
    struct oc_ir *ir = calls->ir;
    LLVMBuilderRef builder = calls->builder;
    LLVMTypeRef own[OC_SPAN + OC_LOOP_ARGUMENTS] = {types[0], types[0]}, i64 = types[1];
    LLVMValueRef passed[OC_SPAN + OC_LOOP_ARGUMENTS];
    memcpy(own + OC_SPAN, types, arguments * sizeof *types);
    LLVMTypeRef span =
        LLVMStructTypeInContext(ir->context, (LLVMTypeRef[]){i64, i64}, OC_SPAN, false);
    LLVMValueRef target =
        runtime_function(ir, slow, LLVMFunctionType(span, types, arguments, false));
    LLVMValueRef function = begin_check(calls, name, own, OC_SPAN + arguments);
    LLVMGetParams(function, passed);
    LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(function);
    LLVMBasicBlockRef other = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMBasicBlockRef some = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMBasicBlockRef set = LLVMAppendBasicBlockInContext(ir->context, function, "");
    LLVMBasicBlockRef end = LLVMAppendBasicBlockInContext(ir->context, function, "");

    LLVMPositionBuilderAtEnd(builder, entry);
    LLVMValueRef at = LLVMBuildPtrToInt(builder, passed[OC_SPAN], i64, "");
    LLVMValueRef distance =
        LLVMBuildSub(builder, at, LLVMBuildLoad2(builder, i64, passed[0], ""), "");
    LLVMValueRef is_done = LLVMBuildICmp(builder, LLVMIntULT, distance,
                                         LLVMBuildLoad2(builder, i64, passed[1], ""), "");
    LLVMBuildCondBr(builder, is_done, end, other);

    LLVMPositionBuilderAtEnd(builder, other);
    LLVMBuildCondBr(builder, is_none(calls, count), set, some);

    LLVMPositionBuilderAtEnd(builder, some);
    LLVMValueRef result = LLVMBuildCall2(builder, LLVMGlobalGetValueType(target), target,
                                         passed + OC_SPAN, arguments, "");
    LLVMBuildBr(builder, set);

    LLVMPositionBuilderAtEnd(builder, set);
    for (unsigned i = 0; i < OC_SPAN; i++) {
        LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(some));
        LLVMValueRef value = LLVMBuildExtractValue(builder, result, i, "");
        LLVMPositionBuilderAtEnd(builder, set);
        LLVMValueRef all = i ? LLVMConstAllOnes(i64) : LLVMConstNull(i64);
        LLVMValueRef phi = LLVMBuildPhi(builder, i64, "");
        LLVMAddIncoming(phi, (LLVMValueRef[]){all, value}, (LLVMBasicBlockRef[]){other, some}, 2);
        passed[i + OC_SPAN] = phi;
    }
    for (unsigned i = 0; i < OC_SPAN; i++)
        LLVMBuildStore(builder, passed[i + OC_SPAN], passed[i]);
    LLVMBuildBr(builder, end);
    LLVMPositionBuilderAtEnd(builder, end);
    LLVMBuildRetVoid(builder);
    return function;
}

void oc_check_calls_begin(struct oc_ir *ir, struct oc_check_calls *out) {
    LLVMTypeRef pointer = LLVMPointerTypeInContext(ir->context, 0);
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMTypeRef types[OC_LOOP_ARGUMENTS] = {pointer, i64};
    for (int i = 2; i < OC_LOOP_ARGUMENTS; i++)
        types[i] = i64;
    *out = (struct oc_check_calls){.ir = ir, .builder = LLVMCreateBuilderInContext(ir->context)};
    out->read =
        make_check(out, OC_RESIDENT_CHECK("read"), OC_RESIDENT_BEFORE("read"), OLD, types, 2);
    out->write =
        make_check(out, OC_RESIDENT_CHECK("write"), OC_RESIDENT_BEFORE("write"), KEPT, types, 2);
    out->overwrite = make_check(out, OC_RESIDENT_CHECK("overwrite"),
                                OC_RESIDENT_BEFORE("overwrite"), KEPT, types, 2);
    out->string =
        make_check(out, OC_RESIDENT_CHECK("string"), OC_RESIDENT_BEFORE("string"), OLD, types, 1);
    out->loops_read = make_check(out, OC_RESIDENT_CHECK("read_loops"),
                                 OC_RESIDENT_BEFORE("read_loops"), OLD, types, OC_LOOP_ARGUMENTS);
    out->loops_write =
        make_check(out, OC_RESIDENT_CHECK("write_loops"), OC_RESIDENT_BEFORE("write_loops"), KEPT,
                   types, OC_LOOP_ARGUMENTS);
    out->near_read =
        make_near_check(out, OC_RESIDENT_CHECK("read_near"), OC_RESIDENT_BEFORE("read_near"), OLD,
                        types, OC_LOOP_ARGUMENTS);
    out->near_write =
        make_near_check(out, OC_RESIDENT_CHECK("write_near"), OC_RESIDENT_BEFORE("write_near"),
                        KEPT, types, OC_LOOP_ARGUMENTS);
    out->near_overwrite = make_near_check(out, OC_RESIDENT_CHECK("overwrite_near"),
                                          OC_RESIDENT_BEFORE("overwrite_near"), KEPT, types, 2);
    out->unseen =
        make_check(out, OC_RESIDENT_CHECK("unseen"), OC_RESIDENT_BEFORE("unseen"), OPEN, NULL, 0);
    out->end = make_check(out, OC_RESIDENT_CHECK("end"), OC_RESIDENT_BEFORE("end"), KEPT, types, 2);
    out->release =
        make_check(out, OC_RESIDENT_CHECK("free"), OC_RESIDENT_BEFORE("free"), KEPT, types, 1);
}

void oc_check_calls_end(struct oc_check_calls *calls) {
    LLVMValueRef functions[] = {calls->read,      calls->write,      calls->overwrite,
                                calls->string,    calls->loops_read, calls->loops_write,
                                calls->near_read, calls->near_write, calls->near_overwrite,
                                calls->unseen,    calls->end,        calls->release};
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (functions[i] && !LLVMGetFirstUse(functions[i]))
            LLVMDeleteFunction(functions[i]);
    LLVMDisposeBuilder(calls->builder);
    *calls = (struct oc_check_calls){0};
}
