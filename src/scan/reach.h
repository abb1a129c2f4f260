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

// Starts at the definitions of kernels and the initial values of device variables. Reports
// everything that device code cannot do, once each, with the chain of calls to it. Adds the
// constants at file scope that are used to `tables`, and the inline functions that unit.h describes
// to `inlines`. Returns false after a report.
bool oc_reach_walk(struct oc_ast *ast, const struct oc_cursors *kernels,
                   const struct oc_variables *variables, struct oc_args *tables,
                   struct oc_args *inlines);

#endif
