// assemblyplaces.h - places of inline assembly in the text that an assembler gets.
//
// LLVM writes a statement of inline assembly into the text as it is, and an assembler that refuses
// it names a line of that text. So a comment follows each statement, with its place in the source
// (OC_TARGET_PLACE_MARK); the driver looks there (driver/refused.h).
#ifndef OC_ASSEMBLYPLACES_H
#define OC_ASSEMBLYPLACES_H

#include "ir/ir.h"

// For targets whose code is text. To be called while the module has the front end's line tables.
void oc_assemblyplaces_mark(struct oc_ir *ir);

#endif
