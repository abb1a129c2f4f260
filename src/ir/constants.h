// constants.h - constant memory, in IR.
//
// `offload_constant` marks a variable at file scope that kernels do not write (effects/effects.h
// reports those that do). For GPUs, this module moves it to the address space of constant memory,
// where LLVM knows that no store changes it. On CPUs it is an ordinary variable.
#ifndef OC_CONSTANTS_H
#define OC_CONSTANTS_H

#include "ir/ir.h"
#include "model/unit.h"

// Constant memory on a GPU, for a target's lowering (device/targets/lowering.h).
struct oc_constant_memory {
    unsigned space;       // LLVM's number of its address space, not 0
    unsigned dwarf_space; // DWARF's number of it, for debuggers; 0: none
    uint64_t limit;       // the most bytes of all variables of an image; 0: there is no limit
};

// The variables' names and places in the source, for messages after the annotations are dropped.
struct oc_constant_variables;

// Moves the variables to the address space of constant memory, and changes all uses of them. Call
// it before the annotations are dropped. The result lives on the arena.
const struct oc_constant_variables *oc_constants_lower(struct oc_ir *ir,
                                                       const struct oc_constant_memory *memory);

// Has loads of the variables through pointers to another address space, as offload_load_readonly
// makes them, read constant memory: LLVM writes no code for such a cast. Call it right before code
// generation.
void oc_constants_load(struct oc_ir *ir, const struct oc_constant_memory *memory);

// After optimisation, which removes unused tables: reports variables that take more than the
// memory's limit, at the largest one. Returns false after a report.
bool oc_constants_check(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_constant_memory *memory, const char *arch,
                        const struct oc_constant_variables *variables);

#endif
