// undefined.h - reports functions and variables that device code refers to, but that do not exist
// on the device.
#ifndef OC_UNDEFINED_H
#define OC_UNDEFINED_H

#include "device/targets/lowering.h"
#include "ir/ir.h"
#include "model/unit.h"

// Reports each undefined function or variable that entries reach, at the line that refers to it,
// with the chain of calls from the kernel. Returns whether there are none. The scan has found most
// of them before, in the same way for all targets. The rest are calls that only some targets lack
// (printf on amdgcn), and calls that clang itself added.
bool oc_undefined_check(struct oc_ir *ir, const struct oc_unit *unit, const char *arch,
                        const struct oc_lowering *lowering);

#endif
