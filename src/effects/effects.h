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
// -Woffload-out-unwritten, -Woffload-out-read, -Woffload-pointer-write, -Woffload-race.
// `unoptimised`: no code of the module will be optimised, not only the functions with optnone
// (unoptimised.h). Returns false after a reported failure.
bool oc_effects_find(struct oc_ir *ir, const struct oc_unit *unit, bool unoptimised,
                     struct oc_usage *out);

// For units of which no device's code is compiled, from the host's module before host.h replaces
// the kernels by launching functions. Messages about code without lines have OC_EFFECTS_NO_PLACE as
// their file. Both return false after a reported failure, and after a warning that is an error.
//
// oc_effects_warn only warns. oc_effects_find_unused finds only which arrays are unused: the rest
// of `out` says that every array may be read and written. `warns`: it warns too, as its copy costs
// as much as that of oc_effects_warn, except of -Woffload-out-read: in its copy, no code is
// optimised.
bool oc_effects_warn(struct oc_ir *ir, const struct oc_unit *unit);
bool oc_effects_find_unused(struct oc_ir *ir, const struct oc_unit *unit, bool warns,
                            struct oc_usage *out);

#define OC_EFFECTS_NO_PLACE "<unknown>"

#endif
