#include "cpu/sharedplaces.h"

#include "base/names.h"
#include "cpu/analysis/body.h"
#include "glue/preamble.h"
#include "ir/sanitizers.h"
#include "ir/shared.h"

#include <stddef.h>
#include <string.h>

void oc_sharedplaces_note_users(LLVMValueRef value, struct oc_map *functions) {
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAInstruction(user))
            oc_map_set(functions, LLVMGetBasicBlockParent(LLVMGetInstructionParent(user)), 1);
        else if (LLVMIsAConstantExpr(user))
            oc_sharedplaces_note_users(user, functions);
    }
}

static bool mentions_variable(LLVMValueRef constant, LLVMValueRef variable) {
    if (constant == variable)
        return true;
    if (!LLVMIsAConstantExpr(constant))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(constant); i++)
        if (mentions_variable(LLVMGetOperand(constant, (unsigned)i), variable))
            return true;
    return false;
}

// A constant expression as instructions, over another address than the variable's.
static LLVMValueRef rebuild_constant(LLVMBuilderRef builder, LLVMValueRef constant,
                                     LLVMValueRef variable, LLVMValueRef address) {
    if (!mentions_variable(constant, variable))
        return constant;
    if (constant == variable)
        return address;
    enum { MAX_OPERANDS = 16 };
    LLVMValueRef operands[MAX_OPERANDS] = {NULL};
    int count = LLVMGetNumOperands(constant);
    for (int i = 0; i < count && i < MAX_OPERANDS; i++)
        operands[i] =
            rebuild_constant(builder, LLVMGetOperand(constant, (unsigned)i), variable, address);
    LLVMOpcode opcode = LLVMGetConstOpcode(constant);
    if (opcode == LLVMGetElementPtr)
        return LLVMBuildGEPWithNoWrapFlags(builder, LLVMGetGEPSourceElementType(constant),
                                           operands[0], operands + 1, (unsigned)count - 1, "",
                                           LLVMGEPGetNoWrapFlags(constant));
    if (count == 1)
        return LLVMBuildCast(builder, opcode, operands[0], LLVMTypeOf(constant), "");
    return LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
}

// Uses of the variable in one function become uses of an address.
static void replace_in(struct oc_ir *ir, LLVMValueRef function, LLVMValueRef variable,
                       LLVMValueRef address) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            for (int i = 0; i < LLVMGetNumOperands(instruction); i++) {
                LLVMValueRef operand = LLVMGetOperand(instruction, (unsigned)i);
                if (!LLVMIsAConstant(operand) || !mentions_variable(operand, variable))
                    continue;
                LLVMPositionBuilderBefore(builder,
                                          LLVMIsAPHINode(instruction)
                                              ? LLVMGetBasicBlockTerminator(
                                                    LLVMGetIncomingBlock(instruction, (unsigned)i))
                                              : instruction);
                LLVMSetOperand(instruction, (unsigned)i,
                               rebuild_constant(builder, operand, variable, address));
            }
    LLVMDisposeBuilder(builder);
}

// ---- In the body -------------------------------------------------------------------------------

static LLVMValueRef add_place(struct oc_ir *ir, LLVMValueRef variable, LLVMValueRef body) {
    enum { ALIGNMENT = 64 };
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(body)));
    LLVMValueRef place = LLVMBuildAlloca(builder, LLVMGlobalGetValueType(variable),
                                         oc_shared_name(ir->arena, variable));
    unsigned alignment = LLVMGetAlignment(variable);
    LLVMSetAlignment(place, alignment > ALIGNMENT ? alignment : ALIGNMENT);
    LLVMDisposeBuilder(builder);
    return place;
}

static bool is_used_in(struct oc_ir *ir, LLVMValueRef variable, LLVMValueRef function) {
    struct oc_map users = {.arena = ir->arena};
    oc_sharedplaces_note_users(variable, &users);
    return oc_map_get(&users, function, NULL);
}

void oc_sharedplaces_make(struct oc_ir *ir, const struct oc_values *variables, LLVMValueRef body,
                          struct oc_values *places) {
    for (size_t i = 0; i < variables->count; i++) {
        if (!is_used_in(ir, variables->items[i], body))
            continue;
        LLVMValueRef place = add_place(ir, variables->items[i], body);
        replace_in(ir, body, variables->items[i], place);
        oc_values_add(places, place);
    }
}

// ---- Elsewhere ---------------------------------------------------------------------------------

// A thread-local pointer to the variable's place in the body that runs.
static LLVMValueRef add_pointer(struct oc_ir *ir) {
    LLVMTypeRef type = LLVMPointerTypeInContext(ir->context, 0);
    LLVMValueRef pointer = LLVMAddGlobal(ir->module, type, "__offloadcc_shared");
    LLVMSetLinkage(pointer, LLVMInternalLinkage);
    LLVMSetInitializer(pointer, LLVMConstNull(type));
    LLVMSetThreadLocal(pointer, true);
    return pointer;
}

