#include "device/atomics.h"

#include "base/names.h"
#include "ir/annotations.h"
#include "ir/metadata.h"

#include <llvm-c/DebugInfo.h>
#include <llvm-c/Target.h>
#include <string.h>

static bool has_scope(struct oc_ir *ir, LLVMValueRef instruction, const char *name) {
    return LLVMIsAtomic(instruction) && LLVMGetAtomicSyncScopeID(instruction) ==
                                            LLVMGetSyncScopeID(ir->context, name, strlen(name));
}

static const char system_scope[] = "", own_thread[] = "singlethread";

static void collect_instructions(struct oc_ir *ir, LLVMOpcode opcode, struct oc_values *out) {
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (LLVMGetInstructionOpcode(instruction) == opcode)
                    oc_values_add(out, instruction);
    }
}

// ---- Scopes that the front end was told --------------------------------------------------------

static bool is_only_reached_from(LLVMBasicBlockRef block, const struct oc_values *blocks) {
    LLVMValueRef value = LLVMBasicBlockAsValue(block);
    for (LLVMUseRef use = LLVMGetFirstUse(value); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsAInstruction(user) ||
            !oc_values_contain(blocks, LLVMBasicBlockAsValue(LLVMGetInstructionParent(user))))
            return false;
    }
    return true;
}

// What clang makes of an atomic operation in one branch of a switch: a compare-and-swap is several
// blocks, after which all branches meet.
static void set_scope(struct oc_ir *ir, LLVMBasicBlockRef first, const char *name) {
    struct oc_values blocks = {.arena = ir->arena};
    unsigned scope = LLVMGetSyncScopeID(ir->context, name, strlen(name));
    oc_values_add(&blocks, LLVMBasicBlockAsValue(first));
    for (size_t i = 0; i < blocks.count; i++) {
        LLVMBasicBlockRef block = LLVMValueAsBasicBlock(blocks.items[i]);
        LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
        OC_EACH_INSTRUCTION (instruction, block)
            if (has_scope(ir, instruction, system_scope))
                LLVMSetAtomicSyncScopeID(instruction, scope);
        for (unsigned s = 0; s < LLVMGetNumSuccessors(last); s++) {
            LLVMBasicBlockRef next = LLVMGetSuccessor(last, s);
            if (!oc_values_contain(&blocks, LLVMBasicBlockAsValue(next)) &&
                is_only_reached_from(next, &blocks))
                oc_values_add(&blocks, LLVMBasicBlockAsValue(next));
        }
    }
}

static void set_scopes(struct oc_ir *ir, LLVMValueRef choice, const struct oc_atomics *atomics,
                       const char *arch) {
    LLVMBasicBlockRef chosen = LLVMGetSwitchDefaultDest(choice);
    LLVMValueRef condition = LLVMGetOperand(choice, 0);
    for (unsigned i = 1; i < LLVMGetNumSuccessors(choice); i++) {
        LLVMValueRef value = LLVMGetSwitchCaseValue(choice, i);
        set_scope(ir, LLVMGetSuccessor(choice, i),
                  atomics->scope(arch, LLVMConstIntGetZExtValue(value)));
        if (value == condition)
            chosen = LLVMGetSuccessor(choice, i);
    }
    if (!LLVMIsAConstantInt(condition))
        return;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, choice);
    LLVMBuildBr(builder, chosen);
    LLVMDisposeBuilder(builder);
    LLVMInstructionEraseFromParent(choice);
}

void oc_atomics_read_scopes(struct oc_ir *ir, const struct oc_atomics *atomics, const char *arch) {
    struct oc_values calls = {.arena = ir->arena}, choices = {.arena = ir->arena};
    oc_annotations_of_values(ir, OC_ANNOTATION_SCOPE, &calls);
    for (size_t i = 0; i < calls.count; i++) {
        LLVMValueRef call = calls.items[i];
        for (LLVMUseRef use = LLVMGetFirstUse(call); use; use = LLVMGetNextUse(use))
            if (LLVMIsASwitchInst(LLVMGetUser(use)))
                oc_values_add(&choices, LLVMGetUser(use));
        LLVMReplaceAllUsesWith(call, LLVMGetOperand(call, 0));
        LLVMInstructionEraseFromParent(call);
    }
    for (size_t i = 0; i < choices.count; i++)
        set_scopes(ir, choices.items[i], atomics, arch);
}

