#include "driver/ppline.h"

#include "base/text.h"

#include <string.h>

enum { LONGEST_LINE = 65536 };

// 3: in a name; 2: not at its beginning.
const unsigned char oc_ppline_names[256] = {
    ['A' ... 'Z'] = 3, ['a' ... 'z'] = 3,   ['_'] = 3,
    ['$'] = 3,         [0x80 ... 0xff] = 3, ['0' ... '9'] = 2,
};

// The length of a backslash and the end of the line, or 0. As in clang, blanks may be between.
static size_t skip_splice(const char *at, const char *end) {
    if (at == end || *at != '\\')
        return 0;
    const char *next = at + 1;
    while (next < end && oc_ppline_is_blank(*next))
        next++;
    return next < end && *next == '\n' ? (size_t)(next + 1 - at) : 0;
}

const char *oc_ppline_after_word(const char *at, const char *end, const char *word) {
    size_t length = strlen(word);
    if ((size_t)(end - at) >= length && memcmp(at, word, length) == 0)
        return at + length;
    for (; *word; word++, at++) {
        while (at < end && *at == '\\' && skip_splice(at, end))
            at += skip_splice(at, end);
        if (at == end || *at != *word)
            return NULL;
    }
    return at;
}

static const char *after_comment(const char *at, const char *end) {
    const char *close = memmem(at, (size_t)(end - at), "*/", 2);
    return close ? close + 2 : end;
}

const char *oc_ppline_skip_blank(const char *at, const char *end) {
    while (at < end) {
        size_t spliced = skip_splice(at, end);
        if (spliced)
            at += spliced;
        else if (oc_ppline_is_blank(*at))
            at++;
        else if (end - at >= 2 && at[0] == '/' && at[1] == '*')
            at = after_comment(at + 2, end);
        else
            break;
    }
    return at;
}

const char *oc_ppline_after_quoted(const char *at, const char *end) {
    char quote = *at++;
    while (at < end && *at != quote && *at != '\n')
        at += skip_splice(at, end) ? skip_splice(at, end) : *at == '\\' && end - at >= 2 ? 2 : 1;
    return at < end && *at == quote ? at + 1 : at;
}

// Raw strings and trigraphs can hide what a quote or a backslash means.
static bool is_plain(const char *text, const char *at) {
    size_t length = (size_t)(at - text);
    return !memmem(text, length, "R\"", 2) && !memmem(text, length, "?\?/", 3);
}

bool oc_ppline_is_comment(const char *text, const char *end, const char *at) {
    const char *next = text;
    while (next < at) {
        if (*next == '"' || *next == '\'') {
            next = oc_ppline_after_quoted(next, end);
        } else if (end - next >= 2 && next[0] == '/' && next[1] == '*') {
            next = after_comment(next + 2, end);
            if (next > at)
                return is_plain(text, at);
        } else if (end - next >= 2 && next[0] == '/' && next[1] == '/') {
            for (next += 2; next < end && *next != '\n';) {
                size_t spliced = skip_splice(next, end);
                next += spliced ? spliced : 1;
            }
            if (next > at)
                return is_plain(text, at);
        } else {
            next++;
        }
    }
    return false;
}

// The rest of a directive's line on one line. `literal`: comments are left alone, as what may be in
// a header's name; else they are blanks.
static const char *one_line(struct oc_arena *arena, const char *at, const char *end, bool literal) {
    struct oc_text line = {.arena = arena};
    oc_text_add(&line, "");
    while (at < end && *at != '\n' && line.length < LONGEST_LINE) {
        size_t spliced = skip_splice(at, end);
        const char *next = at + 1;
        if (spliced) {
            at += spliced;
            continue;
        }
        if (!literal && end - at >= 2 && at[0] == '/' && at[1] == '/')
            break;
        if (!literal && end - at >= 2 && at[0] == '/' && at[1] == '*') {
            oc_text_add(&line, " ");
            at = after_comment(at + 2, end);
            continue;
        }
        if (!literal && (*at == '"' || *at == '\''))
            next = oc_ppline_after_quoted(at, end);
        else
            while (next < end && (oc_ppline_is_name(*next) || *next == ' '))
                next++;
        // A string goes over lines only by splices, whose characters no header's name has.
        oc_text_add_bytes(&line, at, (size_t)(next - at));
        at = next;
    }
    return line.data;
}

const char *oc_ppline_tokens(struct oc_arena *arena, const char *at, const char *end) {
    return one_line(arena, at, end, false);
}

const char *oc_ppline_header(struct oc_arena *arena, const char *at, const char *end) {
    at = oc_ppline_skip_blank(at, end);
    return one_line(arena, at, end, at < end && (*at == '"' || *at == '<'));
}
