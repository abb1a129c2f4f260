// culprit.h - finds the line that LLVM's back end cannot compile.
//
// If code needs something that the processor cannot do, a back end ends the process, or reports an
// error without a place. The device step (src/tools/cc1.c) is then started again with --places:
// line tables stay in the module, and code is generated in child processes, for one function at a
// time and for only its first instructions, until the instruction that causes the failure is found.
#ifndef OC_CULPRIT_H
#define OC_CULPRIT_H

#include "ir/ir.h"

// From this call on, if LLVM ends the process, the process starts itself again, with `option` added
// to its command. That is --places; in a process with --places it is --unoptimised, because LLVM's
// optimiser may crash, too. Some of its crashes depend on what is in memory by chance, so the
// process starts several times with --unoptimised.
void oc_culprit_arm(const char *option);

// Starts the process again now, as after an error that LLVM reports without a place. Returns only
// if oc_culprit_arm was not called, or the program cannot be started.
void oc_culprit_start_again(void);

// Reports, at its line, each function's first instruction for which no code can be generated. If
// none is found, or it has no line, the message's place is `fallback`. The module is not changed.
void oc_culprit_report(struct oc_ir *ir, LLVMTargetMachineRef machine, LLVMCodeGenFileType kind,
                       const char *arch, struct oc_place fallback);

#endif
