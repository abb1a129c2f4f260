// callees.h - what the functions that kernels call do in a block: ask for an index, wait, or read
// what other blocks write.
//
// A function that asks or waits is inlined into the kernel's body, if it can be. oc_callees_rest
// says what is left to do for those that cannot.
#ifndef OC_CALLEES_H
#define OC_CALLEES_H

#include "base/map.h"
#include "cpu/cpu.h"

// A module's functions, and what has been found about them.
struct oc_callees {
    struct oc_ir *ir;
    const struct oc_unit *unit;
    const struct oc_cpu_kernel *kernels; // of the unit
    struct oc_map sharing;               // the functions that mention a shared variable
    struct oc_map asking;                // what oc_callees_asks has returned for a function
    struct oc_values pointed;            // functions that wait, and whose address is taken
};

// Finds the functions that wait. The caller adds those with shared variables to `sharing`
// (sharedplaces.h).
struct oc_callees oc_callees_begin(struct oc_ir *ir, const struct oc_unit *unit,
                                   const struct oc_cpu_kernel *kernels);

// The body of the kernel that a function launches; NULL: it is not a launcher.
LLVMValueRef oc_callees_launched(const struct oc_callees *callees, LLVMValueRef function);

// Whether a function has a meaning only in a block: it returns an index, waits, or returns the
// address of shared memory.
bool oc_callees_is_of_block(LLVMValueRef function);

// Whether a function, or what it mentions, calls such a function, uses shared memory, calls a
// kernel or may end the program with a message that names the thread.
bool oc_callees_asks(struct oc_callees *callees, LLVMValueRef function);

// Whether a function mentions one of this name, by itself or in what it mentions.
bool oc_callees_reach(const struct oc_callees *callees, LLVMValueRef function, const char *name);

// Whether a function may wait at a barrier or in a lane function.
bool oc_callees_wait(const struct oc_callees *callees, LLVMValueRef function);

// What the functions do that a body calls, or mentions, and that were not inlined.
struct oc_rest {
    bool asks;  // they need to know their thread
    bool waits; // at a barrier, or in a lane function
    bool polls; // they, or the body, read in a loop what other blocks may write while it runs
};
struct oc_rest oc_callees_rest(struct oc_callees *callees, LLVMValueRef body);

#endif
