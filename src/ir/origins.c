#include "ir/origins.h"

#include <llvm-c/Target.h>
#include <string.h>

// ---- Where an address comes from ---------------------------------------------------------------

// Returns 0 if the value is neither an instruction nor a constant that is computed like one.
static unsigned opcode_of(LLVMValueRef value) {
    if (LLVMIsAInstruction(value))
        return LLVMGetInstructionOpcode(value);
    return LLVMIsAConstantExpr(value) ? LLVMGetConstOpcode(value) : 0;
}

// The values that a variable holds, if nothing takes its address.
static bool collect_stored(LLVMValueRef variable, struct oc_values *values) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        bool is_marker = LLVMIsAIntrinsicInst(user) && strstr(oc_ir_callee_name(user), "lifetime");
        bool stores = LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == variable &&
                      LLVMGetOperand(user, 0) != variable;
        if (stores)
            oc_values_add(values, LLVMGetOperand(user, 0));
        else if (opcode_of(user) == LLVMAddrSpaceCast) {
            if (!collect_stored(user, values))
                return false;
        } else if (!LLVMIsALoadInst(user) && !is_marker)
            return false;
    }
    return true;
}

// What a variable that a load reads may hold. False if it is not known.
static bool collect_loaded(LLVMValueRef load, struct oc_values *values) {
    LLVMValueRef variable = LLVMGetOperand(load, 0);
    if (opcode_of(variable) == LLVMAddrSpaceCast)
        variable = LLVMGetOperand(variable, 0);
    return LLVMIsAAllocaInst(variable) && collect_stored(variable, values) && values->count;
}

// The addresses that were looked at, and the base that they have; NULL: none yet.
struct tracing {
    struct oc_values seen;
    LLVMValueRef base;
};

// Looks at what an address is computed from. Returns false if it has another base than those
// before.
static bool trace(struct tracing *tracing, LLVMValueRef address) {
    struct oc_values values = {.arena = tracing->seen.arena};
    if (LLVMIsNull(address) || LLVMIsUndef(address) || oc_values_contain(&tracing->seen, address))
        return true;
    oc_values_add(&tracing->seen, address);
    unsigned opcode = opcode_of(address);
    if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast)
        return trace(tracing, LLVMGetOperand(address, 0));
    if (opcode == LLVMSelect)
        return trace(tracing, LLVMGetOperand(address, 1)) &&
               trace(tracing, LLVMGetOperand(address, 2));
    if (opcode == LLVMPHI)
        for (unsigned i = 0; i < LLVMCountIncoming(address); i++)
            oc_values_add(&values, LLVMGetIncomingValue(address, i));
    else if (opcode != LLVMLoad || !collect_loaded(address, &values))
        values.count = 0;
    for (size_t i = 0; i < values.count; i++)
        if (!trace(tracing, values.items[i]))
            return false;
    if (values.count)
        return true;
    bool same = !tracing->base || tracing->base == address;
    tracing->base = address;
    return same;
}

LLVMValueRef oc_origin(struct oc_ir *ir, LLVMValueRef address) {
    struct tracing tracing = {.seen = {.arena = ir->arena}};
    return trace(&tracing, address) ? tracing.base : NULL;
}

// ---- Offsets -----------------------------------------------------------------------------------

// Where offsets are computed, and how large an element is, in bytes.
struct measuring {
    struct oc_edit *edit;
    LLVMTargetDataRef layout;
    uint64_t size;
};

static LLVMValueRef add(struct measuring *measuring, LLVMValueRef sum, LLVMValueRef value) {
    return sum ? LLVMBuildAdd(measuring->edit->builder, sum, value, "") : value;
}

static LLVMValueRef constant(const struct measuring *measuring, uint64_t value) {
    return LLVMConstInt(measuring->edit->i64, value, false);
}

