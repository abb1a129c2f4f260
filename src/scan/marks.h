// marks.h - marks of kernels, parameters and pointers on declarations that cannot have them.
// Private to the scan (see scan.h). For the marks of variables see variables.h.
#ifndef OC_MARKS_H
#define OC_MARKS_H

#include "scan/ast/ast.h"

// Checks the marks on one declaration; `parent` is the cursor that it is a child of. A kernel's
// mark on what is neither a function nor a pointer to one is an error, and `*valid` becomes false.
// Other marks without an effect are warned of, unless the unit has errors: these may be about the
// same marks.
void oc_marks_check(struct oc_ast *ast, CXCursor declaration, CXCursor parent, bool *valid);

#endif
