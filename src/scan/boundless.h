// boundless.h - what to write where a kernel's pointer has no bound. Private to the scan (see
// scan.h).
#ifndef OC_BOUNDLESS_H
#define OC_BOUNDLESS_H

#include "scan/ast/ast.h"

// The end of a message about parameter `param` of `function`, which is a pointer without a bound:
//
//   write 'const float x[n]' or 'const float *x offload_count(n)' if 'n' counts its elements, or
//   mark it offload_device_ptr if it is a device address
//
// An existing parameter is suggested as the count only if it is the only candidate. `element` is
// the element type to suggest instead of the parameter's own; NULL: its own.
const char *oc_boundless_advice(struct oc_ast *ast, CXCursor function, CXCursor param,
                                const char *element);

#endif
