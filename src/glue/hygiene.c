#include "glue/hygiene.h"

#include <ctype.h>
#include <string.h>

static bool is_identifier_start(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

static bool is_identifier_part(char c) {
    return isalnum((unsigned char)c) || c == '_' || (unsigned char)c >= 0x80;
}

// The end of what begins at `at` and holds no identifier to undefine: a comment or a literal. The
// words of pragmas are macros too.
static const char *skip_opaque(const char *at) {
    if (at[0] == '/' && at[1] == '/')
        return at + strcspn(at, "\n");
    if (*at == '"' || *at == '\'') {
        char quote = *at++;
        while (*at && *at != quote)
            at += at[0] == '\\' && at[1] ? 2 : 1;
        return *at ? at + 1 : at;
    }
    return at;
}

static bool contains_string(const struct oc_args *set, const char *string) {
    for (size_t i = 0; i < set->count; i++)
        if (strcmp(set->items[i], string) == 0)
            return true;
    return false;
}

const char *oc_glue_finish(struct oc_arena *arena, const char *body) {
    struct oc_text text = {.arena = arena};
    struct oc_args seen = {.arena = arena};
    oc_text_add(&text, "\n#pragma clang diagnostic push\n"
                       "#pragma clang diagnostic ignored \"-Weverything\"\n");
    for (const char *at = body; *at;) {
        const char *end = skip_opaque(at);
        if (end != at) {
            at = end;
            continue;
        }
        if (!is_identifier_part(*at)) {
            at++;
            continue;
        }
        const char *start = at;
        while (is_identifier_part(*at))
            at++;
        char *word = oc_arena_strndup(arena, start, (size_t)(at - start));
        // The preprocessor's own: no macro has that name, and to undefine it is an error.
        if (!is_identifier_start(*word) || strcmp(word, "defined") == 0 ||
            contains_string(&seen, word))
            continue;
        oc_args_add(&seen, word);
        oc_text_printf(&text, "#undef %s\n", word);
    }
    oc_text_add(&text, body);
    oc_text_add(&text, "#pragma clang diagnostic pop\n");
    return text.data;
}
