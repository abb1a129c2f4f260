// readsfirst.h - whether a kernel reads a parameter's elements before it writes any, judged by the
// order of its text. Private to the scan (see scan.h).
#ifndef OC_READSFIRST_H
#define OC_READSFIRST_H

#include "scan/ast/ast.h"

// Whether the first use of the parameter in the kernel's definition, in the order of the text, may
// be a read: it is not the left side of a plain assignment. If this is false, the kernel may write
// the array completely, and then the array is not copied to the device (narrow.h).
bool oc_reads_first(struct oc_ast *ast, CXCursor param);

#endif
