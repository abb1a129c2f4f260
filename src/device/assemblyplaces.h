// assemblyplaces.h - the places of inline assembly in the source, for an assembler's messages.
//
// LLVM copies a statement of inline assembly into its output, and an assembler that rejects the
// statement names a line of that output. So a comment with the place in the source
// (OC_TARGET_PLACE_MARK) is added after each statement, where the driver looks for it
// (driver/refused.h).
#ifndef OC_ASSEMBLYPLACES_H
#define OC_ASSEMBLYPLACES_H

#include "ir/ir.h"

// Adds the comments. For targets whose code is text; call it while the module has the front end's
// line tables.
void oc_assemblyplaces_mark(struct oc_ir *ir);

#endif
