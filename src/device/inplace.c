#include "device/inplace.h"

#include "base/text.h"
#include "glue/names.h"
#include "ir/spots.h"

#include <llvm-c/Target.h>
#include <string.h>

// A copy, and what it is a copy of: `from` is the entry's parameter, and bytes of the copy come
// from `shift` bytes behind.
struct copy {
    struct oc_ir *ir;
    LLVMTargetDataRef layout;
    LLVMValueRef alloca;
    LLVMValueRef from; // NULL: nothing has been written yet
    uint64_t shift, size;
    unsigned space; // in which the struct is read
};

static LLVMAttributeRef attribute(LLVMValueRef parameter, const char *name) {
    LLVMValueRef function = LLVMGetParamParent(parameter);
    unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
    return LLVMGetEnumAttributeAtIndex(function, oc_ir_parameter_number(parameter) + 1, kind);
}

// ---- What may be read in place -----------------------------------------------------------------

// Whether what is written to `to` is what `from` points to, with the same distance as all else.
static bool is_of_struct(struct copy *copy, LLVMValueRef to, LLVMValueRef from) {
    struct oc_spot source = oc_spot_of(copy->layout, from), target = oc_spot_of(copy->layout, to);
    if (target.base != copy->alloca || !LLVMIsAArgument(source.base) ||
        source.offset < target.offset)
        return false;
    uint64_t shift = source.offset - target.offset;
    if (copy->from)
        return copy->from == source.base && copy->shift == shift;
    LLVMAttributeRef size = attribute(source.base, "dereferenceable");
    if (!attribute(source.base, "noalias") || !attribute(source.base, "readonly") || !size ||
        !attribute(source.base, "align") || LLVMGetEnumAttributeValue(size) < shift + copy->size)
        return false;
    copy->from = source.base;
    copy->shift = shift;
    copy->space = LLVMGetPointerAddressSpace(LLVMTypeOf(from));
    return true;
}

static bool is_plain(LLVMValueRef access) {
    return !LLVMGetVolatile(access) && LLVMGetOrdering(access) == LLVMAtomicOrderingNotAtomic;
}

static bool is_lifetime(LLVMValueRef user) {
    return oc_starts_with(oc_ir_callee_name(user), "llvm.lifetime.");
}

static bool can_replace(struct copy *copy, LLVMValueRef pointer);

static bool can_replace_in(struct copy *copy, LLVMValueRef pointer, LLVMValueRef user) {
    if (LLVMIsALoadInst(user))
        return is_plain(user);
    if (LLVMIsAStoreInst(user)) {
        LLVMValueRef value = LLVMGetOperand(user, 0);
        if (value == pointer || !is_plain(user))
            return false;
        return LLVMIsUndef(value) || (LLVMIsALoadInst(value) && is_plain(value) &&
                                      is_of_struct(copy, pointer, LLVMGetOperand(value, 0)));
    }
    if (LLVMIsAMemCpyInst(user)) {
        LLVMValueRef is_volatile = LLVMGetOperand(user, 3);
        return LLVMConstIntGetZExtValue(is_volatile) == 0 &&
               (LLVMGetOperand(user, 0) != pointer ||
                is_of_struct(copy, pointer, LLVMGetOperand(user, 1)));
    }
    return is_lifetime(user) ||
           ((LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user)) &&
            can_replace(copy, user));
}

static bool can_replace(struct copy *copy, LLVMValueRef pointer) {
    for (LLVMUseRef use = LLVMGetFirstUse(pointer); use; use = LLVMGetNextUse(use))
        if (!can_replace_in(copy, pointer, LLVMGetUser(use)))
            return false;
    return true;
}

// ---- Replacement -------------------------------------------------------------------------------

static LLVMValueRef in_space(LLVMBuilderRef builder, struct copy *copy, LLVMValueRef pointer,
                             unsigned space) {
    if (LLVMGetPointerAddressSpace(LLVMTypeOf(pointer)) == space)
        return pointer;
    return LLVMBuildAddrSpaceCast(builder, pointer,
                                  LLVMPointerTypeInContext(copy->ir->context, space), "");
}

static unsigned alignment(const struct copy *copy, unsigned of_copy) {
    uint64_t known = LLVMGetEnumAttributeValue(attribute(copy->from, "align")) | copy->shift;
    known &= -known;
    return known < of_copy ? (unsigned)known : of_copy;
}

static void replace_load(LLVMBuilderRef builder, struct copy *copy, LLVMValueRef load,
                         LLVMValueRef pointer) {
    static const char invariant[] = "invariant.load";
    LLVMValueRef other = LLVMBuildLoad2(builder, LLVMTypeOf(load), pointer, "");
    LLVMSetAlignment(other, alignment(copy, LLVMGetAlignment(load)));
    LLVMSetMetadata(other,
                    LLVMGetMDKindIDInContext(copy->ir->context, invariant, sizeof invariant - 1),
                    LLVMMDNodeInContext(copy->ir->context, NULL, 0));
    LLVMReplaceAllUsesWith(load, other);
}

