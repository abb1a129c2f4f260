// cplusplus.h - C++ that includes offload.h. Private to the scan (see scan.h).
//
// It may declare kernels (offload_cplusplus.h). clang takes a definition of one for a plain
// function of the host, so it is refused here.
#ifndef OC_CPLUSPLUS_H
#define OC_CPLUSPLUS_H

#include "scan/ast/ast.h"

// Reports each kernel that a parsed C++ source defines.
void oc_cplusplus_check(struct oc_ast *ast);

// What clang finds wrong with a C++ source may be that a declaration of a kernel is C, or is where
// C++ allows none. Reports errors that say so, and returns true, if that explains all of clang's;
// else adds notes to clang's, and returns false.
bool oc_cplusplus_explain(struct oc_ast *ast);

#endif
