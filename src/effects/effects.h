// effects.h - finds what kernels' compiled code does with their arrays (model/usage.h).
//
// It is looked for in the device front end's module, the same way for every target.
//
// What is not understood counts as a read and a write: an address that is kept somewhere, passed to
// a function that is not known, or made an integer.
#ifndef OC_EFFECTS_H
#define OC_EFFECTS_H

#include "ir/ir.h"
#include "model/usage.h"

// Finds the usage of the module's kernels, on a copy of it. Warns of code that its prototype
// contradicts: -Woffload-const-write, -Woffload-out-unwritten, -Woffload-out-read,
// -Woffload-pointer-write. Expects the front end's module.
// `unoptimised`: its code will not be optimised, with or without optnone (unoptimised.h). Failure
// is reported.
bool oc_effects_find(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised,
                     struct oc_usage *out);

// Only which arrays are unused, in the host's module before kernels are launching functions
// (host.h). Where nothing is known of a device's code, the rest is as it is without usage.
bool oc_effects_find_unused(struct oc_ir *ir, const struct oc_unit *unit, struct oc_usage *out);

#endif
