// polytext.h - polynomials over names as C text, such as rows * cols - 1. Private to extents.
#ifndef OC_POLYTEXT_H
#define OC_POLYTEXT_H

#include "base/arena.h"
#include "model/polynomial.h"

// The text of a valid polynomial: `names[i]` is the text of the unknown i, which needs no
// parentheses in a product. Products of more names come first, then those with smaller numbers.
const char *oc_polytext(struct oc_arena *arena, const struct oc_poly *poly,
                        const char *const *names);

// The largest number of names in a product; 0 of an invalid polynomial without terms.
unsigned oc_polytext_degree(const struct oc_poly *poly);

#endif
