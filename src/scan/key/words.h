// words.h - the words of C text, found without preprocessing it: identifiers, keywords, macros.
#ifndef OC_WORDS_H
#define OC_WORDS_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

// What is left of a stretch of text, which has a NUL somewhere after it. It begins outside of
// comments and literals.
struct oc_words {
    struct oc_bytes text;
    size_t at, end;
    char quote; // of the literal that `at` is in, or 0
};

struct oc_word {
    const char *text;
    size_t begin, length;
};

// The next word, in literals too, since names may stand there (alias("f")), but not in comments.
bool oc_words_next(struct oc_words *words, struct oc_word *out);

bool oc_word_is(struct oc_word word, const char *name);

// Leaves out the rest of the line.
void oc_words_skip_line(struct oc_words *words);

// Whether the stretch has these bytes.
bool oc_words_contain(struct oc_words words, const char *bytes);

// Whether a word may be written across a line's end, or with a character's number (\u00e9), where
// oc_words_next sees two words. Blanks may stand before the line's end.
bool oc_words_split(struct oc_words words);

// Goes to the next place where a directive of the preprocessor may begin, after its '#'; false:
// there is none. Comments are not told from other text.
bool oc_words_directive(struct oc_words *words);

#endif
