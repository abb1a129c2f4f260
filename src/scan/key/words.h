// words.h - the words of C text, found without preprocessing it: identifiers, keywords, macros.
#ifndef OC_WORDS_H
#define OC_WORDS_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>

// The rest of a part of a text, from byte `at` to byte `end` - 1. The part must begin outside of
// comments and literals, and the text must have a NUL after its end.
struct oc_words {
    struct oc_bytes text;
    size_t at, end;
    char quote; // the quotation mark of the literal that `at` is in, or 0
};

struct oc_word {
    const char *text;     // not terminated by a NUL
    size_t begin, length; // where it begins in the whole text, and its bytes
};

// Sets `out` to the next word, and goes to the byte after it. Returns false if there are no more
// words. Words in literals count, because they may be names (alias("f")); words in comments do not.
bool oc_words_next(struct oc_words *words, struct oc_word *out);

bool oc_word_is(struct oc_word word, const char *name);

// Goes to the end of the line.
void oc_words_skip_line(struct oc_words *words);

// Whether the rest contains these bytes.
bool oc_words_contain(struct oc_words words, const char *bytes);

// Whether the rest may contain a word that oc_words_next would take for two: one that continues on
// the next line, after a backslash, or has a universal character name (\u00e9).
bool oc_words_split(struct oc_words words);

// Goes to the byte after the next '#' that may begin a preprocessor directive. Returns false if
// there is none. Comments are treated like other text.
bool oc_words_directive(struct oc_words *words);

#endif
