// Response files (@file), as llvm/Support/CommandLine.h expands them.
#include "base/file.h"
#include "options.h"

#include <ctype.h>
#include <string.h>

// Deeper than any sane nesting: what is beyond refers to itself.
enum { MAX_DEPTH = 32 };

void oc_options_split(struct oc_arena *arena, const char *text, size_t length,
                      struct oc_args *out) {
    size_t at = 0;
    char *word = oc_arena_alloc(arena, length + 1); // no word is longer than the text
    for (;;) {
        while (at < length && (isspace((unsigned char)text[at]) || text[at] == '\0'))
            at++;
        if (at >= length)
            return;
        size_t size = 0;
        char quote = 0;
        for (; at < length && text[at] && (quote || !isspace((unsigned char)text[at])); at++) {
            if (text[at] == '\\' && at + 1 < length)
                word[size++] = text[++at];
            else if (quote && text[at] == quote)
                quote = 0;
            else if (!quote && (text[at] == '"' || text[at] == '\''))
                quote = text[at];
            else
                word[size++] = text[at];
        }
        oc_args_add(out, oc_arena_strndup(arena, word, size));
    }
}

static bool expand(struct oc_arena *arena, const char *const *words, size_t count, unsigned depth,
                   struct oc_args *out) {
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct oc_bytes text;
        if (words[i][0] != '@' || depth == MAX_DEPTH ||
            oc_file_read(arena, words[i] + 1, &text) != 0) {
            oc_args_add(out, words[i]);
            continue;
        }
        struct oc_args inner = {.arena = arena};
        if (text.length >= 3 && memcmp(text.data, "\xef\xbb\xbf", 3) == 0)
            text = (struct oc_bytes){text.data + 3, text.length - 3};
        oc_options_split(arena, text.data, text.length, &inner);
        expand(arena, inner.items, inner.count, depth + 1, out);
        any = true;
    }
    return any;
}

bool oc_options_expand(struct oc_arena *arena, const char *const *words, size_t count,
                       struct oc_args *out) {
    return expand(arena, words, count, 0, out);
}
