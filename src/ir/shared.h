// shared.h - a block's shared memory, in IR.
//
// `offload_shared` is a static variable with an annotation, so what the front end makes of it is an
// ordinary internal variable and an entry in @llvm.global.annotations. Here it becomes what the
// target has: on GPUs a variable in the address space of shared memory. On CPUs src/cpu/cpu.c gives
// it a place in the block's memory.
#ifndef OC_SHARED_H
#define OC_SHARED_H

#include "ir/ir.h"
#include "model/unit.h"

// The memory of a block on a GPU, for a target's lowering (device/targets/lowering.h).
struct oc_shared_memory {
    unsigned space;                           // its address space, not 0
    unsigned dwarf_space;                     // DWARF's number of that, for debuggers; 0: none
    unsigned long (*limit)(const char *arch); // how many bytes of variables a kernel may have there
};

// The variables of the module that are marked offload_shared, each once. Their marks are in the
// annotations, so this is asked before those are dropped.
void oc_shared_collect(struct oc_ir *ir, struct oc_values *out);

// A shared variable as the user knows it: its name, without the function that clang puts before it;
// and where it stands (the column is not known).
const char *oc_shared_name(struct oc_arena *arena, LLVMValueRef variable);
struct oc_place oc_shared_place(struct oc_ir *ir, LLVMValueRef variable);

// Takes the variables' addresses out of the constants that initial values of automatic variables
// are copied from (`float *rows[2] = {a, b};`) and stores them after the copy: an address in
// shared memory is known only to the code that runs.
void oc_shared_open_constants(struct oc_ir *ir, const struct oc_values *variables);

// What is left to say about the variables when the annotations are gone.
struct oc_shared_variables;

// GPUs: moves the variables to that address space, where they have no initial value, and
// makes all their uses reach them there. Before the annotations are dropped. The result, on the
// arena, lasts through optimisation.
const struct oc_shared_variables *oc_shared_lower(struct oc_ir *ir,
                                                  const struct oc_shared_memory *memory);

// GPUs: a kernel whose static shared memory exceeds what `arch` has is an error that names the
// kernel and its largest variable, and so is a constant that holds an address in shared memory.
// After optimisation, which removes what is not used. False: an error was reported.
bool oc_shared_check(struct oc_ir *ir, const struct oc_unit *unit,
                     const struct oc_shared_memory *memory, const char *arch,
                     const struct oc_shared_variables *variables);

#endif
