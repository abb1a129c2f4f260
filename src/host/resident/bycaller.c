#include "host/resident/bycaller.h"

#include "host/resident/objects.h"
#include "ir/llvm_shim.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

enum {
    MOST_INSTRUCTIONS = 200, // of a function; where there are more, checks are cheap beside them
    MOST_STEPS = 8,          // from an argument to an address
};

static const char mark[] = "offloadcc-checked-by-callers";

bool oc_is_checked_by_callers(LLVMValueRef function) {
    return LLVMGetStringAttributeAtIndex(function, LLVMAttributeFunctionIndex, mark,
                                         sizeof mark - 1) != NULL;
}

// ---- Addresses that follow from arguments -------------------------------------------------------

static bool parameter_has(LLVMValueRef parameter, const char *attribute) {
    return LLVMGetEnumAttributeAtIndex(
               LLVMGetParamParent(parameter), oc_ir_parameter_number(parameter) + 1,
               LLVMGetEnumAttributeKindForName(attribute, strlen(attribute))) != NULL;
}

// Whether an instruction can be computed where the function is called, and whatever the arguments
// are.
static bool is_arithmetic(LLVMValueRef instruction) {
    LLVMTypeKind kind = LLVMGetTypeKind(LLVMTypeOf(instruction));
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMGetElementPtr:
    case LLVMAdd:
    case LLVMSub:
    case LLVMMul:
    case LLVMZExt:
    case LLVMSExt:
    case LLVMTrunc:
        return kind == LLVMPointerTypeKind || kind == LLVMIntegerTypeKind;
    case LLVMShl:
        return kind == LLVMIntegerTypeKind && LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) &&
               LLVMConstIntGetZExtValue(LLVMGetOperand(instruction, 1)) <
                   LLVMGetIntTypeWidth(LLVMTypeOf(instruction));
    default:
        return false;
    }
}

static bool follows(LLVMValueRef value, int steps) {
    if (LLVMIsAArgument(value))
        return parameter_has(value, "noundef");
    if (LLVMIsAConstant(value))
        return !LLVMIsAUndefValue(value) && !LLVMIsAConstantExpr(value);
    if (!LLVMIsAInstruction(value) || !steps || !is_arithmetic(value))
        return false;
    for (unsigned i = 0; i < (unsigned)LLVMGetNumOperands(value); i++)
        if (!follows(LLVMGetOperand(value, i), steps - 1))
            return false;
    return true;
}

// The value that is computed in a function, for the arguments of a call. What overflows has a value
// too, since the function may not get to where it would compute it.
static LLVMValueRef compute(LLVMBuilderRef builder, LLVMValueRef call, LLVMValueRef value) {
    enum { MOST_OPERANDS = 8 };
    if (LLVMIsAArgument(value))
        return LLVMGetOperand(call, oc_ir_parameter_number(value));
    if (!LLVMIsAInstruction(value))
        return value;
    LLVMValueRef operands[MOST_OPERANDS] = {NULL};
    LLVMTypeRef type = LLVMTypeOf(value);
    unsigned count = (unsigned)LLVMGetNumOperands(value);
    if (count > MOST_OPERANDS)
        return NULL;
    for (unsigned i = 0; i < count; i++)
        if (!(operands[i] = compute(builder, call, LLVMGetOperand(value, i))))
            return NULL;
    LLVMOpcode opcode = LLVMGetInstructionOpcode(value);
    if (opcode == LLVMGetElementPtr)
        return LLVMBuildGEP2(builder, LLVMGetGEPSourceElementType(value), operands[0], operands + 1,
                             count - 1, "");
    return count == 1 ? LLVMBuildCast(builder, opcode, operands[0], type, "")
                      : LLVMBuildBinOp(builder, opcode, operands[0], operands[1], "");
}

// ---- What functions access ----------------------------------------------------------------------

struct accesses {
    struct oc_touched *items;
    unsigned count; // more than OC_MOST_ACCESSES: not known
};

