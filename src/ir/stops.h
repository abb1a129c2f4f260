// stops.h - abort and exit in kernels: messages that name the thread, as an assertion's does.
#ifndef OC_STOPS_H
#define OC_STOPS_H

#include "ir/ir.h"

// Calls of abort and exit in a function of device code become calls of __assert_fail, with the
// place of the call: "Assertion `exit(3) is not called' failed." Where the code has no lines,
// because it was compiled for the host without -g, the place is `place`.
void oc_stops_make_assertions(struct oc_ir *ir, LLVMValueRef function, struct oc_place place);

// The same in all functions of a module.
void oc_stops_make_all_assertions(struct oc_ir *ir);

#endif
