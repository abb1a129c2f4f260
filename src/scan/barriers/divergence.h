// divergence.h - barriers that not all threads of a block come to. Private to the scan (see
// scan.h).
//
// A warning, -Woffload-divergent-barrier, for what is plain to see: a barrier in a branch or loop
// whose condition depends on the thread's index, or behind a return, break or continue in such a
// branch. The functions that ask for an index count, the variable of offload_for, and local
// variables that are assigned from these. What is loaded from memory, passed as a parameter or
// returned by a function is not followed: it may be the same for all threads.
//
// A function is walked statement by statement, in the order of execution, with the variables that
// depend on the thread at each point. Loops are walked again until nothing new flows around them.
#ifndef OC_DIVERGENCE_H
#define OC_DIVERGENCE_H

#include "scan/ast/ast.h"

// Looks through all functions of the unit that come to a barrier, but system headers'.
void oc_divergence_check(struct oc_ast *ast);

#endif
