// rounding.h - bounds that are rounded, perhaps so that all threads of a block run a loop equally
// often. Private to the scan (see scan.h).
//
//     whole = (n + size - 1) / size * size;
//     for (i = offload_thread_id(0); i < whole; i += size)
#ifndef OC_ROUNDING_H
#define OC_ROUNDING_H

#include "scan/ast/ast.h"

// Whether a condition compares something with a number that a product of a quotient, a remainder, a
// mask or a function made, also if the number was kept in a variable.
bool oc_rounding_may_be(struct oc_ast *ast, CXCursor condition);

#endif
