// host.h - the host pass: from clang's unoptimised bitcode of a source file with its glue to
// bitcode that clang compiles to the object.
#ifndef OC_HOST_H
#define OC_HOST_H

#include "artifacts/artifacts.h"
#include "ir/ir.h"
#include "model/unit.h"

// How the object is made: what other pieces of it define (pieces.h), and with what options.
struct oc_host_pieces {
    // The object of the x86-64 image has the kernels' code, where it can be shared (glue.h): so it
    // is compiled once.
    bool blocks;
    // What images.h knows is an object of its own, so that the host's code can be compiled while
    // the device's still is.
    bool images;
    // Nothing is instrumented or hardened: the driver knows each of clang's options to be harmless.
    bool plain;
};

// Puts each kernel's launching function in the kernel's place, under its name and linkage, so that
// whatever calls the kernel or takes its address, here or elsewhere, launches it; makes the
// kernel's own body part of the CPU's block loops; narrows the kernels' mappings (narrow.h), also
// where there is no device's code, by what is unused (unused.h), and embeds the images. `loaded` is
// zero where there are no artifacts, and not read where images are a piece. Failure is reported.
bool oc_host_build(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded,
                   const struct oc_host_pieces *pieces);

#endif
