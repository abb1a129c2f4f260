// arguments.h - tells LLVM's back ends for GPUs what a kernel's parameters promise.
//
// The parameters of an entry are slots (glue.h), without the promises of C's types. After inlining,
// LLVM sees only the entry's parameters. LLVM's back ends use their attributes: if nothing writes
// to the memory that a `noalias` parameter points to, NVPTX loads it through the read-only cache
// (ld.global.nc), and AMDGPU loads it once for all lanes (s_load).
#ifndef OC_ARGUMENTS_H
#define OC_ARGUMENTS_H

#include "ir/ir.h"
#include "model/unit.h"

// Gives the parameters of each kernel's entry the attributes
//   noalias              for a pointer that the kernel declares restrict
//   noalias, readonly, dereferenceable
//                        for a struct's private copy on the device: threads only read it, so they
//                        need no copy on their stacks
// Call it before optimisation, for entries that run one thread. Returns false after a reported
// failure.
bool oc_arguments_promise(struct oc_ir *ir, const struct oc_unit *unit);

#endif
