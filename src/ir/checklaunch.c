#include "ir/checklaunch.h"

#include "base/names.h"
#include "glue/preamble.h"
#include "ir/features.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <stddef.h>
#include <string.h>

// The parameters of the function, and those of a body function (glue.h).
enum { SLOTS, GRID, SIZE_X, PARAMETERS = 5, BODY_SIZE_X = 5, BODY_PARAMETERS = 8, OF_BLOCKS = 3 };
enum { AXES = 3 };

static LLVMValueRef load_of_grid(struct oc_checklaunch *launch, LLVMTypeRef type, uint64_t at) {
    struct oc_edit *edit = launch->edit;
    LLVMValueRef offset = LLVMConstInt(edit->i64, at, false);
    LLVMValueRef address = LLVMBuildGEP2(edit->builder, edit->i8,
                                         LLVMGetParam(launch->function, GRID), &offset, 1, "");
    return LLVMBuildLoad2(edit->builder, type, address, "");
}

static LLVMValueRef load_count(struct oc_checklaunch *launch, uint64_t axis) {
    return load_of_grid(launch, launch->edit->i32,
                        offsetof(struct __offloadcc_grid, __offloadcc_block_count) +
                            axis * sizeof(unsigned));
}

static struct oc_checklaunch begin(struct oc_edit *edit, LLVMValueRef body, const char *name,
                                   bool of_blocks) {
    LLVMTypeRef types[PARAMETERS + OF_BLOCKS] = {edit->pointer, edit->pointer, edit->i32,
                                                 edit->i32,     edit->i32,     edit->i64,
                                                 edit->i64,     edit->i32};
    LLVMTypeRef type =
        LLVMFunctionType(edit->i1, types, of_blocks ? PARAMETERS + OF_BLOCKS : PARAMETERS, false);
    struct oc_checklaunch launch = {
        .edit = edit,
        .body = body,
        .function = LLVMAddFunction(edit->ir->module, name, type),
        .unusual = LLVMConstInt(edit->i1, 0, false),
        .seen = {.arena = edit->ir->arena},
    };
    oc_features_copy(body, launch.function);
    LLVMSetLinkage(launch.function, LLVMInternalLinkage);
    oc_ir_add_attribute(edit->ir, launch.function, "nounwind");
    oc_edit_at_end(edit, oc_edit_append_block(edit, launch.function), NULL);
    return launch;
}

const char *oc_checklaunch_of_blocks_name(struct oc_arena *arena, LLVMValueRef body) {
    return oc_arena_printf(arena, "%s.is_unusual_block", oc_ir_name(body));
}

struct oc_checklaunch oc_checklaunch_of_blocks(struct oc_edit *edit, LLVMValueRef body) {
    return begin(edit, body, oc_checklaunch_of_blocks_name(edit->ir->arena, body), true);
}

struct oc_checklaunch oc_checklaunch_begin(struct oc_edit *edit, LLVMValueRef body) {
    enum { TOO_MANY = 1u << 31 };
    const char *name = oc_arena_printf(edit->ir->arena, "%s.is_unusual", oc_ir_name(body));
    struct oc_checklaunch launch = begin(edit, body, name, false);
    oc_ir_add_attribute(edit->ir, launch.function, "alwaysinline");
    for (unsigned axis = 0; axis < AXES; axis++) {
        LLVMValueRef size = LLVMBuildZExt(
            edit->builder, LLVMGetParam(launch.function, SIZE_X + axis), edit->i64, "");
        LLVMValueRef count = LLVMBuildZExt(edit->builder, load_count(&launch, axis), edit->i64, "");
        LLVMValueRef is_large =
            LLVMBuildICmp(edit->builder, LLVMIntUGE, LLVMBuildMul(edit->builder, size, count, ""),
                          LLVMConstInt(edit->i64, TOO_MANY, false), "");
        launch.unusual = LLVMBuildOr(edit->builder, launch.unusual, is_large, "");
    }
    return launch;
}

// ---- Copies of values --------------------------------------------------------------------------

static LLVMValueRef copy(struct oc_checklaunch *launch, LLVMValueRef value, int depth);