void oc_atomics_drop_promises(struct oc_ir *ir, const struct oc_atomics *atomics) {
    struct oc_values operations = {.arena = ir->arena};
    collect_instructions(ir, LLVMAtomicRMW, &operations);
    for (size_t i = 0; i < operations.count; i++) {
        if (!has_scope(ir, operations.items[i], system_scope) ||
            (atomics->asked_for && oc_metadata_has(operations.items[i], atomics->asked_for)))
            continue;
        for (const char *const *name = atomics->promises; *name; name++)
            LLVMSetMetadata(operations.items[i],
                            LLVMGetMDKindIDInContext(ir->context, *name, (unsigned)strlen(*name)),
                            NULL);
    }
}

// ---- Orders ------------------------------------------------------------------------------------

static void build_fence(LLVMBuilderRef builder, LLVMAtomicOrdering ordering,
                        LLVMValueRef operation) {
    LLVMBuildFenceSyncScope(builder, ordering, LLVMGetAtomicSyncScopeID(operation), "");
}

static LLVMAtomicOrdering ordering_of(LLVMValueRef operation) {
    if (!LLVMIsAAtomicCmpXchgInst(operation))
        return LLVMGetOrdering(operation);
    // Failure may be ordered where success is not.
    LLVMAtomicOrdering success = LLVMGetCmpXchgSuccessOrdering(operation);
    LLVMAtomicOrdering failure = LLVMGetCmpXchgFailureOrdering(operation);
    if (success == LLVMAtomicOrderingRelease && failure == LLVMAtomicOrderingAcquire)
        return LLVMAtomicOrderingAcquireRelease;
    return failure > success ? failure : success;
}

static void make_relaxed(LLVMValueRef operation) {
    if (LLVMIsAAtomicCmpXchgInst(operation)) {
        LLVMSetCmpXchgFailureOrdering(operation, LLVMAtomicOrderingMonotonic);
        LLVMSetCmpXchgSuccessOrdering(operation, LLVMAtomicOrderingMonotonic);
        return;
    }
    LLVMSetOrdering(operation, LLVMAtomicOrderingMonotonic);
}

// A fence before a relaxed operation releases, one after it acquires (C17, 7.17.4). The first one
// takes part in the order of all seq_cst operations where this does.
static void surround(struct oc_ir *ir, LLVMValueRef operation) {
    LLVMAtomicOrdering ordering = ordering_of(operation);
    bool is_total = ordering == LLVMAtomicOrderingSequentiallyConsistent;
    bool both = is_total || ordering == LLVMAtomicOrderingAcquireRelease;
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMPositionBuilderBefore(builder, operation);
    if (both || ordering == LLVMAtomicOrderingRelease)
        build_fence(builder, is_total ? ordering : LLVMAtomicOrderingRelease, operation);
    LLVMPositionBuilderBefore(builder, LLVMGetNextInstruction(operation));
    if (both || ordering == LLVMAtomicOrderingAcquire)
        build_fence(builder, LLVMAtomicOrderingAcquire, operation);
    LLVMDisposeBuilder(builder);
    make_relaxed(operation);
}

static bool is_ordered(LLVMValueRef instruction, bool all) {
    bool accesses = LLVMIsAAtomicRMWInst(instruction) ||
                    (all && (LLVMIsALoadInst(instruction) || LLVMIsAStoreInst(instruction) ||
                             LLVMIsAAtomicCmpXchgInst(instruction)));
    return accesses && LLVMIsAtomic(instruction) &&
           ordering_of(instruction) > LLVMAtomicOrderingMonotonic;
}

