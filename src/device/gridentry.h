// gridentry.h - the kernels' entries in an image for a CPU, if its code was taken from the host's
// module (extract.h). Such an entry runs its whole grid, on all cores.
#ifndef OC_GRIDENTRY_H
#define OC_GRIDENTRY_H

#include "ir/ir.h"
#include "model/unit.h"

// Adds a kernel's entry (OC_GLUE_ENTRY), as the glue has it for a device's own front end. It passes
// the kernel's blocks function and its arguments, as slots, to the grid's `run` (glue/preamble.h).
// Returns false if the module has no blocks function for the kernel.
bool oc_gridentry_add(struct oc_ir *ir, const struct oc_kernel *kernel);

#endif
