// warnings.h - warnings of kernels whose code contradicts their prototypes, and of evident races.
//
// They are about code in the copy of threadcopy.h.
#ifndef OC_WARNINGS_H
#define OC_WARNINGS_H

#include "effects/accesses.h"
#include "model/unit.h"

// Whether the unit has anything that can be warned of.
bool oc_warnings_may_be(struct oc_ir *ir, const struct oc_unit *unit);

// Warns of what a thread function does with the array of an argument: -Woffload-const-write,
// -Woffload-out-unwritten, -Woffload-pointer-write and, with `of_reads`, -Woffload-out-read.
void oc_warnings_of_array(struct oc_ir *ir, const struct oc_kernel *kernel, size_t argument,
                          LLVMValueRef thread, const struct oc_accesses *accesses, bool of_reads);

// Warns of elements that all threads write: -Woffload-race.
void oc_warnings_of_races(struct oc_ir *ir, const struct oc_kernel *kernel, LLVMValueRef thread);

// Reports errors: kernels' writes of variables that are marked offload_constant. A write that was
// inlined in several places is reported once.
void oc_warnings_of_constants(struct oc_ir *ir, const struct oc_unit *unit, LLVMModuleRef copy);

#endif
