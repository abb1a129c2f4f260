// launches.h - the arguments of offload() in host code. Private to the scan (see scan.h).
#ifndef OC_LAUNCHES_H
#define OC_LAUNCHES_H

#include "scan/ast/ast.h"

// The function that a call launches with offload(). A null cursor if the call is not a launch, or
// if it launches through a pointer.
CXCursor oc_launches_function(struct oc_ast *ast, CXCursor call);

// A launch of a kernel that the unit defines.
struct oc_kernel_launch {
    CXCursor call;
    CXCursor definition; // of the kernel
    const struct oc_kernel *kernel;
};

// Whether a statement or expression is such a launch, with an argument for each parameter. A plain
// call of a kernel counts too, as a launch of one thread.
bool oc_launches_kernel(struct oc_ast *ast, const struct oc_unit *unit, CXCursor call,
                        struct oc_kernel_launch *out);

// Whether a launch with offload() has the option `.device`.
bool oc_launches_has_device(struct oc_ast *ast, CXCursor call);

// Reports launches of functions that are not kernels; launches through pointers are accepted, since
// the function is not known. Reports a statement that is only offload(...), without the kernel's
// arguments. Returns false after a report.
//
// Lists the launches that name their kernel in `unit->launches`, including plain calls in functions
// that are not kernels.
//
// Adds the block sizes of these launches to the unit's kernels (unit.h): constant ones, and those
// that the runtime chooses for launches that give none (src/runtime/launch/launch.c).
bool oc_launches_read(struct oc_ast *ast, struct oc_unit *unit);

#endif
