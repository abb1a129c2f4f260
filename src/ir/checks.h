// checks.h - -foffload-check: accesses of a kernel's arrays are checked where they happen.
//
// The glue calls OC_CHECKS_BOUNDED(array, count, bytes, what, or_null) before a kernel, for each
// parameter with a bound (glue.h). In functions with such calls, each load, store, atomic operation
// and copy (memcpy and the like) of which the address is computed from such an array, or from a
// shared or device variable, gets a comparison before it, and a call of OC_NAME_OUTSIDE where it is
// outside:
//
//     if (index >= count)
//         __offloadcc_outside("parameter 'x' of kernel 'k'", index, count, file, line, function);
//
// If the array is null, the call gets ~0 for the count.
//
// Accesses that LLVM can show to be inside get none. It is asked in a copy of the function, about
// each dimension of the array (dimensions.h). On a CPU, if the thread's index in its block is in
// the index of the array, a condition is asked first that is the same for all threads of the block.
//
// The address is followed through arithmetic and through variables that hold pointers into one
// array only. Pointers in structs, and those that a function gets that is not inlined, are not
// followed; such accesses are not checked.
#ifndef OC_CHECKS_H
#define OC_CHECKS_H

#include "ir/ir.h"
#include "model/unit.h"

#define OC_CHECKS_BOUNDED OC_NAME_PREFIX "bounded"

// Whether the module's kernels are to be checked.
bool oc_checks_are_on(struct oc_ir *ir);

// Places the checks, and removes the calls. The function is as the front end made it, with the
// kernel inlined. `shared` are the module's shared variables. `joins`: the code goes on after the
// call, as it seems, which then does not keep src/cpu from making loops over threads.
void oc_checks_place(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef function,
                     const struct oc_values *shared, bool joins);

// The same on a CPU, for a body function (glue.h). If many checks cannot fail in usual launches
// (checklaunch.h), the body is for those, without these checks. A copy with all checks, which is
// returned, is for the others; `blocks`, which calls the body, chooses. Else returns NULL.
LLVMValueRef oc_checks_place_apart(struct oc_ir *ir, const struct oc_kernel *kernel,
                                   LLVMValueRef body, LLVMValueRef blocks,
                                   const struct oc_values *shared);

// For GPUs: inlines kernels and what they call into their entries, places the checks there, and
// removes the calls. Call it before our functions are linked, whose accesses are right. Returns
// false after a reported failure.
bool oc_checks_place_in_entries(struct oc_ir *ir, const struct oc_unit *unit);

// Removes the calls that are left, of functions in which nothing is checked.
void oc_checks_drop(struct oc_ir *ir);

#endif
