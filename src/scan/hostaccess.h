// hostaccess.h - accesses of the host to an array that a data region has on the device. Private to
// the scan (see scan.h).
//
// -Woffload-region-host-access: in a region's block the host and the device have copies of their
// own. A write of the host is lost where the region's end copies the device's elements over it, or
// a launch after it uses them; a read misses what a launch before it wrote. The same program with
// --offload-arch=none has one copy, and other results.
//
// It is said only where all of it is plain to see in the block: the array is a variable, the item
// and the launch have the element, no update may come between, and the launch runs wherever the
// access does. In doubt nothing is said: where the variable's address goes another way or another
// item or region names it, in a region or launch with `.device`, with switch, goto, assembly or
// OpenMP in the block, beside offload_enter_data and offload_exit_data, and for offload_alloc.
#ifndef OC_HOSTACCESS_H
#define OC_HOSTACCESS_H

#include "scan/ast/ast.h"

// Looks through the host's functions. The unit's kernels are known, and its launches were valid.
void oc_hostaccess_check(struct oc_ast *ast, const struct oc_unit *unit);

#endif
