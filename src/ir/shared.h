// shared.h - shared variables, in IR.
//
// `offload_shared` declares a static variable with an annotation. The front end makes an ordinary
// internal variable of it, and an entry in @llvm.global.annotations. For GPUs, this module moves
// the variable to the address space of shared memory. For CPUs, src/cpu/cpu.c gives it a place in
// the block's memory.
#ifndef OC_SHARED_H
#define OC_SHARED_H

#include "ir/ir.h"
#include "model/unit.h"

// Shared memory on a GPU, for a target's lowering (device/targets/lowering.h).
struct oc_shared_memory {
    unsigned space;                           // LLVM's number of its address space, not 0
    unsigned dwarf_space;                     // DWARF's number of it, for debuggers; 0: none
    unsigned long (*limit)(const char *arch); // the most bytes of shared variables in a kernel
};

// Adds the module's variables that are marked offload_shared to `out`, each once. The marks are
// annotations, so call this before those are dropped.
void oc_shared_collect(struct oc_ir *ir, struct oc_values *out);

// A shared variable's name in the source, without the function's name that clang puts before it;
// and its place in the source (the column is not known).
const char *oc_shared_name(struct oc_arena *arena, LLVMValueRef variable);
struct oc_place oc_shared_place(struct oc_ir *ir, LLVMValueRef variable);

// An automatic variable such as `float *rows[2] = {a, b};` is initialised by a copy of a constant.
// This takes the addresses of shared variables out of such constants, and stores them after the
// copy, because an address in shared memory is known only to the running code.
void oc_shared_open_constants(struct oc_ir *ir, const struct oc_values *variables);

// The variables' names and places in the source, for messages after the annotations are dropped.
struct oc_shared_variables;

// For GPUs: moves the variables to the address space of shared memory, without initial values, and
// changes all uses of them. Call it before the annotations are dropped. The result lives on the
// arena, and stays valid when the module is optimised.
const struct oc_shared_variables *oc_shared_lower(struct oc_ir *ir,
                                                  const struct oc_shared_memory *memory);

// For GPUs, after optimisation, which removes unused variables: reports each kernel that has more
// bytes of shared variables than `arch` allows, with its largest variables, and each constant that
// contains an address in shared memory. Returns false after a report.
bool oc_shared_check(struct oc_ir *ir, const struct oc_unit *unit,
                     const struct oc_shared_memory *memory, const char *arch,
                     const struct oc_shared_variables *variables);

#endif
