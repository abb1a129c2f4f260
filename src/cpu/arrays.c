#include "cpu/arrays.h"

#include "base/names.h"
#include "ir/llvm_shim.h"
#include "ir/waits.h"

#include <string.h>

enum { MAX_LOOPS = 64 };

struct arrays {
    struct oc_ir *ir;
    LLVMValueRef function;
    struct oc_loop_info *loops;
    const struct oc_loop *unrolled[MAX_LOOPS]; // the loops that are to be unrolled
    size_t count;
    bool any; // of the arrays become registers
};

// ---- Which loops -------------------------------------------------------------------------------

static bool is_unrolled(const struct arrays *arrays, const struct oc_loop *loop) {
    for (size_t i = 0; i < arrays->count; i++)
        if (arrays->unrolled[i] == loop)
            return true;
    return false;
}

// How often an instruction will be in the code of a loop.
static size_t copies(const struct arrays *arrays, LLVMBasicBlockRef block,
                     const struct oc_loop *until) {
    size_t count = oc_loops_turns(arrays->loops, until);
    const struct oc_loop *loop = oc_loops_around(arrays->loops, block);
    for (; loop != until; loop = oc_loop_parent(loop))
        count *= is_unrolled(arrays, loop) ? oc_loops_turns(arrays->loops, loop) : 1;
    return count;
}

static bool has_barrier(LLVMBasicBlockRef block) {
    OC_EACH_INSTRUCTION (instruction, block) {
        if (oc_waits_for_block(instruction))
            return true;
    }
    return false;
}

// What is between two barriers is to be in the code once, so loops with barriers stay.
static bool can_unroll(const struct arrays *arrays, const struct oc_loop *loop) {
    enum { MAX_TURNS = 64, MAX_INSTRUCTIONS = 2000 };
    unsigned turns = oc_loops_turns(arrays->loops, loop);
    size_t instructions = 0;
    if (!turns || turns > MAX_TURNS)
        return false;
    OC_EACH_BLOCK (block, arrays->function) {
        if (!oc_loop_has(loop, block))
            continue;
        instructions += oc_ir_count_instructions(block) * copies(arrays, block, loop);
        if (has_barrier(block) || instructions > MAX_INSTRUCTIONS)
            return false;
    }
    return true;
}

// Whether all accesses by an address will be to elements that are known. Adds the loops that are to
// be unrolled for this.
static bool can_fix(struct arrays *arrays, LLVMValueRef address) {
    struct oc_counted counted;
    if (!oc_loops_counted(arrays->loops, address, &counted))
        return false;
    for (unsigned i = 0; i < counted.count; i++) {
        if (is_unrolled(arrays, counted.loops[i]))
            continue;
        if (arrays->count == MAX_LOOPS || !can_unroll(arrays, counted.loops[i]))
            return false;
        arrays->unrolled[arrays->count++] = counted.loops[i];
    }
    return true;
}

// ---- Which arrays ------------------------------------------------------------------------------

static bool is_access(LLVMValueRef user, LLVMValueRef address) {
    if (LLVMIsALoadInst(user))
        return !LLVMGetVolatile(user);
    if (LLVMIsAStoreInst(user))
        return !LLVMGetVolatile(user) && LLVMGetOperand(user, 0) != address;
    return LLVMIsAIntrinsicInst(user) != NULL;
}

// Whether a variable can be registers.
static bool can_promote(struct arrays *arrays, LLVMValueRef variable) {
    struct oc_values addresses = {.arena = arrays->ir->arena};
    oc_values_add(&addresses, variable);
    for (size_t i = 0; i < addresses.count; i++)
        for (LLVMUseRef use = LLVMGetFirstUse(addresses.items[i]); use; use = LLVMGetNextUse(use)) {
            LLVMValueRef user = LLVMGetUser(use);
            if (is_access(user, addresses.items[i]))
                continue;
            if (!LLVMIsAGetElementPtrInst(user) || !can_fix(arrays, user))
                return false;
            oc_values_add(&addresses, user);
        }
    return true;
}

static void examine(struct arrays *arrays, LLVMValueRef variable) {
    enum { MAX_BYTES = 1024 };
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(arrays->ir->module);
    size_t before = arrays->count;
    if (LLVMABISizeOfType(layout, LLVMGetAllocatedType(variable)) <= MAX_BYTES &&
        can_promote(arrays, variable))
        arrays->any = true;
    else
        arrays->count = before;
}

static bool has_variables(LLVMValueRef function) {
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function)) {
        if (LLVMIsAAllocaInst(instruction))
            return true;
    }
    return false;
}

bool oc_arrays_to_registers(struct oc_ir *ir, LLVMValueRef function) {
    struct arrays arrays = {.ir = ir, .function = function};
    if (!has_variables(function))
        return true;
    arrays.loops = oc_loops_read(function);
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function)) {
        if (LLVMIsAAllocaInst(instruction))
            examine(&arrays, instruction);
    }
    for (size_t i = 0; i < arrays.count; i++)
        oc_loop_unroll(arrays.unrolled[i]);
    oc_loops_dispose(arrays.loops);
    return !arrays.any || oc_ir_run_on_function(ir, function,
                                                "loop(loop-unroll-full),sroa,early-cse,"
                                                "instcombine<no-verify-fixpoint>,simplifycfg",
                                                NULL);
}