void oc_atomics_make_fences(struct oc_ir *ir, bool all) {
    struct oc_values operations = {.arena = ir->arena};
    OC_EACH_FUNCTION (function, ir->module) {
        OC_EACH_BLOCK (block, function)
            OC_EACH_INSTRUCTION (instruction, block)
                if (is_ordered(instruction, all))
                    oc_values_add(&operations, instruction);
    }
    for (size_t i = 0; i < operations.count; i++)
        surround(ir, operations.items[i]);
}

void oc_atomics_lower_signal_fences(struct oc_ir *ir) {
    struct oc_values fences = {.arena = ir->arena};
    collect_instructions(ir, LLVMFence, &fences);
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    LLVMTypeRef type = LLVMFunctionType(LLVMVoidTypeInContext(ir->context), NULL, 0, false);
    static const char clobbers[] = "~{memory}";
    for (size_t i = 0; i < fences.count; i++) {
        if (!has_scope(ir, fences.items[i], own_thread))
            continue;
        LLVMPositionBuilderBefore(builder, fences.items[i]);
        LLVMValueRef nothing = LLVMGetInlineAsm(type, "", 0, clobbers, sizeof clobbers - 1, true,
                                                false, LLVMInlineAsmDialectATT, false);
        LLVMBuildCall2(builder, type, nothing, NULL, 0, "");
        LLVMInstructionEraseFromParent(fences.items[i]);
    }
    LLVMDisposeBuilder(builder);
}

// ---- Scopes that the code generator forgets ----------------------------------------------------

static const char *scope_name(struct oc_ir *ir, LLVMValueRef operation,
                              const struct oc_lowering *lowering) {
    const char *const *name = lowering->atomics->scopes;
    while (*name && !has_scope(ir, operation, *name))
        name++;
    return *name;
}

unsigned oc_atomics_space_of(LLVMValueRef address, const struct oc_lowering *lowering) {
    for (LLVMValueRef at = address;;) {
        unsigned space = LLVMGetPointerAddressSpace(LLVMTypeOf(at));
        bool is_expression = LLVMIsAConstantExpr(at) != NULL;
        LLVMOpcode opcode = LLVMIsAInstruction(at) ? LLVMGetInstructionOpcode(at)
                            : is_expression        ? LLVMGetConstOpcode(at)
                                                   : LLVMRet;
        if (space == lowering->shared->space)
            return OC_ATOMIC_SHARED;
        if (space == 1 || (LLVMIsAArgument(at) && LLVMGetFunctionCallConv(LLVMGetParamParent(at)) ==
                                                      lowering->entry_convention))
            return OC_ATOMIC_GLOBAL;
        if (opcode != LLVMGetElementPtr && opcode != LLVMAddrSpaceCast)
            return OC_ATOMIC_ANYWHERE;
        at = LLVMGetOperand(at, 0);
    }
}

