// host.h - the host pass: from clang's unoptimised bitcode of a source file with its glue to
// bitcode that clang compiles to the object.
#ifndef OC_HOST_H
#define OC_HOST_H

#include "artifacts.h"
#include "ir.h"
#include "unit.h"

// Puts each kernel's launching function in the kernel's place, under its name and linkage, so that
// whatever calls the kernel or takes its address, here or elsewhere, launches it; makes the
// kernel's own body part of the CPU's block loops; narrows the kernels' mappings (narrow.h) and
// embeds the images. `loaded` is zero where there are no artifacts. Failure is reported.
//
// `shares`: the object of the x86-64 image will be linked to this one, so kernels are compiled for
// the CPU only once. The block loops are then that object's, where it can be shared (glue.h).
bool oc_host_build(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded,
                   bool shares);

#endif
