// ppline.h - the text of the preprocessor's directives: blanks, comments, continued lines, names.
#ifndef OC_DRIVER_PPLINE_H
#define OC_DRIVER_PPLINE_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>

// Of each character: 3 in names, 2 in names but not at their beginning, else 0.
extern const unsigned char oc_ppline_names[256];

static inline bool oc_ppline_is_name_start(char c) {
    return oc_ppline_names[(unsigned char)c] == 3;
}

static inline bool oc_ppline_is_name(char c) {
    return oc_ppline_names[(unsigned char)c] != 0;
}

// Whether it separates words within a line.
static inline bool oc_ppline_is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\f' || c == '\v' || c == '\r';
}

// If the text at `at` begins with `word`, in which lines may be continued, returns the position
// after it; else NULL.
const char *oc_ppline_after_word(const char *at, const char *end, const char *word);

// The position after blanks, comments and continued lines.
const char *oc_ppline_skip_blank(const char *at, const char *end);

// The position after the string or character constant that begins at `at`; the end of the line if
// it is not closed.
const char *oc_ppline_after_quoted(const char *at, const char *end);

// Whether the character at `at` is in a comment of the text; false if that is uncertain.
bool oc_ppline_is_comment(const char *text, const char *end, const char *at);

// The rest of a directive as one line, on the arena. Comments become blanks.
const char *oc_ppline_tokens(struct oc_arena *arena, const char *at, const char *end);

// The same for the text after the word "include". A header's name contains no comments.
const char *oc_ppline_header(struct oc_arena *arena, const char *at, const char *end);

#endif