// What a call of ours returns for all threads of a launch.
static LLVMValueRef copy_call(struct oc_checklaunch *launch, LLVMValueRef call) {
    const char *name = oc_ir_callee_name(call);
    if (strcmp(name, OC_NAME_DYNAMIC_SHARED_BYTES) == 0)
        return load_of_grid(launch, launch->edit->i64,
                            offsetof(struct __offloadcc_grid, __offloadcc_shared_bytes));
    bool is_size = strcmp(name, OC_NAME_BLOCK_SIZE) == 0;
    if (!is_size && strcmp(name, OC_NAME_BLOCK_COUNT) != 0)
        return NULL;
    LLVMValueRef axis = LLVMGetOperand(call, 0);
    if (!LLVMIsAConstantInt(axis) || LLVMConstIntGetZExtValue(axis) >= AXES)
        return NULL;
    uint64_t at = LLVMConstIntGetZExtValue(axis);
    return is_size ? LLVMGetParam(launch->function, (unsigned)(SIZE_X + at))
                   : load_count(launch, at);
}

// Whether a number is not 0: a constant, or v < 1 ? 1 : v.
static bool is_not_zero(LLVMValueRef value) {
    if (LLVMIsAConstantInt(value))
        return !LLVMIsNull(value);
    if (!LLVMIsASelectInst(value))
        return false;
    LLVMValueRef condition = LLVMGetOperand(value, 0), number = LLVMGetOperand(value, 1);
    return LLVMIsAICmpInst(condition) && LLVMGetICmpPredicate(condition) == LLVMIntSLT &&
           LLVMGetOperand(condition, 0) == LLVMGetOperand(value, 2) &&
           LLVMGetOperand(condition, 1) == number && LLVMIsAConstantInt(number) &&
           LLVMConstIntGetZExtValue(number) == 1;
}

// Whether an instruction may be executed by itself, wherever its operands have been.
static bool is_computation(LLVMValueRef value) {
    switch (LLVMGetInstructionOpcode(value)) {
    case LLVMFreeze:
        return true;
    case LLVMUDiv:
    case LLVMURem:
        return is_not_zero(LLVMGetOperand(value, 1));
    default:
        return oc_ir_is_index_arithmetic(value);
    }
}

// A copy promises nothing: what holds for threads that come to the original may not hold for all.
static void drop_promises(LLVMValueRef copied) {
    LLVMOpcode opcode = LLVMGetInstructionOpcode(copied);
    if (opcode == LLVMAdd || opcode == LLVMSub || opcode == LLVMMul || opcode == LLVMShl) {
        LLVMSetNSW(copied, false);
        LLVMSetNUW(copied, false);
    } else if (opcode == LLVMUDiv || opcode == LLVMLShr || opcode == LLVMAShr) {
        LLVMSetExact(copied, false);
    } else if (opcode == LLVMZExt) {
        LLVMSetNNeg(copied, false);
    } else if (opcode == LLVMOr) {
        LLVMSetIsDisjoint(copied, false);
    } else if (opcode == LLVMICmp) {
        LLVMSetICmpSameSign(copied, false);
    } else if (opcode == LLVMTrunc) {
        LLVMSetNUW(copied, false);
        LLVMSetNSW(copied, false);
    }
}

// The value of a kernel's argument, loaded from its slot.
static LLVMValueRef copy_slot(struct oc_checklaunch *launch, LLVMValueRef load) {
    struct oc_edit *edit = launch->edit;
    LLVMValueRef address = LLVMGetOperand(load, 0), offset = LLVMConstNull(edit->i64);
    if (LLVMGetVolatile(load) || LLVMTypeOf(load) != edit->pointer)
        return NULL;
    if (LLVMIsAGetElementPtrInst(address)) {
        if (LLVMGetNumOperands(address) != 2 || !LLVMIsAConstantInt(LLVMGetOperand(address, 1)))
            return NULL;
        uint64_t size = LLVMABISizeOfType(LLVMGetModuleDataLayout(edit->ir->module),
                                          LLVMGetGEPSourceElementType(address));
        offset = LLVMConstInt(edit->i64,
                              size * LLVMConstIntGetZExtValue(LLVMGetOperand(address, 1)), false);
        address = LLVMGetOperand(address, 0);
    }
    if (address != LLVMGetParam(launch->body, SLOTS))
        return NULL;
    address = LLVMBuildGEP2(edit->builder, edit->i8, LLVMGetParam(launch->function, SLOTS), &offset,
                            1, "");
    return LLVMBuildLoad2(edit->builder, edit->pointer, address, "");
}

