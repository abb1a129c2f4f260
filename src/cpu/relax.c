#include "cpu/relax.h"

#include "base/names.h"
#include "ir/llvm_shim.h"

#include <string.h>

struct relax {
    struct oc_ir *ir;
    LLVMBuilderRef builder;
    struct oc_values found;
};

static void add(struct relax *relax, LLVMValueRef access) {
    if (!oc_values_contain(&relax->found, access))
        oc_values_add(&relax->found, access);
}

// Whether an address is stored in a variable of the function that has nothing else: what a block
// keeps over a barrier.
static bool is_kept(LLVMValueRef store, LLVMValueRef address) {
    if (!LLVMIsAStoreInst(store) || LLVMGetOperand(store, 0) != address ||
        !LLVMIsAAllocaInst(LLVMGetOperand(store, 1)))
        return false;
    LLVMValueRef variable = LLVMGetOperand(store, 1);
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (!LLVMIsALoadInst(user) &&
            !(LLVMIsAStoreInst(user) && LLVMGetOperand(user, 0) == address))
            return false;
    }
    return true;
}

static void find_accesses(struct relax *relax, LLVMValueRef address);

static void find_kept(struct relax *relax, LLVMValueRef variable) {
    for (LLVMUseRef use = LLVMGetFirstUse(variable); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)))
            find_accesses(relax, LLVMGetUser(use));
}

static void find_accesses(struct relax *relax, LLVMValueRef address) {
    for (LLVMUseRef use = LLVMGetFirstUse(address); use; use = LLVMGetNextUse(use)) {
        LLVMValueRef user = LLVMGetUser(use);
        if (LLVMIsAGetElementPtrInst(user) && LLVMGetOperand(user, 0) == address)
            find_accesses(relax, user);
        else if (is_kept(user, address))
            find_kept(relax, LLVMGetOperand(user, 1));
        else if (((LLVMIsALoadInst(user) || LLVMIsAAtomicRMWInst(user) ||
                   LLVMIsAAtomicCmpXchgInst(user)) &&
                  LLVMGetOperand(user, 0) == address) ||
                 (LLVMIsAStoreInst(user) && LLVMGetOperand(user, 1) == address))
            add(relax, user);
    }
}

static LLVMValueRef number_of(struct relax *relax, const char *name, LLVMValueRef left,
                              LLVMValueRef right) {
    LLVMTypeRef type = LLVMTypeOf(left);
    LLVMValueRef function = LLVMGetIntrinsicDeclaration(
        relax->ir->module, LLVMLookupIntrinsicID(name, strlen(name)), &type, 1);
    LLVMValueRef arguments[] = {left, right};
    return LLVMBuildCall2(relax->builder, LLVMGlobalGetValueType(function), function, arguments, 2,
                          "");
}

static LLVMValueRef choose_operand(struct relax *relax, LLVMIntPredicate predicate,
                                   LLVMValueRef left, LLVMValueRef right) {
    LLVMValueRef is = LLVMBuildICmp(relax->builder, predicate, left, right, "");
    return LLVMBuildSelect(relax->builder, is, left, right, "");
}

// What the operation stores; NULL for those that offload.h has not.
static LLVMValueRef combine(struct relax *relax, LLVMAtomicRMWBinOp operation, LLVMValueRef old,
                            LLVMValueRef value) {
    LLVMBuilderRef builder = relax->builder;
    switch (operation) {
    case LLVMAtomicRMWBinOpXchg:
        return value;
    case LLVMAtomicRMWBinOpAdd:
        return LLVMBuildAdd(builder, old, value, "");
    case LLVMAtomicRMWBinOpSub:
        return LLVMBuildSub(builder, old, value, "");
    case LLVMAtomicRMWBinOpAnd:
        return LLVMBuildAnd(builder, old, value, "");
    case LLVMAtomicRMWBinOpOr:
        return LLVMBuildOr(builder, old, value, "");
    case LLVMAtomicRMWBinOpXor:
        return LLVMBuildXor(builder, old, value, "");
    case LLVMAtomicRMWBinOpMax:
        return choose_operand(relax, LLVMIntSGT, old, value);
    case LLVMAtomicRMWBinOpMin:
        return choose_operand(relax, LLVMIntSLT, old, value);
    case LLVMAtomicRMWBinOpUMax:
        return choose_operand(relax, LLVMIntUGT, old, value);
    case LLVMAtomicRMWBinOpUMin:
        return choose_operand(relax, LLVMIntULT, old, value);
    case LLVMAtomicRMWBinOpFAdd:
        return LLVMBuildFAdd(builder, old, value, "");
    case LLVMAtomicRMWBinOpFSub:
        return LLVMBuildFSub(builder, old, value, "");
    case LLVMAtomicRMWBinOpFMax:
        return number_of(relax, "llvm.maxnum", old, value);
    case LLVMAtomicRMWBinOpFMin:
        return number_of(relax, "llvm.minnum", old, value);
    default:
        return NULL;
    }
}

