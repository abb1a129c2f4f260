// hygiene.h - C text that stands any macro of the user's.
#ifndef OC_HYGIENE_H
#define OC_HYGIENE_H

#include "base/text.h"

// C text for the end of any source, ready to be appended to it: behind an #undef of each of its
// identifiers, with clang's warnings off.
const char *oc_glue_finish(struct oc_arena *arena, const char *body);

#endif
