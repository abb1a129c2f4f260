// bounds.h - writes bounds as C text, for the functions that launch (maps.h). Private to the glue.
//
// Parameter i is __offloadcc_p<i>; the struct whose members a count uses is (*__offloadcc_e). An
// operation that may overflow or divide by zero becomes a call of the runtime's checked arithmetic
// (preamble.h). In this example the operator is "*", 42, in a signed type of 4 bytes:
//
//   int w, float x[w * 2]
//   ((int)__offloadcc_checked(__offloadcc_self, __offloadcc_at, __offloadcc_dim, 42, 4, 1,
//       __offloadcc_p0, ((int)2LL)))
#ifndef OC_GLUE_BOUNDS_H
#define OC_GLUE_BOUNDS_H

#include "base/text.h"
#include "model/expression.h"

// Adds the text of the bound to `text`. Without `checked`, operations are plain: the launch has
// checked them.
void oc_glue_add_bound(struct oc_text *text, const struct oc_expression *expression, bool checked);

#endif