static struct oc_atomic describe_atomic(struct oc_ir *ir, LLVMValueRef operation,
                                        const struct oc_lowering *lowering) {
    static const unsigned char operations[] = {
        [LLVMAtomicRMWBinOpXchg] = OC_ATOMIC_EXCHANGE,
        [LLVMAtomicRMWBinOpAdd] = OC_ATOMIC_ADD,
        [LLVMAtomicRMWBinOpSub] = OC_ATOMIC_ADD,
        [LLVMAtomicRMWBinOpAnd] = OC_ATOMIC_AND,
        [LLVMAtomicRMWBinOpOr] = OC_ATOMIC_OR,
        [LLVMAtomicRMWBinOpXor] = OC_ATOMIC_XOR,
        [LLVMAtomicRMWBinOpMax] = OC_ATOMIC_MAX,
        [LLVMAtomicRMWBinOpMin] = OC_ATOMIC_MIN,
        [LLVMAtomicRMWBinOpUMax] = OC_ATOMIC_UNSIGNED_MAX,
        [LLVMAtomicRMWBinOpUMin] = OC_ATOMIC_UNSIGNED_MIN,
        [LLVMAtomicRMWBinOpFAdd] = OC_ATOMIC_ADD,
        [LLVMAtomicRMWBinOpUIncWrap] = OC_ATOMIC_INCREMENT,
        [LLVMAtomicRMWBinOpUDecWrap] = OC_ATOMIC_DECREMENT,
    };
    unsigned which = LLVMGetAtomicRMWBinOp(operation);
    LLVMTypeRef type = LLVMTypeOf(operation);
    LLVMTypeKind kind = LLVMGetTypeKind(type);
    bool is_bfloat = kind == LLVMBFloatTypeKind;
    bool is_float = kind == LLVMHalfTypeKind || kind == LLVMFloatTypeKind ||
                    kind == LLVMDoubleTypeKind || is_bfloat;
    LLVMValueRef address = LLVMGetOperand(operation, 0);
    struct oc_atomic result = {
        .scope = scope_name(ir, operation, lowering),
        .type = is_bfloat  ? OC_ATOMIC_BFLOAT
                : is_float ? OC_ATOMIC_FLOAT
                           : OC_ATOMIC_INTEGER,
        .bits = (unsigned)LLVMSizeOfTypeInBits(LLVMGetModuleDataLayout(ir->module), type),
        .space = oc_atomics_space_of(address, lowering),
    };
    if (which < sizeof operations)
        result.operation = operations[which];
    // The bits are exchanged, whatever they stand for.
    if (result.operation == OC_ATOMIC_EXCHANGE)
        result.type = OC_ATOMIC_INTEGER;
    return result;
}

// The type of register that an operand is in; PTX has no others.
static const char *constraint_of(const struct oc_atomic *atomic) {
    if (atomic->bits == 16)
        return "h";
    if (atomic->type == OC_ATOMIC_FLOAT)
        return atomic->bits == 64 ? "d" : "f";
    return atomic->bits == 64 ? "l" : "r";
}

static LLVMValueRef as_integer(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef value,
                               unsigned bits) {
    LLVMTypeRef type = LLVMIntTypeInContext(ir->context, bits);
    return LLVMGetTypeKind(LLVMTypeOf(value)) == LLVMPointerTypeKind
               ? LLVMBuildPtrToInt(builder, value, type, "")
               : LLVMBuildBitCast(builder, value, type, "");
}

// An address in the space that the instruction names. Shared memory's have 32 bits in any case.
static LLVMValueRef address_in(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef address,
                               const struct oc_atomic *atomic, const struct oc_lowering *lowering) {
    bool is_shared = atomic->space == OC_ATOMIC_SHARED;
    unsigned space = is_shared ? lowering->shared->space : atomic->space == OC_ATOMIC_GLOBAL;
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(address)) != space)
        address = LLVMBuildAddrSpaceCast(builder, address,
                                         LLVMPointerTypeInContext(ir->context, space), "");
    return as_integer(ir, builder, address, is_shared ? 32 : 64);
}

static void replace_by_text(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef operation,
                            const struct oc_atomic *atomic, const char *text,
                            const struct oc_lowering *lowering) {
    LLVMValueRef value = LLVMGetOperand(operation, 1);
    LLVMTypeRef type = LLVMTypeOf(value);
    LLVMPositionBuilderBefore(builder, operation);
    LLVMSetCurrentDebugLocation2(builder, LLVMInstructionGetDebugLoc(operation));
    if (LLVMGetAtomicRMWBinOp(operation) == LLVMAtomicRMWBinOpSub)
        value = LLVMBuildNeg(builder, value, "");
    if (atomic->type != OC_ATOMIC_FLOAT || atomic->bits == 16)
        value = as_integer(ir, builder, value, atomic->bits);
    LLVMValueRef arguments[] = {
        address_in(ir, builder, LLVMGetOperand(operation, 0), atomic, lowering), value};
    LLVMTypeRef types[] = {LLVMTypeOf(arguments[0]), LLVMTypeOf(value)};
    LLVMTypeRef function = LLVMFunctionType(types[1], types, 2, false);
    const char *kind = constraint_of(atomic);
    const char *constraints = oc_arena_printf(ir->arena, "=%s,%s,%s,~{memory}", kind,
                                              atomic->space == OC_ATOMIC_SHARED ? "r" : "l", kind);
    LLVMValueRef assembly =
        LLVMGetInlineAsm(function, text, strlen(text), constraints, strlen(constraints), true,
                         false, LLVMInlineAsmDialectATT, false);
    LLVMValueRef result = LLVMBuildCall2(builder, function, assembly, arguments, 2, "");
    if (LLVMGetTypeKind(type) == LLVMPointerTypeKind)
        result = LLVMBuildIntToPtr(builder, result, type, "");
    else if (LLVMTypeOf(result) != type)
        result = LLVMBuildBitCast(builder, result, type, "");
    LLVMReplaceAllUsesWith(operation, result);
    LLVMInstructionEraseFromParent(operation);
}

