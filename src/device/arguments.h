// arguments.h - what the code of GPUs may rely on of a kernel's arguments.
//
// Entries take slots (glue.h), which say nothing of what C's types promise. After inlining only the
// entry's parameters are left to say it, and LLVM's back ends ask them: NVPTX loads through the
// read-only cache (ld.global.nc) what a `noalias` parameter points to and nothing writes, AMDGPU
// loads it once for all lanes (s_load).
#ifndef OC_ARGUMENTS_H
#define OC_ARGUMENTS_H

#include "ir/ir.h"
#include "model/unit.h"

// Gives the parameters of each kernel's entry the attributes
//   noalias              of a pointer that the kernel's parameter declares restrict
//   noalias, readonly, dereferenceable
//                        of a struct's private copy on the device: all threads read it, none
//                        writes to it, so that it needs no copy on a thread's stack
// For entries that call the kernel for one thread, before optimisation.
bool oc_arguments_promise(struct oc_ir *ir, const struct oc_unit *unit);

#endif
