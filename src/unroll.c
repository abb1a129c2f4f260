#include "unroll.h"

#include <llvm-c/Support.h>
#include <llvm-c/Target.h>

enum {
    MAX_ARRAY = 1024, // bytes; a thread has no more than 255 registers on any GPU
    MAX_ROUNDS = 3,   // of nested loops whose bounds depend on one another
};

static uint64_t stack_of(struct oc_ir *ir, LLVMValueRef function) {
    LLVMTargetDataRef layout = LLVMGetModuleDataLayout(ir->module);
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

uint64_t oc_unroll_stack(struct oc_ir *ir) {
    uint64_t total = 0;
    OC_EACH_FUNCTION (function, ir->module) {
        total += stack_of(ir, function);
    }
    return total;
}

// As much code as LLVM itself allows for this end, on AMD GPUs alone
// (llvm/lib/Target/AMDGPU/AMDGPUTargetTransformInfo.cpp).
void oc_unroll_raise_threshold(void) {
    static const char *const options[] = {"offloadcc", "-unroll-threshold=2700"};
    LLVMParseCommandLineOptions(sizeof options / sizeof *options, options, NULL);
}

bool oc_unroll_for_registers(struct oc_ir *ir, LLVMTargetMachineRef machine) {
    static const char pipeline[] =
        "loop-unroll<O3;no-partial;no-runtime;no-upperbound;full-unroll-max=128>,sroa,"
        "early-cse<memssa>,instcombine<no-verify-fixpoint>,simplifycfg,sroa,gvn,dse,dce";
    OC_EACH_FUNCTION (function, ir->module) {
        for (int round = 0; round < MAX_ROUNDS && stack_of(ir, function); round++)
            if (!oc_ir_run_on_function(ir, function, pipeline, machine))
                return false;
    }
    return true;
}