// LLVM makes and, or and xor of bytes the same of words, as instructions: so that is done here,
// where these get their scope. Returns the operation to be written.
static LLVMValueRef of_word(struct oc_ir *ir, LLVMBuilderRef builder, LLVMValueRef operation,
                            const struct oc_lowering *lowering) {
    LLVMAtomicRMWBinOp which = LLVMGetAtomicRMWBinOp(operation);
    LLVMTypeRef type = LLVMTypeOf(operation), word = LLVMInt32TypeInContext(ir->context);
    LLVMTypeRef address_type = LLVMInt64TypeInContext(ir->context);
    bool is_and = which == LLVMAtomicRMWBinOpAnd;
    if (!(is_and || which == LLVMAtomicRMWBinOpOr || which == LLVMAtomicRMWBinOpXor) ||
        LLVMGetIntTypeWidth(type) >= 32 || !scope_name(ir, operation, lowering))
        return operation;
    LLVMPositionBuilderBefore(builder, operation);
    LLVMValueRef address = LLVMGetOperand(operation, 0), value = LLVMGetOperand(operation, 1);
    LLVMValueRef number = LLVMBuildPtrToInt(builder, address, address_type, "");
    LLVMValueRef byte = LLVMBuildAnd(builder, number, LLVMConstInt(address_type, 3, false), "");
    LLVMValueRef back = LLVMBuildNeg(builder, byte, "");
    LLVMValueRef start =
        LLVMBuildGEP2(builder, LLVMInt8TypeInContext(ir->context), address, &back, 1, "");
    LLVMValueRef shift = LLVMBuildShl(builder, LLVMBuildTrunc(builder, byte, word, ""),
                                      LLVMConstInt(word, 3, false), "");
    // The other bytes meet zeros; ones for `and`.
    value = is_and ? LLVMBuildNot(builder, value, "") : value;
    value = LLVMBuildShl(builder, LLVMBuildZExt(builder, value, word, ""), shift, "");
    value = is_and ? LLVMBuildNot(builder, value, "") : value;
    LLVMValueRef wide =
        LLVMBuildAtomicRMWSyncScope(builder, which, start, value, LLVMGetOrdering(operation),
                                    LLVMGetAtomicSyncScopeID(operation));
    LLVMValueRef old = LLVMBuildTrunc(builder, LLVMBuildLShr(builder, wide, shift, ""), type, "");
    LLVMReplaceAllUsesWith(operation, old);
    LLVMInstructionEraseFromParent(operation);
    return wide;
}

void oc_atomics_write_scopes(struct oc_ir *ir, const struct oc_lowering *lowering,
                             const char *arch) {
    struct oc_values operations = {.arena = ir->arena};
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(ir->context);
    collect_instructions(ir, LLVMAtomicRMW, &operations);
    for (size_t i = 0; i < operations.count; i++) {
        LLVMValueRef operation = of_word(ir, builder, operations.items[i], lowering);
        struct oc_atomic atomic = describe_atomic(ir, operation, lowering);
        const char *text = atomic.scope ? lowering->atomics->text(ir->arena, arch, &atomic) : NULL;
        if (text)
            replace_by_text(ir, builder, operation, &atomic, text, lowering);
    }
    LLVMDisposeBuilder(builder);
}
