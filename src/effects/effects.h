// effects.h - finds what the kernels' compiled code does with their arrays (model/usage.h).
//
// The device front end's module is analysed, in the same way for every target. If an array's
// address is stored somewhere, passed to an unknown function or converted to an integer, the array
// counts as read and written.
#ifndef OC_EFFECTS_H
#define OC_EFFECTS_H

#include "ir/ir.h"
#include "model/usage.h"

// Finds the usage of the module's kernels. The module must be as the front end made it; the
// analysis works on a copy. Warns of code that contradicts the prototype: -Woffload-const-write,
// -Woffload-out-unwritten, -Woffload-out-read, -Woffload-pointer-write. `unoptimised`: no code of
// the module will be optimised, not only the functions with optnone (unoptimised.h). Returns false
// after a reported failure.
bool oc_effects_find(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised,
                     struct oc_usage *out);

// Finds only which arrays are unused, from the host's module before host.h replaces the kernels by
// launching functions. It is used if no device's code was analysed: the rest of `out` says that
// every array may be read and written. Returns false after a reported failure.
bool oc_effects_find_unused(struct oc_ir *ir, const struct oc_unit *unit, struct oc_usage *out);

#endif
