// gridentry.h - entries of an image whose device is a CPU, as the glue has them for the device's
// own front end: each has its grid run, on all cores.
#ifndef OC_GRIDENTRY_H
#define OC_GRIDENTRY_H

#include "ir/ir.h"
#include "model/unit.h"

// Adds a kernel's entry (OC_GLUE_ENTRY), which hands the kernel's blocks function and its
// arguments, as slots, to the grid's `run` (glue/preamble.h). Returns whether the module has these
// blocks.
bool oc_gridentry_add(struct oc_ir *ir, const struct oc_kernel *kernel);

#endif
