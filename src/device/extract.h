// extract.h - the kernels out of the host's module, for a device that is the host's CPU.
//
// The host's front end compiles the kernels too, and what they call. Where the driver knows that
// nothing in the options tells its code from that of the device's own front end, that one need not
// run (driver/plan_device.c).
#ifndef OC_EXTRACT_H
#define OC_EXTRACT_H

#include "ir/ir.h"
#include "model/unit.h"

// Leaves of the host's module what the device's front end would have made: the functions that run
// the kernels' blocks, the unit's device variables, and what these refer to.
bool oc_extract_kernels(struct oc_ir *ir, const struct oc_unit *unit);

#endif