// Whether one of the functions can be reached from a body.
static bool reaches_any(LLVMValueRef body, const struct oc_values *functions) {
    struct oc_values reachable = {.arena = functions->arena};
    oc_ir_collect_reachable(body, &reachable);
    for (size_t i = 0; i < functions->count; i++)
        if (functions->items[i] != body && oc_values_contain(&reachable, functions->items[i]))
            return true;
    return false;
}

// Gives the variable a place in each body that needs it, and other functions its address.
static void place_watched(struct oc_ir *ir, LLVMValueRef variable, const struct oc_values *bodies) {
    struct oc_map users = {.arena = ir->arena};
    struct oc_values others = {.arena = ir->arena};
    oc_sharedplaces_note_users(variable, &users);
    OC_EACH_FUNCTION (function, ir->module) {
        if (oc_map_get(&users, function, NULL) && !oc_values_contain(bodies, function))
            oc_values_add(&others, function);
    }
    LLVMTypeRef type = LLVMPointerTypeInContext(ir->context, 0);
    LLVMValueRef pointer = others.count ? add_pointer(ir) : NULL;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < bodies->count; i++) {
        LLVMValueRef body = bodies->items[i];
        bool leads = reaches_any(body, &others);
        if (!leads && !oc_map_get(&users, body, NULL))
            continue;
        LLVMValueRef place = add_place(ir, variable, body);
        replace_in(ir, body, variable, place);
        LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(place));
        if (leads)
            LLVMBuildStore(builder, place, pointer);
    }
    for (size_t i = 0; i < others.count; i++) {
        LLVMBasicBlockRef entry = LLVMGetEntryBasicBlock(others.items[i]);
        LLVMPositionBuilderBefore(builder, LLVMGetFirstInstruction(entry));
        replace_in(ir, others.items[i], variable, LLVMBuildLoad2(builder, type, pointer, ""));
    }
    LLVMDisposeBuilder(builder);
}

void oc_sharedplaces_finish(struct oc_ir *ir, const struct oc_values *variables,
                            const struct oc_values *bodies) {
    bool is_watched = bodies->count && oc_sanitizers_know_bounds(bodies->items[0]);
    for (size_t i = 0; i < variables->count; i++) {
        if (is_watched)
            place_watched(ir, variables->items[i], bodies);
        LLVMSetThreadLocal(variables->items[i], true);
    }
}

// The size of the dynamic shared memory of the blocks that this thread of the system runs.
static LLVMValueRef find_size_of_fibres(struct oc_ir *ir, bool add) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMValueRef variable = LLVMGetNamedGlobal(ir->module, OC_NAME_FIBRES_SHARED_BYTES);
    if (variable || !add)
        return variable;
    variable = LLVMAddGlobal(ir->module, i64, OC_NAME_FIBRES_SHARED_BYTES);
    LLVMSetInitializer(variable, LLVMConstNull(i64));
    LLVMSetLinkage(variable, LLVMInternalLinkage);
    LLVMSetThreadLocal(variable, true);
    return variable;
}

static LLVMValueRef load_of_grid(LLVMBuilderRef builder, struct oc_ir *ir, LLVMValueRef body) {
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context), i8 = LLVMInt8TypeInContext(ir->context);
    LLVMValueRef at =
        LLVMConstInt(i64, offsetof(struct __offloadcc_grid, __offloadcc_shared_bytes), false);
    LLVMValueRef grid = LLVMGetParam(body, OC_BODY_GRID);
    return LLVMBuildLoad2(builder, i64, LLVMBuildInBoundsGEP2(builder, i8, grid, &at, 1, ""), "");
}

void oc_sharedplaces_size_dynamic(struct oc_ir *ir, LLVMValueRef function, bool is_body) {
    struct oc_values calls = {.arena = ir->arena};
    LLVMTypeRef i64 = LLVMInt64TypeInContext(ir->context);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    oc_ir_collect_calls(function, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        if (strcmp(oc_ir_callee_name(call), OC_NAME_DYNAMIC_SHARED_BYTES) != 0)
            continue;
        LLVMPositionBuilderBefore(builder, call);
        LLVMValueRef bytes = is_body
                                 ? load_of_grid(builder, ir, function)
                                 : LLVMBuildLoad2(builder, i64, find_size_of_fibres(ir, true), "");
        LLVMReplaceAllUsesWith(call, bytes);
        LLVMInstructionEraseFromParent(call);
    }
    LLVMDisposeBuilder(builder);
}

void oc_sharedplaces_tell_fibres(struct oc_ir *ir, LLVMValueRef body) {
    LLVMValueRef variable = find_size_of_fibres(ir, false);
    if (!variable)
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, LLVMGetBasicBlockTerminator(LLVMGetEntryBasicBlock(body)));
    LLVMBuildStore(builder, load_of_grid(builder, ir, body), variable);
    LLVMDisposeBuilder(builder);
}