static LLVMValueRef copy_computation(struct oc_checklaunch *launch, LLVMValueRef value, int depth) {
    enum { MOST_OPERANDS = 3 };
    LLVMValueRef operands[MOST_OPERANDS];
    int count = LLVMGetNumOperands(value);
    for (int i = 0; i < count; i++) {
        operands[i] = copy(launch, LLVMGetOperand(value, (unsigned)i), depth - 1);
        if (!operands[i])
            return NULL;
    }
    LLVMValueRef copied = LLVMInstructionClone(value);
    for (int i = 0; i < count; i++)
        LLVMSetOperand(copied, (unsigned)i, operands[i]);
    LLVMInsertIntoBuilder(launch->edit->builder, copied);
    LLVMInstructionSetDebugLoc(copied, NULL);
    drop_promises(copied);
    return copied;
}

// A value as the function computes it; NULL: it cannot, or the value is not the same for all
// threads.
static LLVMValueRef copy(struct oc_checklaunch *launch, LLVMValueRef value, int depth) {
    for (size_t i = 0; i + 1 < launch->seen.count; i += 2)
        if (launch->seen.items[i] == value)
            return launch->seen.items[i + 1];
    if (LLVMIsAConstantInt(value))
        return value;
    if (!depth || !LLVMIsAInstruction(value))
        return NULL;
    LLVMValueRef copied = oc_ir_is_call(value)     ? copy_call(launch, value)
                          : LLVMIsALoadInst(value) ? copy_slot(launch, value)
                          : is_computation(value)  ? copy_computation(launch, value, depth)
                                                   : NULL;
    if (copied) {
        oc_values_add(&launch->seen, value);
        oc_values_add(&launch->seen, copied);
    }
    return copied;
}

enum { DEEPEST = 40 };

LLVMValueRef oc_checklaunch_copy(struct oc_checklaunch *launch, LLVMValueRef value) {
    return copy(launch, value, DEEPEST);
}

LLVMValueRef oc_checklaunch_count(struct oc_checklaunch *launch, unsigned axis) {
    return load_count(launch, axis);
}

LLVMValueRef oc_checklaunch_size(struct oc_checklaunch *launch, unsigned axis) {
    return LLVMGetParam(launch->function, SIZE_X + axis);
}

bool oc_checklaunch_add(struct oc_checklaunch *launch, LLVMValueRef const *conditions,
                        unsigned count) {
    struct oc_edit *edit = launch->edit;
    LLVMValueRef added = launch->unusual;
    oc_edit_at_end(edit, LLVMGetEntryBasicBlock(launch->function), NULL);
    for (unsigned i = 0; i < count; i++) {
        LLVMValueRef condition = copy(launch, conditions[i], DEEPEST);
        if (!condition || (LLVMIsAConstantInt(condition) && !LLVMIsNull(condition)))
            return false;
        added = LLVMBuildOr(edit->builder, added, condition, "");
    }
    launch->unusual = added;
    launch->count += count;
    return true;
}

void oc_checklaunch_end(struct oc_checklaunch *launch) {
    oc_edit_at_end(launch->edit, LLVMGetEntryBasicBlock(launch->function), NULL);
    LLVMBuildRet(launch->edit->builder,
                 LLVMBuildFreeze(launch->edit->builder, launch->unusual, ""));
}

// ---- The choice --------------------------------------------------------------------------------

void oc_checklaunch_install(struct oc_edit *edit, LLVMValueRef unusual, LLVMValueRef blocks,
                            LLVMValueRef body, LLVMValueRef whole) {
    struct oc_values calls = {.arena = edit->ir->arena};
    oc_ir_collect_calls(blocks, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i], arguments[BODY_PARAMETERS];
        if (oc_ir_callee(call) != body)
            continue;
        for (unsigned a = 0; a < BODY_PARAMETERS; a++)
            arguments[a] = LLVMGetOperand(call, a);
        oc_edit_split_before(edit, call);
        LLVMValueRef asked[PARAMETERS] = {arguments[SLOTS], arguments[GRID]};
        for (unsigned axis = 0; axis < AXES; axis++)
            asked[SIZE_X + axis] = arguments[BODY_SIZE_X + axis];
        LLVMValueRef is_unusual = LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(unusual),
                                                 unusual, asked, PARAMETERS, "");
        LLVMBasicBlockRef other = oc_edit_append_block(edit, blocks);
        LLVMBuildCondBr(edit->builder, is_unusual, other, LLVMGetInstructionParent(call));
        oc_edit_at_end(edit, other, call);
        LLVMBuildCall2(edit->builder, LLVMGlobalGetValueType(whole), whole, arguments,
                       BODY_PARAMETERS, "");
        LLVMBuildRetVoid(edit->builder); // nothing follows a call of the body
    }
}