// One index of a getelementptr, whose steps are of `stride` bytes.
static void add_steps(struct measuring *measuring, struct oc_offset *offset, LLVMValueRef steps,
                      uint64_t stride) {
    LLVMBuilderRef builder = measuring->edit->builder;
    if (LLVMIsNull(steps) || !stride)
        return;
    steps = LLVMBuildIntCast2(builder, steps, measuring->edit->i64, true, "");
    bool whole = stride % measuring->size == 0;
    uint64_t factor = whole ? stride / measuring->size : stride;
    if (factor != 1)
        steps = LLVMBuildMul(builder, steps, constant(measuring, factor), "");
    if (whole)
        offset->index = add(measuring, offset->index, steps);
    else
        offset->bytes = add(measuring, offset->bytes, steps);
}

static void add_indices(struct measuring *measuring, struct oc_offset *offset,
                        LLVMValueRef pointer) {
    LLVMTypeRef type = LLVMGetGEPSourceElementType(pointer);
    int operands = LLVMGetNumOperands(pointer);
    for (int i = 1; i < operands; i++) {
        LLVMValueRef steps = LLVMGetOperand(pointer, (unsigned)i);
        if (i == 1) {
            add_steps(measuring, offset, steps, LLVMABISizeOfType(measuring->layout, type));
        } else if (LLVMGetTypeKind(type) == LLVMStructTypeKind) {
            unsigned field = (unsigned)LLVMConstIntGetZExtValue(steps);
            add_steps(measuring, offset,
                      constant(measuring, LLVMOffsetOfElement(measuring->layout, type, field)), 1);
            type = LLVMStructGetTypeAtIndex(type, field);
        } else {
            type = LLVMGetElementType(type);
            add_steps(measuring, offset, steps, LLVMABISizeOfType(measuring->layout, type));
        }
    }
}

// Whether a pointer is an array's address, loaded from a variable that always has it.
static bool is_base(struct measuring *measuring, LLVMValueRef pointer, LLVMValueRef base) {
    while (pointer != base) {
        struct oc_values values = {.arena = measuring->edit->ir->arena};
        if (opcode_of(pointer) != LLVMLoad || !collect_loaded(pointer, &values) ||
            values.count != 1)
            return false;
        pointer = values.items[0];
    }
    return true;
}

// Moves whole elements of a constant number of bytes to the index.
static void normalize(struct measuring *measuring, struct oc_offset *offset) {
    if (!offset->bytes || !LLVMIsAConstantInt(offset->bytes))
        return;
    int64_t bytes = LLVMConstIntGetSExtValue(offset->bytes), size = (int64_t)measuring->size;
    int64_t rest = ((bytes % size) + size) % size, elements = (bytes - rest) / size;
    if (elements)
        offset->index = add(measuring, offset->index, constant(measuring, (uint64_t)elements));
    offset->bytes = rest ? constant(measuring, (uint64_t)rest) : NULL;
}

// Through getelementptr and variables that have the array's address; by subtraction where there are
// others, whose values may not have been computed on the way to the access.
struct oc_offset oc_offset_from(struct oc_edit *edit, LLVMValueRef address, LLVMValueRef base,
                                uint64_t size) {
    LLVMBuilderRef builder = edit->builder;
    struct measuring measuring = {edit, LLVMGetModuleDataLayout(edit->ir->module), size};
    struct oc_offset offset = {NULL, NULL};
    for (LLVMValueRef at = address; at != base;) {
        unsigned opcode = opcode_of(at);
        if (opcode == LLVMGetElementPtr)
            add_indices(&measuring, &offset, at);
        if (opcode == LLVMGetElementPtr || opcode == LLVMAddrSpaceCast || opcode == LLVMBitCast) {
            at = LLVMGetOperand(at, 0);
        } else if (is_base(&measuring, at, base)) {
            at = base;
        } else {
            LLVMValueRef start = base; // in another address space, addresses are other numbers
            if (LLVMTypeOf(base) != LLVMTypeOf(at))
                start = LLVMBuildAddrSpaceCast(builder, base, LLVMTypeOf(at), "");
            LLVMValueRef from = LLVMBuildPtrToInt(builder, start, edit->i64, "");
            LLVMValueRef to = LLVMBuildPtrToInt(builder, at, edit->i64, "");
            offset.bytes = add(&measuring, offset.bytes, LLVMBuildSub(builder, to, from, ""));
            at = base;
        }
    }
    normalize(&measuring, &offset);
    return offset;
}
