// moves.h - GPUs: copies memory with accesses as wide as its alignment allows.
//
// A struct is copied by a call of llvm.memcpy. On NVIDIA GPUs, LLVM 22 turns it into accesses of at
// most 8 bytes, each load followed by its store, and into loops over single bytes if it copies more
// than 128. But processors have accesses of 16 bytes, and loads overlap if no store comes between
// them.
#ifndef OC_MOVES_H
#define OC_MOVES_H

#include "ir/ir.h"

// Replaces calls of llvm.memcpy, llvm.memmove and llvm.memset whose memory is aligned to 4 bytes or
// more by loads and stores. Call it after optimisation, which understands the calls better.
// `variables_pass` is that of lowering.h. Returns false after a reported failure.
bool oc_moves_widen(struct oc_ir *ir, LLVMTargetMachineRef machine, const char *variables_pass);

#endif
