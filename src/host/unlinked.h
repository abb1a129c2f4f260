// unlinked.h - the host's object of an incomplete unit (model/unit.h). It carries the unit's device
// code, and what that needs and offers. The images are made when the program is linked, and with
// them what the host's code refers to (linked.h).
#ifndef OC_UNLINKED_H
#define OC_UNLINKED_H

#include "artifacts/artifacts.h"
#include "cpu/cpu.h"
#include "ir/ir.h"
#include "model/unit.h"

// The device code of one architecture.
struct oc_unlinked_code {
    const char *arch;
    struct oc_bytes bitcode; // unoptimised
    const char *options;     // what it is to be compiled with: words, each ended by a newline
    const char *hash;        // by which links know whether it has changed (device/codekey.h)
};

// Turns what the link makes into declarations: the unit's description for the runtime, and the
// kernels' map types. Puts `codes` and the unit into the section OC_DEVICE_SECTION
// (link/containers.h), which linkers leave out of programs and libraries. Returns false after
// reporting an internal error.
bool oc_unlinked_embed(struct oc_ir *ir, const struct oc_unit *unit,
                       const struct oc_unlinked_code *codes, size_t count);

// Before oc_cpu_lower: adds to `out` the static functions of device code whose address is taken.
// Code that the link makes for the CPU uses the host's addresses of functions.
void oc_unlinked_find_addresses(struct oc_ir *ir, const struct oc_unit *unit,
                                const struct oc_cpu_kernel *kernels, struct oc_values *out);

// At the end, when names do not matter any more: gives these functions, and static device
// variables, symbols that the link knows, and makes the functions that run blocks weak. Where a
// kernel calls functions of other files, the link makes others, in which these are compiled with
// it.
void oc_unlinked_export(struct oc_ir *ir, const struct oc_unit *unit,
                        const struct oc_values *functions);

#endif
