// reach.h - what device code refers to. Private to the scan (see scan.h).
//
// Device code is the kernels' bodies, the functions that they call or take the address of, the
// device variables, and the constants that these read, transitively, within the unit. Operands that
// are not evaluated (sizeof, typeof) do not count.
#ifndef OC_REACH_H
#define OC_REACH_H

#include "scan/ast/ast.h"
#include "scan/variables.h"

#include "base/text.h"

// Walks from the definitions of kernels and the initial values of device variables, reports
// whatever device code cannot do, each once with the calls that lead to it, and adds to `tables`
// the file-scope constants in use, to `inlines` the functions that unit.h says. False after a
// report.
bool oc_reach_walk(struct oc_ast *ast, const struct oc_cursors *kernels,
                   const struct oc_variables *variables, struct oc_args *tables,
                   struct oc_args *inlines);

#endif
