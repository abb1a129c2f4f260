// readsfirst.h - whether a kernel reads a parameter's elements, or a variable at file scope, before
// it writes any of it, judged by the order of its text. Private to the scan (see scan.h).
#ifndef OC_READSFIRST_H
#define OC_READSFIRST_H

#include "scan/ast/ast.h"

// Whether the first use of the parameter in the kernel's definition, in the order of the text, may
// be a read: it is not the left side of a plain assignment. If this is false, the kernel may write
// the array completely, and then the array is not copied to the device (narrow.h).
bool oc_reads_first(struct oc_ast *ast, CXCursor param);

// How a kernel uses a variable at file scope first, in the order of its text, and of the functions
// of this unit that it calls.
enum oc_first_use { OC_FIRST_NONE, OC_FIRST_READ, OC_FIRST_WRITE };
enum oc_first_use oc_first_use_of(struct oc_ast *ast, CXCursor kernel, CXCursor variable);

#endif
