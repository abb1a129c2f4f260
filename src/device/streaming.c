#include "device/streaming.h"

#include "base/text.h"
#include "device/atomics.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

static bool is_streaming(struct oc_ir *ir, LLVMValueRef instruction) {
    static const char name[] = "nontemporal";
    unsigned kind = LLVMGetMDKindIDInContext(ir->context, name, sizeof name - 1);
    bool accesses = LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction);
    return accesses && !LLVMIsAtomic(instruction) && !LLVMGetVolatile(instruction) &&
           LLVMGetMetadata(instruction, kind);
}

// A value as so many numbers in registers of integers.
struct shape {
    unsigned count;   // 1, 2 or 4
    unsigned bits;    // of each in memory
    LLVMTypeRef part; // each in memory
};

static bool find_shape(struct oc_ir *ir, LLVMTypeRef type, struct shape *out) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
    bool is_vector = LLVMGetTypeKind(type) == LLVMVectorTypeKind;
    out->count = is_vector ? LLVMGetVectorSize(type) : 1;
    LLVMTypeRef element = is_vector ? LLVMGetElementType(type) : type;
    out->bits = (unsigned)LLVMSizeOfTypeInBits(layout, element);
    // More and smaller ones go together.
    while (out->count > 1 && out->count % 2 == 0 && out->bits < 32 && is_vector) {
        out->count /= 2;
        out->bits *= 2;
    }
    out->part = LLVMIntTypeInContext(ir->context, out->bits);
    bool is_whole = out->bits == 8 || out->bits == 16 || out->bits == 32 || out->bits == 64;
    return is_whole && (out->count == 1 || out->count == 2 || out->count == 4) &&
           out->count * out->bits <= 128;
}

static const char *space_name(LLVMValueRef address, const struct oc_lowering *lowering) {
    switch (oc_atomics_space_of(address, lowering)) {
    case OC_ATOMIC_GLOBAL:
        return ".global";
    case OC_ATOMIC_SHARED:
        return NULL;
    default:
        return LLVMGetPointerAddressSpace(LLVMTypeOf(address)) == 0 ? "" : NULL;
    }
}

// The address as a pointer to that space, which inline assembly takes as 64 bits.
static LLVMValueRef address_in(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef address,
                               const char *space) {
    LLVMTypeRef type = LLVMPointerTypeInContext(ir->context, *space ? 1 : 0);
    return LLVMTypeOf(address) == type ? address
                                       : LLVMBuildAddrSpaceCast(builder, address, type, "");
}

// PTX has no registers of 8 bits.
static LLVMTypeRef register_type(struct oc_ir *ir, const struct shape *shape) {
    return shape->bits == 8 ? LLVMInt16TypeInContext(ir->context) : shape->part;
}

static const char *constraint_of(const struct shape *shape) {
    return shape->bits <= 16 ? "h" : shape->bits == 32 ? "r" : "l";
}

// "{$0, $1}", or "$0".
static const char *operands_from(struct oc_arena *arena, unsigned first, unsigned count) {
    struct oc_text text = {.arena = arena};
    for (unsigned i = 0; i < count; i++)
        oc_text_printf(&text, "%s$%u", i ? ", " : "", first + i);
    return count == 1 ? text.data : oc_arena_printf(arena, "{%s}", text.data);
}

static LLVMValueRef build_assembly(LLVMBuilderRef builder, LLVMTypeRef function, const char *text,
                                   const char *constraints, bool has_effects,
                                   LLVMValueRef *arguments, unsigned count) {
    LLVMValueRef assembly =
        LLVMGetInlineAsm(function, text, strlen(text), constraints, strlen(constraints),
                         has_effects, false, LLVMInlineAsmDialectATT, false);
    return LLVMBuildCall2(builder, function, assembly, arguments, count, "");
}

static const char *vector_suffix(const struct shape *shape) {
    return shape->count == 4 ? ".v4" : shape->count == 2 ? ".v2" : "";
}

static LLVMValueRef build_load(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef load,
                               const struct shape *shape, const char *space) {
    enum { MOST = 4 };
    LLVMTypeRef types[MOST], number = register_type(ir, shape);
    struct oc_text constraints = {.arena = ir->arena};
    for (unsigned i = 0; i < shape->count; i++) {
        types[i] = number;
        oc_text_printf(&constraints, "=%s,", constraint_of(shape));
    }
    oc_text_add(&constraints, "l,~{memory}");
    LLVMTypeRef result = shape->count == 1
                             ? number
                             : LLVMStructTypeInContext(ir->context, types, shape->count, false);
    LLVMValueRef address = address_in(ir, builder, LLVMGetOperand(load, 0), space);
    LLVMTypeRef address_type = LLVMTypeOf(address);
    const char *text =
        oc_arena_printf(ir->arena, "ld%s.cs%s.b%u %s, [$%u];", space, vector_suffix(shape),
                        shape->bits, operands_from(ir->arena, 0, shape->count), shape->count);
    LLVMValueRef call = build_assembly(builder, LLVMFunctionType(result, &address_type, 1, false),
                                       text, constraints.data, true, &address, 1);
    if (shape->count == 1)
        return LLVMBuildTrunc(builder, call, shape->part, "");
    LLVMValueRef all = LLVMGetPoison(LLVMVectorType(shape->part, shape->count));
    for (unsigned i = 0; i < shape->count; i++)
        all = LLVMBuildInsertElement(
            builder, all,
            LLVMBuildTrunc(builder, LLVMBuildExtractValue(builder, call, i, ""), shape->part, ""),
            LLVMConstInt(LLVMInt32TypeInContext(ir->context), i, false), "");
    return all;
}

