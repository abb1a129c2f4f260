// redeclarations.h - declarations of one kernel that say different things about what is copied.
// Private to the scan (see scan.h).
//
// C takes `float x[n]` and `float x[2 * n]` for the same type. So it is easy to change only one of
// the two. What counts is the bound of the definition, and the marks of the definition and of the
// declarations before it: a definition need not repeat what a header's prototype says. clang
// reports types that differ, such as `const float x[n]` and `float x[n]`.
//
// -Woffload-declarations-differ: a declaration has another bound, count or offload_block_limit than
// the definition, or lacks a mark that counts, or is after the definition and has a mark that does
// not count. A parameter without any of these, such as `float *x`, says nothing, and is not
// compared.
#ifndef OC_REDECLARATIONS_H
#define OC_REDECLARATIONS_H

#include "scan/ast/ast.h"

// Compares the other declarations of kernels, at file scope, with these definitions.
void oc_redeclarations_check(struct oc_ast *ast, const struct oc_cursors *definitions);

#endif
