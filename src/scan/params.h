// params.h - a kernel's parameters: how each is mapped. Private to the scan (see scan.h).
//
// The definition's prototype decides. Direction follows from const at the level of the elements,
// and from the marks of offload.h; a mark on an earlier declaration counts, since clang inherits
// it.
#ifndef OC_PARAMS_H
#define OC_PARAMS_H

#include "scan/ast/ast.h"
#include "scan/counts.h"

// Fills the parameters of `kernel`, whose name is set, from its definition. Every parameter that
// cannot be mapped is reported; false if there is one.
bool oc_params_read(struct oc_ast *ast, const struct oc_counts *counts, CXCursor definition,
                    struct oc_kernel *kernel);

#endif