static void build_plain_store(struct relax *relax, LLVMValueRef value, LLVMValueRef address,
                              unsigned alignment) {
    LLVMSetAlignment(LLVMBuildStore(relax->builder, value, address), alignment);
}

static LLVMValueRef build_plain_load(struct relax *relax, LLVMTypeRef type, LLVMValueRef address,
                                     unsigned alignment) {
    LLVMValueRef value = LLVMBuildLoad2(relax->builder, type, address, "");
    LLVMSetAlignment(value, alignment);
    return value;
}

static void replace_access(LLVMValueRef instruction, LLVMValueRef by) {
    LLVMReplaceAllUsesWith(instruction, by);
    LLVMInstructionEraseFromParent(instruction);
}

static void relax_operation(struct relax *relax, LLVMValueRef instruction) {
    LLVMValueRef address = LLVMGetOperand(instruction, 0);
    unsigned alignment = LLVMGetAlignment(instruction);
    LLVMValueRef old = build_plain_load(relax, LLVMTypeOf(instruction), address, alignment);
    LLVMValueRef result =
        combine(relax, LLVMGetAtomicRMWBinOp(instruction), old, LLVMGetOperand(instruction, 1));
    if (!result) {
        LLVMInstructionEraseFromParent(old);
        return;
    }
    build_plain_store(relax, result, address, alignment);
    replace_access(instruction, old);
}

static void relax_exchange(struct relax *relax, LLVMValueRef instruction) {
    LLVMBuilderRef builder = relax->builder;
    LLVMValueRef address = LLVMGetOperand(instruction, 0);
    LLVMValueRef expected = LLVMGetOperand(instruction, 1);
    unsigned alignment = LLVMGetAlignment(instruction);
    LLVMValueRef old = build_plain_load(relax, LLVMTypeOf(expected), address, alignment);
    LLVMValueRef equal = LLVMBuildICmp(builder, LLVMIntEQ, old, expected, "");
    build_plain_store(relax,
                      LLVMBuildSelect(builder, equal, LLVMGetOperand(instruction, 2), old, ""),
                      address, alignment);
    LLVMValueRef result = LLVMGetPoison(LLVMTypeOf(instruction));
    result = LLVMBuildInsertValue(builder, result, old, 0, "");
    replace_access(instruction, LLVMBuildInsertValue(builder, result, equal, 1, ""));
}

static void relax_access(struct relax *relax, LLVMValueRef instruction) {
    unsigned alignment = LLVMGetAlignment(instruction);
    if (LLVMGetOrdering(instruction) == LLVMAtomicOrderingNotAtomic)
        return;
    if (LLVMIsALoadInst(instruction)) {
        replace_access(instruction, build_plain_load(relax, LLVMTypeOf(instruction),
                                                     LLVMGetOperand(instruction, 0), alignment));
        return;
    }
    build_plain_store(relax, LLVMGetOperand(instruction, 0), LLVMGetOperand(instruction, 1),
                      alignment);
    LLVMInstructionEraseFromParent(instruction);
}

