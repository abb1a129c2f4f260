// uses.h - what a kernel asks for, with all that it calls: indices, and dynamic shared memory.
// Private to the scan (see scan.h).
#ifndef OC_USES_H
#define OC_USES_H

#include "scan/ast/ast.h"

// Calls in the kernel and in what it calls or takes the address of, whether they are reached or
// not.
struct oc_uses {
    unsigned dimensions; // bit d: an index, a size or a count in dimension d
    bool index;          // the place of the thread
    bool strides;        // how many threads there are: so they may share out any number of elements
    bool dynamic_shared;
};

struct oc_uses oc_uses_of(struct oc_ast *ast, CXCursor function);

#endif