static void add_accesses_of(const struct oc_flow *flow, LLVMValueRef instruction,
                            struct accesses *to) {
    struct oc_touched touched[OC_MOST_ACCESSES];
    unsigned count = oc_touched_by(flow, instruction, touched);
    if (count > OC_MOST_ACCESSES)
        to->count = count;
    for (unsigned i = 0; i < count && to->count <= OC_MOST_ACCESSES; i++) {
        bool is_known = touched[i].kind == OC_TOUCH_READ || touched[i].kind == OC_TOUCH_WRITE ||
                        touched[i].kind == OC_TOUCH_OVERWRITE;
        if (is_known && !oc_object_may_be_out(flow, oc_object_of(touched[i].pointer)))
            continue;
        if (!is_known || !touched[i].bytes || touched[i].bytes > INT32_MAX ||
            !follows(touched[i].pointer, MOST_STEPS) || to->count == OC_MOST_ACCESSES) {
            to->count = OC_MOST_ACCESSES + 1;
            return;
        }
        // The function may read it before, or not get there.
        if (touched[i].kind == OC_TOUCH_OVERWRITE)
            touched[i].kind = OC_TOUCH_WRITE;
        to->items[to->count++] = touched[i];
    }
}

// What ends in the function may not be out.
static bool may_end(const struct oc_flow *flow, LLVMValueRef variable) {
    return !oc_object_may_be_out(flow, oc_object_of(variable));
}

// Returns the number, or OC_MOST_ACCESSES + 1 if not all are known.
static unsigned accesses_of(const struct oc_flow *flow, LLVMValueRef function,
                            struct oc_touched *out) {
    struct accesses found = {out, 0};
    unsigned instructions = 0;
    for (unsigned i = 0; i < LLVMCountParams(function); i++)
        if (parameter_has(LLVMGetParam(function, i), "byval"))
            return OC_MOST_ACCESSES + 1;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            bool is_known = ++instructions <= MOST_INSTRUCTIONS;
            switch (oc_flow_event(flow, instruction)) {
            case OC_EVENT_NONE:
                is_known &= !LLVMIsAAllocaInst(instruction) || may_end(flow, instruction);
                break;
            case OC_EVENT_RETURN:
                break;
            case OC_EVENT_END:
                is_known &= may_end(
                    flow, LLVMGetOperand(instruction, LLVMGetNumArgOperands(instruction) - 1));
                break;
            case OC_EVENT_ACCESS:
                add_accesses_of(flow, instruction, &found);
                break;
            default:
                is_known = false;
            }
            if (!is_known || found.count > OC_MOST_ACCESSES)
                return OC_MOST_ACCESSES + 1;
        }
    return found.count;
}

unsigned oc_accesses_of_copy(const struct oc_flow *flow, LLVMBuilderRef builder, LLVMValueRef call,
                             struct oc_touched *out) {
    unsigned count = accesses_of(flow, oc_ir_callee(call), out);
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    for (unsigned i = 0; i < count && count <= OC_MOST_ACCESSES; i++)
        if (!(out[i].pointer = compute(builder, call, out[i].pointer)))
            return OC_MOST_ACCESSES + 1;
    return count;
}

// ---- Copies -------------------------------------------------------------------------------------

static LLVMValueRef make_copy(const struct oc_flow *flow, const struct oc_seen *callee) {
    struct oc_touched accesses[OC_MOST_ACCESSES];
    unsigned count = accesses_of(flow, callee->function, accesses);
    if (callee->launches || !count || count > OC_MOST_ACCESSES)
        return NULL;
    LLVMValueRef copy = oc_copy_function(callee->function);
    if (copy)
        LLVMAddAttributeAtIndex(
            copy, LLVMAttributeFunctionIndex,
            LLVMCreateStringAttribute(flow->ir->context, mark, sizeof mark - 1, "", 0));
    return copy;
}

// The copy of a function; NULL: it has none.
static LLVMValueRef copy_of(const struct oc_flow *flow, const struct oc_seen *callee,
                            struct oc_map *copies) {
    size_t copy;
    if (!oc_map_get(copies, callee->function, &copy)) {
        copy = (size_t)make_copy(flow, callee);
        oc_map_set(copies, callee->function, copy);
    }
    return (LLVMValueRef)copy;
}

bool oc_call_copies(const struct oc_flow *flow, const struct oc_seen *caller,
                    struct oc_map *copies) {
    struct oc_loop_info *loops = oc_loops_read(caller->function);
    bool any = false;
    OC_EACH_BLOCK (block, caller->function)
        OC_EACH_INSTRUCTION (instruction, block) {
            if (!oc_loops_around(loops, block) || oc_flow_event(flow, instruction) != OC_EVENT_SEEN)
                continue;
            const struct oc_seen *callee = oc_flow_find(flow, oc_ir_callee(instruction));
            LLVMValueRef copy = callee ? copy_of(flow, callee, copies) : NULL;
            any |= copy != NULL;
            if (copy)
                LLVMSetOperand(instruction, (unsigned)LLVMGetNumOperands(instruction) - 1, copy);
        }
    oc_loops_dispose(loops);
    return any;
}
