// boundless.h - what to write where a kernel's pointer has no bound. Private to the scan (see
// scan.h).
#ifndef OC_BOUNDLESS_H
#define OC_BOUNDLESS_H

#include "scan/ast/ast.h"

// The end of a message about parameter `param` of `function`, which is a pointer without a bound:
//
//   write 'float power[rows * cols]' or 'float *power offload_count(rows * cols)', as the kernel
//   seems to use elements up to index 'rows * cols - 1' (line 7), or mark it offload_device_ptr if
//   it is a device address
//
// The count is what the kernel's code shows (extents/extents.h), else what the parameters' names
// say (extents/countnames.h); if neither does, the message says what a count is. `element` is the
// element type to suggest instead of the parameter's own; NULL: its own.
const char *oc_boundless_advice(struct oc_ast *ast, CXCursor function, CXCursor param,
                                const char *element);

#endif
