// objects.h - arrays that are given for parameters, where their sizes are seen. Private to the scan
// (see scan.h).
#ifndef OC_OBJECTS_H
#define OC_OBJECTS_H

#include "scan/ast/ast.h"

// The bytes from where an expression points to the end of the array or variable there. False where
// that is not seen: in members, whose structs may go on after them, too.
bool oc_object_bytes(struct oc_ast *ast, CXCursor expression, int64_t *bytes);

// Warns of arguments of a launch that are smaller than the kernel's bounds say
// (offload-beyond-array).
void oc_objects_check(struct oc_ast *ast, CXCursor call, const struct oc_kernel *kernel,
                      const struct oc_launch *launch);

#endif
