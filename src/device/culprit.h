// culprit.h - which line LLVM's back end cannot compile.
//
// A back end ends the process, or reports without a place, where it meets something that the
// processor cannot do. The device step (main.c) is started once more then, with --places: line
// tables stay in the module, and code is generated in child processes, for one function at a time
// and for its first instructions only, until the one that makes the difference is found.
#ifndef OC_CULPRIT_H
#define OC_CULPRIT_H

#include "ir/ir.h"

// From here on, the process starts itself again, with one more option, where LLVM ends it: with
// --places; and with --unoptimised, where LLVM's optimiser crashes then.
void oc_culprit_arm(const char *option);

// Starts it again at once, where LLVM reports an error without a place. Returns if it is not armed,
// or that is not possible.
void oc_culprit_start_again(void);

// Reports each function's first instruction that no code can be generated for, at its line. Where
// nothing is found, `fallback` is the place of the message. The module is not changed.
void oc_culprit_report(struct oc_ir *ir, LLVMTargetMachineRef machine, LLVMCodeGenFileType kind,
                       const char *arch, struct oc_place fallback);

#endif
