// hostwrites.h - what the host assigns to device variables, and devices do not see. Private to the
// scan (see scan.h).
//
// -Woffload-variable-write: a device's copy of a device variable (offload_global) begins with the
// value of the initialiser, and then only kernels and offload_update_to change it. So a launch on a
// device does not see what the host has assigned before, not even before the first launch. Where
// the CPU runs the kernel, there is only one variable, and it does.
//
// The warning is given only if everything is evident in the file: nothing in it updates the
// variable, or uses its address in another way; a function of the host assigns to it, or calls a
// function that does; whenever that is executed, a launch follows in the same function, or in one
// that it calls; and of the kernels that use the variable, the first one that is launched then
// reads it before it writes it. There is no warning if the host assigns the value that the variable
// still has on the device, zero or the initialiser's; if a function that mentions the variable
// contains switch, goto, assembly or OpenMP; and, unless the variable is static, if a function of
// another file, which may update it, is called in between.
#ifndef OC_HOSTWRITES_H
#define OC_HOSTWRITES_H

#include "scan/ast/ast.h"
#include "scan/variables.h"

// Checks the host's functions for writes of device variables: the unit's, and those of other files
// that its kernels use, of which the initial value is not known and taken for zero. The unit's
// kernels must be filled in, and its launches valid.
void oc_hostwrites_check(struct oc_ast *ast, const struct oc_unit *unit,
                         const struct oc_cursors *variables);

#endif
