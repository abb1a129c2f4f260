// dontcall.h - calls of functions that are declared with __attribute__((error)) or ((warning)).
//
// LLVM reports each such call that the optimiser leaves. It identifies the place by a number that
// only the front end that read the source can decode. A clang that reads our bitcode would print a
// wrong place (driver/irmessages.h).
#ifndef OC_DONTCALL_H
#define OC_DONTCALL_H

#include "ir/ir.h"

// Gives all such calls a number that clang reads as "no place". With `places`, also adds the call's
// place to the name of the called function, so that messages show it: "f@x.c:3:5". A module with
// such names can only be used for its messages.
void oc_dontcall_prepare(struct oc_ir *ir, bool places);

#endif
