// modifiers.h - what follows an instruction's operands: "offset:16", "row_shr:1", "clamp".
#ifndef AMD_MODIFIERS_H
#define AMD_MODIFIERS_H

#include "instruction.h"

// Reads one modifier; false: it is not known.
bool modifier_read(const char *text, struct modifiers *modifiers);

#endif
