#include "artifacts/depfile.h"

#include <string.h>

struct parser {
    struct oc_arena *arena;
    const char *at, *end;
    struct oc_text word;
    bool in_word;
    bool in_targets;  // before the rule's colon
    bool has_targets; // something stands there
    struct oc_args *names;
};

static bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r';
}

static bool at_line_end(const struct parser *parser, const char *at) {
    return at == parser->end || *at == '\n' ||
           (*at == '\r' && at + 1 < parser->end && at[1] == '\n');
}

static void add_to_word(struct parser *parser, const char *bytes, size_t count) {
    oc_text_add_bytes(&parser->word, bytes, count);
    parser->in_word = true;
}

static void end_word(struct parser *parser) {
    if (parser->in_word && !parser->in_targets)
        oc_args_add(parser->names,
                    oc_arena_strndup(parser->arena, parser->word.data, parser->word.length));
    else if (parser->in_word)
        parser->has_targets = true;
    parser->word.length = 0;
    parser->in_word = false;
}

// At a backslash: a continued line, an escape, or plain backslashes.
static void read_backslashes(struct parser *parser) {
    const char *from = parser->at;
    while (parser->at < parser->end && *parser->at == '\\')
        parser->at++;
    size_t count = (size_t)(parser->at - from);
    char next = parser->at < parser->end ? *parser->at : '\n';
    if (next == ' ') {
        add_to_word(parser, from, count / 2);
        if (count % 2)
            add_to_word(parser, parser->at++, 1);
        return;
    }
    if (next == '#') {
        add_to_word(parser, from, count - 1);
        add_to_word(parser, parser->at++, 1);
        return;
    }
    bool continued = at_line_end(parser, parser->at);
    if (count > continued)
        add_to_word(parser, from, count - continued);
    if (!continued)
        return;
    end_word(parser);
    parser->at += parser->at < parser->end && *parser->at == '\r';
    parser->at += parser->at < parser->end;
}

// Reads one character or escape that may belong to a word; false at one that ends the line.
static bool read_piece(struct parser *parser) {
    const char *at = parser->at;
    if (at_line_end(parser, at) || (*at == '#' && !parser->in_word))
        return false;
    if (is_blank(*at)) {
        end_word(parser);
        parser->at++;
    } else if (*at == '\\') {
        read_backslashes(parser);
    } else if (*at == '$' && at + 1 < parser->end && at[1] == '$') {
        add_to_word(parser, "$", 1);
        parser->at += 2;
    } else if (*at == ':' && parser->in_targets &&
               (at_line_end(parser, at + 1) || is_blank(at[1]) || at[1] == '\\')) {
        end_word(parser);
        parser->in_targets = false;
        parser->at++;
    } else {
        add_to_word(parser, at, 1);
        parser->at++;
    }
    return true;
}

bool oc_depfile_parse(struct oc_arena *arena, struct oc_bytes content, const char *path,
                      struct oc_diag *diag, struct oc_args *names) {
    struct parser parser = {.arena = arena,
                            .at = content.data,
                            .end = content.data + content.length,
                            .word = {.arena = arena},
                            .names = names};
    if (content.length && memchr(content.data, '\0', content.length)) {
        oc_error(diag, "'%s' is not a dependency file: it holds a NUL character", path);
        return false;
    }
    for (unsigned line = 1; parser.at < parser.end; line++) {
        parser.in_targets = true;
        parser.has_targets = false;
        while (read_piece(&parser))
            ;
        end_word(&parser);
        if (parser.in_targets && parser.has_targets) {
            oc_error(diag, "'%s' is not a dependency file: rule %u has no ':'", path, line);
            return false;
        }
        while (parser.at < parser.end && *parser.at++ != '\n')
            ;
    }
    return true;
}
