// members.h - loads and stores of a struct's members, on GPUs: LLVM joins them if they are alike.
//
// If a struct is copied and some of its members change on the way, LLVM's optimiser makes one
// access of the members between those, of 8 bytes perhaps, and one of each of the others. In LLVM
// 22, the pass that joins neighbouring accesses to wider ones takes only elements of one size: a
// float and 8 bytes after it stay two accesses, of which the second is taken apart, as its address
// is no multiple of 8.
#ifndef OC_MEMBERS_H
#define OC_MEMBERS_H

#include "ir/ir.h"

// Takes loads and stores apart that have neighbours of smaller elements, so that the code generator
// joins all of them. `joins`: they are joined here, as AMD's code generator does not at -O1. Call
// it after all passes that put accesses together, such as instcombine. Returns false after a
// reported failure.
bool oc_members_even_out(struct oc_ir *ir, LLVMTargetMachineRef machine, bool joins);

#endif
