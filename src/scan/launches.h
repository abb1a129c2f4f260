// launches.h - what offload() is given, on the host. Private to the scan (see scan.h).
#ifndef OC_LAUNCHES_H
#define OC_LAUNCHES_H

#include "scan/ast/ast.h"

// The function that a call launches by offload(); a null cursor if it launches none, or what a
// pointer holds.
CXCursor oc_launches_function(struct oc_ast *ast, CXCursor call);

// A launch of a kernel that the unit defines.
struct oc_kernel_launch {
    CXCursor call;
    CXCursor definition; // of the kernel
    const struct oc_kernel *kernel;
};

// Whether a statement or expression is one, with an argument for each parameter. A plain call of a
// kernel is one, too, of one thread.
bool oc_launches_kernel(struct oc_ast *ast, const struct oc_unit *unit, CXCursor call,
                        struct oc_kernel_launch *out);

// Whether a launch by offload() names a device.
bool oc_launches_has_device(struct oc_ast *ast, CXCursor call);

// Reports the launches of functions that are no kernels; pointers to functions pass, since what
// they hold is not known. Reports offload() without arguments, as a statement of its own. False
// after a report.
//
// Lists the launches by name in `unit->launches`, plain calls in functions that are no kernels
// included.
//
// Adds to the unit's kernels the block sizes that launches by name give them (unit.h): constant
// ones, and those that the runtime chooses where a launch gives none (src/runtime/launch/launch.c).
bool oc_launches_read(struct oc_ast *ast, struct oc_unit *unit);

#endif