static void build_store(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef store,
                        const struct shape *shape, const char *space) {
    enum { MOST = 5 };
    LLVMValueRef value = LLVMGetOperand(store, 0), arguments[MOST];
    LLVMTypeRef types[MOST],
        whole = shape->count == 1 ? shape->part : LLVMVectorType(shape->part, shape->count);
    struct oc_text constraints = {.arena = ir->arena};
    value = LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
                ? LLVMBuildPtrToInt(builder, value, whole, "")
                : LLVMBuildBitCast(builder, value, whole, "");
    arguments[0] = address_in(ir, builder, LLVMGetOperand(store, 1), space);
    types[0] = LLVMTypeOf(arguments[0]);
    oc_text_add(&constraints, "l");
    for (unsigned i = 0; i < shape->count; i++) {
        LLVMValueRef part =
            shape->count == 1
                ? value
                : LLVMBuildExtractElement(
                      builder, value, LLVMConstInt(LLVMInt32TypeInContext(ir->context), i, false),
                      "");
        arguments[1 + i] = LLVMBuildZExt(builder, part, register_type(ir, shape), "");
        types[1 + i] = register_type(ir, shape);
        oc_text_printf(&constraints, ",%s", constraint_of(shape));
    }
    oc_text_add(&constraints, ",~{memory}");
    const char *text =
        oc_arena_printf(ir->arena, "st%s.cs%s.b%u [$0], %s;", space, vector_suffix(shape),
                        shape->bits, operands_from(ir->arena, 1, shape->count));
    LLVMTypeRef nothing = LLVMVoidTypeInContext(ir->context);
    build_assembly(builder, LLVMFunctionType(nothing, types, 1 + shape->count, false), text,
                   constraints.data, true, arguments, 1 + shape->count);
}

static void write_access(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef access,
                         const struct oc_lowering *lowering) {
    bool is_load = LLVMIsALoadInst(access) != NULL;
    LLVMTypeRef type = LLVMTypeOf(is_load ? access : LLVMGetOperand(access, 0));
    const char *space = space_name(LLVMGetOperand(access, is_load ? 0 : 1), lowering);
    struct shape shape;
    if (!space || !find_shape(ir, type, &shape) ||
        LLVMGetAlignment(access) < shape.count * shape.bits / 8)
        return;
    LLVMPositionBuilderBefore(builder, access);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(access));
    if (is_load) {
        LLVMValueRef value = build_load(ir, builder, access, &shape, space);
        value = LLVMGetTypeKind(type) == LLVMPointerTypeKind
                    ? LLVMBuildIntToPtr(builder, value, type, "")
                    : LLVMBuildBitCast(builder, value, type, "");
        LLVMReplaceAllUsesWith(access, value);
    } else {
        build_store(ir, builder, access, &shape, space);
    }
    LLVMInstructionEraseFromParent(access);
}

// llvm.prefetch(address, write, locality, data).
static void write_prefetch(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef call,
                           const struct oc_lowering *lowering) {
    const char *space = space_name(LLVMGetOperand(call, 0), lowering);
    bool is_near = LLVMConstIntGetZExtValue(LLVMGetOperand(call, 2)) == 3;
    LLVMPositionBuilderBefore(builder, call);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(call));
    if (space) {
        LLVMValueRef address = address_in(ir, builder, LLVMGetOperand(call, 0), space);
        LLVMTypeRef type = LLVMTypeOf(address);
        const char *text =
            oc_arena_printf(ir->arena, "prefetch%s.L%d [$0];", space, is_near ? 1 : 2);
        LLVMTypeRef nothing = LLVMVoidTypeInContext(ir->context);
        build_assembly(builder, LLVMFunctionType(nothing, &type, 1, false), text, "l", true,
                       &address, 1);
    }
    LLVMInstructionEraseFromParent(call);
}

void oc_streaming_write(struct oc_ir *ir, const struct oc_lowering *lowering) {
    struct oc_values accesses = {.arena = ir->arena}, prefetches = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_streaming(ir, instruction))
                    oc_values_add(&accesses, instruction);
                else if (oc_starts_with(oc_ir_callee_name(instruction), "llvm.prefetch."))
                    oc_values_add(&prefetches, instruction);
    }
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    for (size_t i = 0; i < accesses.count; i++)
        write_access(ir, builder, accesses.items[i], lowering);
    for (size_t i = 0; i < prefetches.count; i++)
        write_prefetch(ir, builder, prefetches.items[i], lowering);
    LLVMDisposeBuilder(builder);
}
