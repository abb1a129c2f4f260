// response.h - the text of a response file (@file): words, quoted where they have to be.
#ifndef OC_BASE_RESPONSE_H
#define OC_BASE_RESPONSE_H

#include "base/text.h"

// Splits a text into words as clang does for GNU response files: blanks separate words, and quotes
// and backslashes protect characters. Empty words are dropped.
void oc_response_split(struct oc_arena *arena, const char *text, size_t length,
                       struct oc_args *out);

// Adds a word to the text of a response file, quoted so that oc_response_split returns the same
// word.
void oc_response_quote(struct oc_text *text, const char *word);

#endif
