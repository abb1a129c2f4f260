// hygiene.h - makes C text that user macros cannot affect.
#ifndef OC_HYGIENE_H
#define OC_HYGIENE_H

#include "base/text.h"

// Returns `body` ready to be appended to any source: after an #undef for each of its identifiers,
// and with clang's warnings turned off.
const char *oc_glue_finish(struct oc_arena *arena, const char *body);

#endif
