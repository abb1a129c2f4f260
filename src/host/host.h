// host.h - the host pass: turns clang's unoptimised bitcode of a source file and its glue into
// bitcode from which the object is compiled.
#ifndef OC_HOST_H
#define OC_HOST_H

#include "artifacts/artifacts.h"
#include "host/unlinked.h"
#include "ir/ir.h"
#include "model/findings.h"
#include "model/unit.h"

// What the object's other pieces define (ir/pieces.h), and with what options it is made.
struct oc_host_pieces {
    // The piece that has the x86-64 image's code defines the kernels' code too, so that it is
    // compiled once; only if that code can be shared (oc_glue_can_share).
    bool blocks;
    // The images and the map types are a piece (images.h), so that the host's code can be compiled
    // at the same time as the device's.
    bool images;
    // The bitcode has lines, for messages about device code. They do not belong into the object.
    bool lines;
    // All of clang's options are known to be harmless: none instruments or hardens code.
    bool plain;
    // No device's code is compiled, so this warns of what kernels do with their arrays (effects.h).
    bool warns;
    // Remarks say why threads of kernels run one after the other (cpu/analysis/missed.h).
    bool explains;
    // Math functions have forms for vectors (-fveclib).
    bool veclib;
    // Arrays of launches may stay on devices (resident/resident.h).
    bool resident;
    // Of an incomplete unit: its device code, which the object is to carry.
    const struct oc_unlinked_code *codes;
    size_t code_count;
    // Receives where resident arrays come back, and why threads of kernels run one after the other;
    // NULL: nobody asks.
    struct oc_findings *findings;
};

// Replaces each kernel by its launching function, with the kernel's name and linkage, so that every
// call of the kernel and every use of its address launches it. Makes the kernel's own body part of
// the CPU's block loops. Unless the images are a piece: removes unneeded copies from the kernels'
// map types (model/narrow.h; without device code, only of unused arrays, effects/unused.h), and
// embeds the images of `loaded`, which is zero if there are no artifacts. On failure, reports it
// and returns false.
bool oc_host_build(struct oc_ir *ir, const struct oc_unit *unit, const struct oc_loaded *loaded,
                   const struct oc_host_pieces *pieces);

#endif
