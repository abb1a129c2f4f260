// objects.h - arrays that are passed to kernels, if their sizes are visible. Private to the scan
// (see scan.h).
#ifndef OC_OBJECTS_H
#define OC_OBJECTS_H

#include "scan/ast/ast.h"

// Sets the number of bytes from the address that an expression has to the end of the array or
// variable there. Returns false if that is not visible; it is not for members either, since the
// struct may continue after the member.
bool oc_object_bytes(struct oc_ast *ast, CXCursor expression, int64_t *bytes);

// Warns about arguments of a launch that are smaller than the kernel's bounds say
// (-Woffload-beyond-array).
void oc_objects_check(struct oc_ast *ast, CXCursor call, const struct oc_kernel *kernel,
                      const struct oc_launch *launch);

// The same of a call of a function that offload_algorithms.h defines, or the user by its macros.
void oc_objects_check_algorithm(struct oc_ast *ast, CXCursor call);

#endif
