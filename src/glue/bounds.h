// bounds.h - bounds as C text, for the functions that launch (maps.h). Private to the glue.
//
// Parameter i is __offloadcc_p<i>; the struct whose members a count uses is (*__offloadcc_e). What
// may have no result is a call of the runtime's checked arithmetic (preamble.h), here "*", 42, in a
// signed type of 4 bytes:
//
//   int w, float x[w * 2]
//   ((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 42, 4, 1,
//       __offloadcc_p0, ((int)2LL)))
#ifndef OC_GLUE_BOUNDS_H
#define OC_GLUE_BOUNDS_H

#include "base/text.h"
#include "model/expression.h"

void oc_glue_add_bound(struct oc_text *text, const struct oc_expression *expression);

#endif
