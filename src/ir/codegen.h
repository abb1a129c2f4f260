// codegen.h - LLVM's code generators, without a fault that LLVM 22.1 has.
//
// The pass structurizecfg, which the code generator for AMD GPUs runs and ours for NVIDIA GPUs,
// moves an instruction that costs nothing, such as an address, out of the block whose value it is
// in a phi. Where more than two ways lead to the phi, others then get its value (LLVM's pull
// request 183792). A block of its own between the instruction and the phi keeps the instruction
// where it is.
#ifndef OC_CODEGEN_H
#define OC_CODEGEN_H

#include <llvm-c/TargetMachine.h>

#ifdef __cplusplus
extern "C" {
#endif

// As LLVMTargetMachineEmitToMemoryBuffer.
LLVMBool oc_codegen_emit(LLVMTargetMachineRef machine, LLVMModuleRef module,
                         LLVMCodeGenFileType kind, char **message, LLVMMemoryBufferRef *out);

// Makes such blocks in a function, before structurizecfg.
void oc_codegen_keep_free_values(LLVMValueRef function);

#ifdef __cplusplus
}
#endif

#endif
