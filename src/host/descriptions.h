// descriptions.h - removes from the kernels' descriptions in the host's module the copies that the
// kernels' code does not need.
#ifndef OC_DESCRIPTIONS_H
#define OC_DESCRIPTIONS_H

#include "ir/ir.h"
#include "model/usage.h"

// Changes the map types, and sets the lists of arrays that are written whole, in the descriptions
// of the unit's kernels, by what the kernels do with their arrays (`usage`).
void oc_descriptions_narrow(struct oc_ir *ir, const struct oc_unit *unit,
                            const struct oc_usage *usage);

#endif
