// atomics.h - what LLVM leaves undone for atomic operations on NVIDIA GPUs.
#ifndef OC_ATOMICS_H
#define OC_ATOMICS_H

#include "ir.h"

// Gives every atomic operation and fence that has no scope, which means all of the system, the
// scope `name`: the device. clang does so itself for some targets' scoped builtins, but for NVPTX's
// it forgets the scope, so that offload_atomic_add and C11's atomics look alike here. Both get the
// device's: a kernel's memory is on its device while it runs, and nothing else accesses it.
void oc_atomics_set_scope(struct oc_ir *ir, const char *name);

// Puts fences around read-modify-write operations that order other accesses, and leaves the
// operations relaxed. LLVM 22's code generator for NVPTX forgets their order: atom.add is relaxed.
// With `all`, around loads and stores too, whose order early processors cannot say.
void oc_atomics_make_fences(struct oc_ir *ir, bool all);

#endif
