// atomics.h - scopes and orders of atomic operations on GPUs, where clang and LLVM get them wrong.
//
// C's atomics have the scope of the whole system: a kernel may communicate with the host or another
// GPU through memory that both can access. clang's __scoped_atomic_ builtins have other scopes.
// offload.h's atomics use them with the scope of the device.
#ifndef OC_ATOMICS_H
#define OC_ATOMICS_H

#include "device/targets/lowering.h"
#include "ir/ir.h"

// Gives scoped atomics their scopes, which clang loses on NVIDIA GPUs. offload_scopes.h passes the
// scope through a call, so that clang does not see that it is constant, and makes a switch over all
// scopes. This sets the scope in each branch of the switch, and removes the switch if the scope is
// constant.
void oc_atomics_read_scopes(struct oc_ir *ir, const struct oc_atomics *atomics, const char *arch);

// Removes the front end's promises about the memory of atomics with the scope of the system
// (oc_atomics, `promises`).
void oc_atomics_drop_promises(struct oc_ir *ir, const struct oc_atomics *atomics);

// Replaces the order of read-modify-write operations by fences around them, and makes the
// operations relaxed. LLVM 22's code generator for NVPTX loses their order: atom.add is relaxed.
// With `all`, does the same for loads, stores and compare-and-swap, which are always relaxed on
// early processors.
void oc_atomics_make_fences(struct oc_ir *ir, bool all);

// Replaces fences that order a thread only with itself by empty inline assembly, which holds the
// compiler back.
void oc_atomics_lower_signal_fences(struct oc_ir *ir);

// Replaces read-modify-write operations whose scope the code generator would lose by inline
// assembly. LLVM 22 writes atom.add for NVPTX, whatever the scope. Call it right before code
// generation.
void oc_atomics_write_scopes(struct oc_ir *ir, const struct oc_lowering *lowering,
                             const char *arch);

// Where an address is, as far as it can be followed: a kernel's arguments are in global memory. One
// of oc_atomic's OC_ATOMIC_ANYWHERE, _GLOBAL and _SHARED.
unsigned oc_atomics_space_of(LLVMValueRef address, const struct oc_lowering *lowering);

#endif