static unsigned operand_alignment(LLVMValueRef call, unsigned operand) {
    static const char name[] = "align";
    LLVMAttributeRef found = LLVMGetCallSiteEnumAttribute(
        call, operand + 1, LLVMGetEnumAttributeKindForName(name, sizeof name - 1));
    return found ? (unsigned)LLVMGetEnumAttributeValue(found) : 1;
}

static void replace_source(LLVMBuilderRef builder, struct copy *copy, LLVMValueRef memcpy,
                           LLVMValueRef source) {
    LLVMBuildMemCpy(builder, LLVMGetOperand(memcpy, 0), operand_alignment(memcpy, 0), source,
                    alignment(copy, operand_alignment(memcpy, 1)), LLVMGetOperand(memcpy, 2));
}

static void replace_uses(struct copy *copy, LLVMBuilderRef builder, LLVMValueRef pointer,
                         LLVMValueRef replacement);

static void replace_address(struct copy *copy, LLVMBuilderRef builder, LLVMValueRef user,
                            LLVMValueRef replacement) {
    if (LLVMIsAAddrSpaceCastInst(user)) {
        replace_uses(copy, builder, user, replacement);
        return;
    }
    struct oc_values indices = {.arena = copy->ir->arena};
    for (int i = 1; i < LLVMGetNumOperands(user); i++)
        oc_values_add(&indices, LLVMGetOperand(user, (unsigned)i));
    LLVMPositionBuilderBefore(builder, user);
    replace_uses(copy, builder, user,
                 LLVMBuildGEPWithNoWrapFlags(builder, LLVMGetGEPSourceElementType(user),
                                             replacement, indices.items, (unsigned)indices.count,
                                             "", LLVMGEPGetNoWrapFlags(user)));
}

static void replace_uses(struct copy *copy, LLVMBuilderRef builder, LLVMValueRef pointer,
                         LLVMValueRef replacement) {
    for (LLVMUseRef use; (use = LLVMGetFirstUse(pointer));) {
        LLVMValueRef user = LLVMGetUser(use);
        LLVMPositionBuilderBefore(builder, user);
        if (LLVMIsALoadInst(user))
            replace_load(builder, copy, user, replacement);
        else if (LLVMIsAMemCpyInst(user) && LLVMGetOperand(user, 0) != pointer)
            replace_source(builder, copy, user, replacement);
        else if (LLVMIsAGetElementPtrInst(user) || LLVMIsAAddrSpaceCastInst(user))
            replace_address(copy, builder, user, replacement);
        LLVMInstructionEraseFromParent(user);
    }
}

static void read_in_place(struct copy *copy) {
    LLVMBuilderRef builder = LLVMCreateBuilderInContext(copy->ir->context);
    LLVMPositionBuilderBefore(
        builder, LLVMGetFirstInstruction(LLVMGetEntryBasicBlock(LLVMGetParamParent(copy->from))));
    LLVMValueRef offset =
        LLVMConstInt(LLVMInt64TypeInContext(copy->ir->context), copy->shift, false);
    LLVMValueRef start = in_space(builder, copy, copy->from, copy->space);
    if (copy->shift)
        start = LLVMBuildInBoundsGEP2(builder, LLVMInt8TypeInContext(copy->ir->context), start,
                                      &offset, 1, "");
    replace_uses(copy, builder, copy->alloca, start);
    LLVMInstructionEraseFromParent(copy->alloca);
    LLVMDisposeBuilder(builder);
}

static bool read_all_in_place(struct oc_ir *ir, LLVMValueRef entry) {
    struct oc_values allocas = {.arena = ir->arena};
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(entry)) {
        if (LLVMIsAAllocaInst(instruction))
            oc_values_add(&allocas, instruction);
    }
    bool changed = false;
    for (size_t i = 0; i < allocas.count; i++) {
        struct copy copy = {
            .ir = ir,
            .layout = LLVMGetModuleDataLayout(ir->module),
            .alloca = allocas.items[i],
        };
        copy.size = LLVMABISizeOfType(copy.layout, LLVMGetAllocatedType(copy.alloca));
        LLVMValueRef count = LLVMGetOperand(copy.alloca, 0);
        bool is_one = LLVMIsAConstantInt(count) && LLVMConstIntGetZExtValue(count) == 1;
        if (!is_one || !can_replace(&copy, copy.alloca) || !copy.from)
            continue;
        read_in_place(&copy);
        changed = true;
    }
    return changed;
}

bool oc_inplace_read(struct oc_ir *ir, const struct oc_unit *unit) {
    for (size_t i = 0; i < unit->kernel_count; i++) {
        LLVMValueRef entry =
            LLVMGetNamedFunction(ir->module, oc_glue_entry(ir->arena, unit->kernels[i].name));
        if (!entry || !read_all_in_place(ir, entry))
            continue;
        if (!oc_ir_run_on_function(
                ir, entry, "sroa,early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,dce",
                NULL))
            return false;
    }
    return true;
}
