#include "ir/checkaccesses.h"

#include "ir/llvm_shim.h"

#include <llvm-c/Target.h>
#include <string.h>

static uint64_t bytes_of(struct oc_ir *ir, LLVMTypeRef type) {
    return LLVMStoreSizeOfType(LLVMGetModuleDataLayout(ir->module), type);
}

static void add_access(struct oc_ir *ir, struct oc_accesses *accesses, struct oc_access access) {
    accesses->items = oc_arena_grow(ir->arena, accesses->items, accesses->count,
                                    &accesses->capacity, sizeof *accesses->items);
    accesses->items[accesses->count++] = access;
}

// memcpy(to, from, bytes), memset(to, value, bytes) and the like: LLVM's or the C library's.
static bool moves_memory(LLVMValueRef call) {
    static const char *const names[] = {"memcpy", "memmove", "memset", "mempcpy"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(oc_ir_callee_name(call), names[i]) == 0)
            return LLVMGetNumArgOperands(call) == 3;
    return LLVMIsAMemIntrinsic(call);
}

static void add_accesses(struct oc_ir *ir, struct oc_accesses *accesses, LLVMValueRef instruction) {
    struct oc_access access = {.instruction = instruction,
                               .block = LLVMGetInstructionParent(instruction)};
    switch (LLVMGetInstructionOpcode(instruction)) {
    case LLVMLoad:
        access.address = LLVMGetOperand(instruction, 0);
        access.bytes = bytes_of(ir, LLVMTypeOf(instruction));
        break;
    case LLVMStore:
        access.address = LLVMGetOperand(instruction, 1);
        access.bytes = bytes_of(ir, LLVMTypeOf(LLVMGetOperand(instruction, 0)));
        break;
    case LLVMAtomicRMW:
    case LLVMAtomicCmpXchg:
        access.address = LLVMGetOperand(instruction, 0);
        access.bytes = bytes_of(ir, LLVMTypeOf(LLVMGetOperand(instruction, 1)));
        break;
    case LLVMCall:
        if (!moves_memory(instruction))
            return;
        access.address = LLVMGetOperand(instruction, 0);
        access.length = LLVMGetOperand(instruction, 2);
        add_access(ir, accesses, access);
        access.address = LLVMGetOperand(instruction, 1);
        if (LLVMGetTypeKind(LLVMTypeOf(access.address)) != LLVMPointerTypeKind)
            return; // memset
        break;
    default:
        return;
    }
    if (!LLVMIsAAllocaInst(access.address))
        add_access(ir, accesses, access);
}

// Remainders by numbers that are not constant, of integers with up to 64 bits.
static void find_remainders(LLVMValueRef function, struct oc_values *out) {
    enum { MOST = 16 }; // functions with more are not like those that this is for
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block) {
            LLVMOpcode opcode = LLVMGetInstructionOpcode(instruction);
            unsigned width = oc_ir_width(instruction);
            if ((opcode == LLVMURem || opcode == LLVMSRem) && (width == 32 || width == 64) &&
                !LLVMIsAConstantInt(LLVMGetOperand(instruction, 1)) && out->count < MOST)
                oc_values_add(out, instruction);
        }
}

// Notes the conditions of branches of which one side leads to the access alone.
static void add_guards(struct oc_loop_info *loops, struct oc_access *access,
                       const struct oc_values *sides) {
    for (size_t i = 0; i < sides->count; i++) {
        LLVMValueRef first = sides->items[i];
        LLVMBasicBlockRef side = LLVMGetInstructionParent(first);
        if (first != access->instruction && !oc_loops_dominate(loops, first, access->instruction))
            continue;
        LLVMValueRef branch = LLVMGetBasicBlockTerminator(oc_ir_only_predecessor(side));
        oc_values_add(&access->guards, LLVMGetCondition(branch));
        oc_values_add(&access->guards, LLVMConstInt(LLVMTypeOf(LLVMGetCondition(branch)),
                                                    LLVMGetSuccessor(branch, 0) == side, false));
    }
}

// Finds the first instructions of blocks to which one side of a branch leads, and nothing else.
static void find_sides(LLVMValueRef function, struct oc_values *out) {
    OC_EACH_BLOCK (block, function) {
        LLVMBasicBlockRef before = oc_ir_only_predecessor(block);
        LLVMValueRef branch = before ? LLVMGetBasicBlockTerminator(before) : NULL;
        if (branch && LLVMIsABranchInst(branch) && LLVMIsConditional(branch) &&
            LLVMGetSuccessor(branch, 0) != LLVMGetSuccessor(branch, 1))
            oc_values_add(out, LLVMGetFirstInstruction(block));
    }
}

static void note_what_dominates(struct oc_ir *ir, LLVMValueRef function,
                                struct oc_accesses *accesses) {
    struct oc_values remainders = {.arena = ir->arena}, sides = {.arena = ir->arena};
    find_remainders(function, &remainders);
    find_sides(function, &sides);
    struct oc_loop_info *loops = oc_loops_read(function);
    for (size_t i = 0; i < accesses->count; i++) {
        struct oc_access *access = &accesses->items[i];
        access->guards.arena = access->remainders.arena = ir->arena;
        if (i && access->block == access[-1].block)
            access->guards = access[-1].guards;
        else
            add_guards(loops, access, &sides);
        for (size_t r = 0; r < remainders.count; r++)
            if (oc_loops_dominate(loops, remainders.items[r], access->instruction))
                oc_values_add(&access->remainders, remainders.items[r]);
    }
    oc_loops_dispose(loops);
}

struct oc_accesses oc_checkaccesses_find(struct oc_ir *ir, LLVMValueRef function, bool known) {
    struct oc_accesses accesses = {0};
    OC_EACH_BLOCK (block, function)
        OC_EACH_INSTRUCTION (instruction, block)
            add_accesses(ir, &accesses, instruction);
    for (size_t i = 0; i < accesses.count; i++) {
        struct oc_access *access = &accesses.items[i], *before = i ? access - 1 : NULL;
        if (before && access->block == before->block) {
            access->is_guarded = before->is_guarded;
            access->known = before->known;
            continue;
        }
        access->is_guarded = oc_ir_is_guarded(access->block);
        if (!known)
            continue;
        access->known = OC_NEW_ARRAY(ir->arena, 1, struct oc_unequal);
        *access->known = oc_dimensions_unequal(access->block);
    }
    note_what_dominates(ir, function, &accesses);
    return accesses;
}
