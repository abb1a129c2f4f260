// codegen.h - LLVM's code generators, without a fault that LLVM 22.1 has.
//
// LLVM's pass structurizecfg runs in the code generator for AMD GPUs, and in our passes for NVIDIA
// GPUs. It moves an instruction that costs nothing, such as the computation of an address, out of
// its block if a phi takes the result from that block. If the phi has more than two incoming
// blocks, it may then get the result for another one too. LLVM's pull request 183792 mends that.
// Until LLVM has it, an empty block is put between the instruction's block and the phi, so that
// structurizecfg does not move the instruction.
#ifndef OC_CODEGEN_H
#define OC_CODEGEN_H

#include <llvm-c/TargetMachine.h>

#ifdef __cplusplus
extern "C" {
#endif

// As LLVMTargetMachineEmitToMemoryBuffer.
LLVMBool oc_codegen_emit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         LLVMCodeGenFileType kind, char **message, LLVMMemoryBufferRef *out);

// Puts such empty blocks into a function. To be called before structurizecfg runs.
void oc_codegen_keep_free_values(LLVMValueRef function);

#ifdef __cplusplus
}
#endif

#endif
