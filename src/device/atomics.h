// atomics.h - what LLVM leaves undone for atomic operations on GPUs: scopes and orders.
//
// C's atomics have the scope of the system: a kernel may talk to the host, or to another GPU,
// through memory that both reach. clang's __scoped_atomic_ builtins name another scope, and
// offload.h's atomics name the device with them.
#ifndef OC_ATOMICS_H
#define OC_ATOMICS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Gives scoped atomics the scopes that clang forgets on NVIDIA GPUs. offload_scopes.h has it pass
// them through a call, where clang cannot see that they are constant and makes a switch over all
// scopes; here the branches get theirs, and a switch over a constant goes.
void oc_atomics_read_scopes(struct oc_ir *ir, const struct oc_atomics *atomics, const char *arch);

// Drops what the front end promises of the memory of atomics of the system's scope.
void oc_atomics_drop_promises(struct oc_ir *ir, const struct oc_atomics *atomics);

// Puts fences around read-modify-write operations that order other accesses, and leaves the
// operations relaxed. LLVM 22's code generator for NVPTX forgets their order: atom.add is relaxed.
// With `all`, around loads, stores and compare-and-swap too, whose order early processors cannot
// say.
void oc_atomics_make_fences(struct oc_ir *ir, bool all);

// Makes barriers for the compiler alone of fences that order a thread with itself.
void oc_atomics_lower_signal_fences(struct oc_ir *ir);

// Right before code generation: makes assembly of read-modify-write operations whose scope the code
// generator would forget. LLVM 22 writes atom.add for NVPTX, whatever the scope.
void oc_atomics_write_scopes(struct oc_ir *ir, const struct oc_lowering *lowering,
                             const char *arch);

#endif
