// uses.h - which of offload.h's functions a kernel uses: indices, dynamic shared memory, and
// barriers of the grid.
// Private to the scan (see scan.h).
#ifndef OC_USES_H
#define OC_USES_H

#include "scan/ast/ast.h"

// The functions are called in the kernel, or in a function that it calls or takes the address of;
// the calls need not be reachable.
struct oc_uses {
    unsigned dimensions; // bit d: an index, a size or a count in dimension d
    unsigned places;     // bit d: a place in the whole grid in dimension d, such as the global id
    bool strides;        // the number of threads, as loops that divide elements among threads do
    bool dynamic_shared; // offload_dynamic_shared
    bool grid_barrier;   // offload_grid_barrier
    bool waits;          // for other threads of the block, or its lanes; or has shared variables
};

struct oc_uses oc_uses_of(struct oc_ast *ast, CXCursor function);

#endif
