#include "device/unroll.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

enum {
    MAX_ARRAY = 1024,    // bytes; a thread has no more than 255 registers on any GPU
    MAX_ROUNDS = 3,      // of nested loops whose bounds depend on one another
    WORTH_A_CALL = 1000, // instructions that a function of its own saves
    CACHED = 4096,       // of a function that the smallest cache of instructions holds: 32 KiB
    WORTH_A_BYTE = 30,   // instructions that a larger function may grow by for a byte of stack
};

static uint64_t stack_of(LLVMValueRef function) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(LLVMGetGlobalParent(function));
    uint64_t total = 0;
    if (LLVMIsDeclaration(function))
        return 0;
    OC_EACH_INSTRUCTION (instruction, LLVMGetEntryBasicBlock(function)) {
        if (!LLVMIsAAllocaInst(instruction))
            continue;
        uint64_t size = LLVMABISizeOfType(layout, LLVMGetAllocatedType(instruction));
        if (size <= MAX_ARRAY)
            total += size;
    }
    return total;
}

uint64_t oc_unroll_stack(LLVMModuleRef module) {
    uint64_t total = 0;
    OC_EACH_FUNCTION (function, module) {
        total += stack_of(function);
    }
    return total;
}

// Three times what LLVM itself allows for this end, on AMD GPUs alone
// (llvm/lib/Target/AMDGPU/AMDGPUTargetTransformInfo.cpp): the rounds of a hash function need so
// much, which are not taken where the array stays on the stack all the same.
void oc_unroll_raise_threshold(void) {
    static const char *const options[] = {"offloadcc", "-unroll-threshold=8000"};
    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, NULL);
}

static bool unroll_function(struct oc_ir *ir, LLVMValueRef function, LLVMTargetMachineRef machine) {
    static const char pipeline[] =
        "loop-unroll<O3;no-partial;no-runtime;no-upperbound;full-unroll-max=128>,sroa,"
        "early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,sroa,gvn,dse,dce";
    for (int round = 0; round < MAX_ROUNDS && stack_of(function); round++)
        if (!oc_ir_run_on_function(ir, function, pipeline, machine))
            return false;
    return true;
}

// Whether less stack is worth what a function has grown.
static bool is_worth_growth(LLVMValueRef before, LLVMValueRef after) {
    size_t size = oc_ir_function_size(before), size_after = oc_ir_function_size(after);
    return size_after <= CACHED ||
           size_after <= size + WORTH_A_BYTE * (stack_of(before) - stack_of(after));
}

// What an array needs to be in registers is known only when all loops over it are unrolled: a copy
// of the module shows it. Both have the same functions in the same order; intrinsics that the
// passes declare are last.
bool oc_unroll_for_registers(struct oc_ir *ir, LLVMTargetMachineRef machine) {
    LLVMModuleRef copy = LLVMCloneModule(ir->module);
    LLVMValueRef trial = LLVMGetFirstFunction(copy);
    bool done = true;
    OC_EACH_FUNCTION (function, ir->module) {
        if (!done || !trial)
            break;
        uint64_t stack = stack_of(function);
        if (stack) {
            done = unroll_function(ir, trial, machine);
            if (done && stack_of(trial) < stack && is_worth_growth(function, trial))
                done = unroll_function(ir, function, machine);
        }
        trial = LLVMGetNextFunction(trial);
    }
    LLVMDisposeModule(copy);
    return done;
}

// Whether a function has become larger, with as much on its stack or with too little less.
static bool grows_in_vain(LLVMModuleRef before, LLVMModuleRef after) {
    OC_EACH_FUNCTION (function, before) {
        LLVMValueRef other = LLVMGetNamedFunction(after, oc_ir_name(function));
        size_t size = oc_ir_function_size(function);
        if (!other || !stack_of(function))
            continue;
        if (stack_of(other) < stack_of(function) ? !is_worth_growth(function, other)
                                                 : oc_ir_function_size(other) > size + size / 4)
            return true;
    }
    return false;
}

static size_t size_of(LLVMModuleRef module) {
    size_t size = 0;
    OC_EACH_FUNCTION (function, module)
        size += oc_ir_function_size(function);
    return size;
}

bool oc_unroll_is_better(LLVMModuleRef before, LLVMModuleRef after) {
    uint64_t left = oc_unroll_stack(before), left_after = oc_unroll_stack(after);
    if (grows_in_vain(before, after))
        return false;
    return left_after < left ||
           (left_after == left && size_of(after) + WORTH_A_CALL < size_of(before));
}
