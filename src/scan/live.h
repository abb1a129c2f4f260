// live.h - which kernels of headers a unit uses. Private to the scan (see scan.h).
#ifndef OC_LIVE_H
#define OC_LIVE_H

#include "scan/ast/ast.h"

// Removes the kernels with the mark offload_if_used that nothing in the unit refers to. Code counts
// if a function with external linkage or the initial value of a variable refers to it, directly or
// through other functions; so a static function that nothing uses does not make its kernels used.
void oc_live_keep(struct oc_ast *ast, struct oc_cursors *kernels);

#endif
