// advice.h - hints about launches that copy data unnecessarily. Private to the scan (see scan.h).
//
// The hints are about patterns that are evident in the host's functions. Each has a warning:
//
//   offload-copy-in-loop     an array is mapped in each iteration of a loop that uses it only in
//                            launches
//   offload-redundant-copy   one launch copies an array back, and the next copies it to the device
//   offload-plain-call       a call, without offload(), of a kernel that uses thread indices and
//                            has no loop with a stride
//
// The first two are about speed, and a calling function may have mapped the array already. So they
// are warnings only if the user turns them on; --offload-report always prints them.
#ifndef OC_ADVICE_H
#define OC_ADVICE_H

#include "scan/ast/ast.h"

// Fills unit->hints, and reports those whose warnings are on. The unit's kernels must be filled in.
void oc_advice_give(struct oc_ast *ast, struct oc_unit *unit);

#endif
