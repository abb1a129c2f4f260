// countnames.h - parameters whose names say that they count. Private to the scan (see scan.h).
#ifndef OC_COUNTNAMES_H
#define OC_COUNTNAMES_H

#include "scan/ast/ast.h"

// The count of the elements of `param`, a parameter of `function`, as the integer parameters' names
// suggest: one with the pointer's own name in it (`num_nodes`, `nodes_len` or `nnodes` for
// `nodes`); else the only one that is called like a count (`n`, `size`, `numElements`); else
// `rows * cols`, `width * height` or `nx * ny * nz`. NULL: no name does. `other`, if it is not
// NULL, says of each parameter whether it is known to be something else. Sets *before to whether
// the count uses only parameters before the pointer.
const char *oc_countnames_find(struct oc_ast *ast, CXCursor function, CXCursor param,
                               const bool *other, bool *before);

// The same for a struct's member `field`, of other members. Sets *before to whether the count uses
// only members before it.
const char *oc_countnames_find_member(struct oc_ast *ast, CXCursor field, bool *before);

#endif
