// extract.h - takes the device code out of the host's module, for a device that is the host's CPU.
//
// The host's front end compiles the kernels too, and the functions that they call. If the driver
// knows that its code and that of the device's own front end would be the same with these options,
// the latter is not run (driver/plan_device.c).
#ifndef OC_EXTRACT_H
#define OC_EXTRACT_H

#include "ir/ir.h"
#include "model/unit.h"

// Reduces the host's module to what the device's front end would have made: the functions that run
// the kernels' blocks, the unit's device variables, what it offers to other files, and everything
// that these refer to. Returns false after a reported failure.
bool oc_extract_kernels(struct oc_ir *ir, const struct oc_unit *unit);

#endif
