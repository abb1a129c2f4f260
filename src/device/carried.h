// carried.h - bytes that a thread only copies from one place to another, in registers, on GPUs.
//
// LLVM's optimiser splits a struct in a variable into what is used together. Members that are only
// copied, with the struct, stay one piece. If that has 1, 2, 4 or 8 bytes, it becomes a number in a
// register; else it stays an array on the thread's stack, in slow memory (20 bytes of a struct of 8
// floats, 6 of one of 8 halves).
#ifndef OC_CARRIED_H
#define OC_CARRIED_H

#include "ir/ir.h"

// Copies such pieces by loads and stores of numbers, which become registers. Call it after
// optimisation, which splits structs and inlines functions. Returns false after a reported failure.
bool oc_carried_to_registers(struct oc_ir *ir, LLVMTargetMachineRef machine);

#endif
