// laterbounds.h - bounds of arrays that use a later parameter of the kernel.
//
// In CUDA's order, a kernel's arrays come before their sizes: `float x[n], int n`. But a bound only
// knows the parameters before it, so clang says that `n` is undeclared.
#ifndef OC_LATERBOUNDS_H
#define OC_LATERBOUNDS_H

#include "scan/ast/ast.h"

// What to write instead, if clang's error is about a kernel's bound that uses a later parameter;
// else NULL. `spelling`: the error's text, which names an undeclared identifier in quotes.
const char *oc_laterbounds_explain(struct oc_ast *ast, CXDiagnostic error, const char *spelling);

#endif
