// dontcall.h - calls of functions that are declared with __attribute__((error)) or ((warning)).
//
// LLVM says so of each such call that the optimiser leaves, and names its place by a number that
// means something to the front end that read the source. Another clang, which reads our bitcode,
// would show some bytes of that instead (driver/irmessages.h).
#ifndef OC_DONTCALL_H
#define OC_DONTCALL_H

#include "ir/ir.h"

// Gives all calls the same number. With `places`, what is called gets the call's place after its
// name, by which messages can be told apart: "f@x.c:3:5". Such a module is good for its messages
// alone.
void oc_dontcall_prepare(struct oc_ir *ir, bool places);

#endif
