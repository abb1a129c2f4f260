// divergence.h - barriers that not all threads of a block reach. Private to the scan (see scan.h).
//
// The warning -Woffload-divergent-barrier is given for evident cases: a barrier in a branch or loop
// whose condition depends on the thread's index, or after a return, break or continue in such a
// branch. These values depend on the thread: the results of index functions, the variable of
// offload_for, and local variables that are assigned from such values. Values that are loaded from
// memory, passed as a parameter or returned by a function may be the same for all threads, and give
// no warning.
//
// A function is walked statement by statement, in the order of execution, with the set of variables
// that depend on the thread at each point. Loops are walked again until the set no longer grows.
#ifndef OC_DIVERGENCE_H
#define OC_DIVERGENCE_H

#include "scan/ast/ast.h"

// Checks all functions of the unit that reach a barrier, except those of system headers.
void oc_divergence_check(struct oc_ast *ast);

#endif
