// refused.h - reports an assembler's errors at lines of the source.
//
// ptxas reports errors with line numbers of the PTX, which LLVM wrote and which is removed. In the
// PTX, inline assembly is followed by its place in the source (OC_TARGET_PLACE_MARK), so an error
// about it can be reported at that place.
#ifndef OC_DRIVER_REFUSED_H
#define OC_DRIVER_REFUSED_H

#include "base/arena.h"
#include "base/diag.h"

// Reports each error in `messages`, what an assembler printed about the text at `path`, at its
// place in the source. `tool`: the assembler's name. `arch`: the architecture. Reports nothing
// and returns false if there is no error, or one has no such place.
bool oc_refused_report(struct oc_arena *arena, struct oc_diag *diag, const char *path,
                       const char *messages, const char *tool, const char *arch);

#endif
