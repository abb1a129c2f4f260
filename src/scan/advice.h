// advice.h - launches that move what need not move. Private to the scan (see scan.h).
//
// Hints about what is plain to see in the host's functions, each with the warning that shows it:
//
//   offload-copy-in-loop     an array that is mapped in each turn of a loop, where only launches
//   use
//                            it
//   offload-redundant-copy   an array that one launch brings back and the next sends again
//   offload-plain-call       a call, without offload(), of a kernel that asks for its index and
//   does
//                            not go on in strides
//
// The first two are about speed, and an outer function may have mapped the array already: they are
// warnings only where the user asks for them; --offload-report always has them.
#ifndef OC_ADVICE_H
#define OC_ADVICE_H

#include "scan/ast/ast.h"

// Fills unit->hints, and reports those whose warnings are on. The unit's kernels are known.
void oc_advice_give(struct oc_ast *ast, struct oc_unit *unit);

#endif
