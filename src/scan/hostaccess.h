// hostaccess.h - accesses of host code to an array that a data region keeps on the device. Private
// to the scan (see scan.h).
//
// -Woffload-region-host-access: in a region's block, the host and the device have separate copies.
// A write on the host is lost if the end of the region copies the device's elements over it; and a
// later launch does not see it. A read on the host does not see what an earlier launch wrote. With
// --offload-arch=none there is only one copy, so the same program has other results.
//
// The warning is given only if everything is evident in the block: the array is a variable, the
// item and the launch contain the element, no update can come between the access and the launch,
// and whenever the access is executed, so is the launch. In case of doubt there is no warning: if
// the variable's address is used in another way, if another item or region names it, if a region or
// launch has `.device`, if the block contains switch, goto, assembly, OpenMP, offload_enter_data or
// offload_exit_data, and for offload_alloc.
#ifndef OC_HOSTACCESS_H
#define OC_HOSTACCESS_H

#include "scan/ast/ast.h"

// Checks the host's functions. The unit's kernels must be filled in, and its launches valid.
void oc_hostaccess_check(struct oc_ast *ast, const struct oc_unit *unit);

#endif
