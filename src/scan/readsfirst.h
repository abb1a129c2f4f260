// readsfirst.h - whether a kernel reads a parameter's elements before it writes any, as its text
// has it. Private to the scan (see scan.h).
#ifndef OC_READSFIRST_H
#define OC_READSFIRST_H

#include "scan/ast/ast.h"

// Whether the first of the parameter's uses in the kernel's definition, in the order of the text,
// may read: it is not the left side of a plain assignment. A kernel of which this does not hold may
// write the array whole, and then it does not go to the device (narrow.h).
bool oc_reads_first(struct oc_ast *ast, CXCursor param);

#endif
