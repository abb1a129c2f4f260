// undefined.h - symbols that device code refers to and that nothing on the device defines.
#ifndef OC_UNDEFINED_H
#define OC_UNDEFINED_H

#include "device/targets/lowering.h"
#include "ir/ir.h"
#include "model/unit.h"

// Reports each undefined function or variable that entries reach, at the line that refers to it,
// with the chain of calls from the kernel. Returns whether there were none. The scan finds most
// such calls before, for all targets alike; what is left are calls that depend on the target
// (printf on amdgcn) or that clang itself made.
bool oc_undefined_check(struct oc_ir *ir, const struct oc_unit *unit, const char *arch,
                        const struct oc_lowering *lowering);

#endif