void oc_relax_atomics(struct oc_ir *ir, LLVMValueRef memory) {
    struct relax relax = {.ir = ir,
                          .builder = LLVMCreateBuilderInContext(ir->context),
                          .found = {.arena = ir->arena}};
    find_accesses(&relax, memory);
    for (size_t i = 0; i < relax.found.count; i++) {
        LLVMValueRef instruction = relax.found.items[i];
        LLVMPositionBuilderBefore(relax.builder, instruction);
        if (LLVMGetVolatile(instruction))
            continue;
        if (LLVMIsAAtomicRMWInst(instruction))
            relax_operation(&relax, instruction);
        else if (LLVMIsAAtomicCmpXchgInst(instruction))
            relax_exchange(&relax, instruction);
        else
            relax_access(&relax, instruction);
    }
    LLVMDisposeBuilder(relax.builder);
}

void oc_relax_loaded(struct oc_ir *ir, LLVMValueRef memory) {
    struct oc_values addresses = {.arena = ir->arena};
    for (LLVMUseRef use = LLVMGetFirstUse(memory); use; use = LLVMGetNextUse(use))
        if (LLVMIsALoadInst(LLVMGetUser(use)))
            oc_values_add(&addresses, LLVMGetUser(use));
    for (size_t i = 0; i < addresses.count; i++)
        oc_relax_atomics(ir, addresses.items[i]);
}

static bool is_shared(LLVMValueRef address, const struct oc_values *shared) {
    LLVMValueRef base = address;
    while (oc_ir_is_offset(base))
        base = LLVMGetOperand(base, 0);
    return oc_values_contain(shared, base) ||
           strcmp(oc_ir_callee_name(base), OC_NAME_DYNAMIC_SHARED) == 0;
}

// Whether a value is computed from a load, in the loop.
static bool depends_on(const struct oc_loop *loop, LLVMValueRef value, LLVMValueRef load,
                       int depth) {
    if (value == load)
        return true;
    if (!depth || !LLVMIsAInstruction(value) ||
        !oc_loop_has(loop, LLVMGetInstructionParent(value)) || LLVMIsAPHINode(value))
        return false;
    for (int i = 0; i < LLVMGetNumOperands(value); i++)
        if (depends_on(loop, LLVMGetOperand(value, (unsigned)i), load, depth - 1))
            return true;
    return false;
}

// Whether all threads of a block, or lanes of a group, meet in a loop. Other threads run meanwhile.
static bool has_meeting(const struct oc_loop *loop, LLVMValueRef function) {
    OC_EACH_BLOCK (block, function) {
        if (!oc_loop_has(loop, block))
            continue;
        OC_EACH_INSTRUCTION (call, block) {
            LLVMValueRef callee = LLVMIsACallInst(call) ? oc_ir_callee(call) : NULL;
            if (callee && oc_ir_has_attribute(callee, "convergent"))
                return true;
        }
    }
    return false;
}

// Whether a loop goes on until a load in it gets another value, and no thread can store one, since
// the loop runs in one thread alone.
static bool is_waited_for(const struct oc_loop_info *loops, LLVMValueRef load) {
    enum { DEPTH = 8 };
    const struct oc_loop *loop = oc_loops_around(loops, LLVMGetInstructionParent(load));
    LLVMValueRef function = LLVMGetBasicBlockParent(LLVMGetInstructionParent(load));
    if (!loop || has_meeting(loop, function))
        return false;
    OC_EACH_BLOCK (block, function) {
        LLVMValueRef end = LLVMGetBasicBlockTerminator(block);
        if (!oc_loop_has(loop, block) || !LLVMIsABranchInst(end) || !LLVMIsConditional(end))
            continue;
        bool stays = oc_loop_has(loop, LLVMGetSuccessor(end, 0)) &&
                     oc_loop_has(loop, LLVMGetSuccessor(end, 1));
        if (!stays && depends_on(loop, LLVMGetCondition(end), load, DEPTH))
            return true;
    }
    return false;
}

void oc_relax_volatile(LLVMValueRef function, const struct oc_values *shared) {
    struct oc_loop_info *loops = NULL;
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            bool is_load = LLVMIsALoadInst(instruction) != NULL;
            if ((!is_load && !LLVMIsAStoreInst(instruction)) || !LLVMGetVolatile(instruction) ||
                !is_shared(LLVMGetOperand(instruction, is_load ? 0 : 1), shared))
                continue;
            loops = loops ? loops : oc_loops_read(function);
            if (!is_load || !is_waited_for(loops, instruction))
                LLVMSetVolatile(instruction, false);
        }
    oc_loops_dispose(loops);
}
