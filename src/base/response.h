// response.h - the text of a response file (@file): words, quoted where they have to be.
#ifndef OC_BASE_RESPONSE_H
#define OC_BASE_RESPONSE_H

#include "base/text.h"

// Splits a text by clang's reading of GNU's rules: blanks separate, quotes and backslashes protect,
// and a word of no characters is none.
void oc_response_split(struct oc_arena *arena, const char *text, size_t length,
                       struct oc_args *out);

// Adds a word to a text, so that splitting gives it back.
void oc_response_quote(struct oc_text *text, const char *word);

#endif
