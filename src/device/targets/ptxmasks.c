#include "device/targets/ptxmasks.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#define REGISTER "%whole_warp"

static const char mask[] = ", -1;\n";

static const char *after_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

// Whether the line, which ends at `next`, is a shuffle or vote of all lanes, and nothing else.
static bool is_of_all(const char *line, const char *next) {
    size_t length = strlen(mask);
    return (oc_starts_with(line, "\tshfl.sync.") || oc_starts_with(line, "\tvote.sync.")) &&
           (size_t)(next - line) > length && memcmp(next - length, mask, length) == 0 &&
           memchr(line, ';', (size_t)(next - line)) == next - strlen(";\n");
}

static bool has_any(const char *body, const char *end) {
    for (const char *line = body, *next; line < end; line = next) {
        next = after_line(line);
        if (is_of_all(line, next))
            return true;
    }
    return false;
}

// Whether the line after this one begins a statement, if this one does as `is_beginning` says. In
// inline assembly, a guard may be a line of its own.
static bool ends_statement(const char *line, const char *next, bool is_beginning) {
    if (oc_starts_with(line, "\t//") || oc_starts_with(line, "\t.loc\t"))
        return is_beginning;
    return next - line >= 2 && strchr(";:{}", next[-2]);
}

// Whether another basic block may begin in the line: at a label, or after a guarded branch.
static bool may_begin_block(const char *line, const char *next) {
    size_t length = (size_t)(next - line);
    return memchr(line, ':', length) || memchr(line, '@', length);
}

// Adds the text of a function from `body` to `end`, with masks in the register.
static void add_function(struct oc_text *out, const char *body, const char *end) {
    bool is_set = false, is_beginning = true;
    for (const char *line = body, *next; line < end; line = next) {
        next = after_line(line);
        is_set = is_set && !may_begin_block(line, next);
        if (is_of_all(line, next) && (is_set || is_beginning)) {
            if (!is_set)
                oc_text_add(out, "\tmov.b32 \t" REGISTER ", -1;\n");
            oc_text_add_bytes(out, line, (size_t)(next - line) - strlen(mask));
            oc_text_add(out, ", " REGISTER ";\n");
            is_set = true;
        } else {
            oc_text_add_bytes(out, line, (size_t)(next - line));
        }
        is_beginning = ends_statement(line, next, is_beginning);
    }
}

struct oc_bytes oc_ptx_share_masks(struct oc_arena *arena, struct oc_bytes text) {
    struct oc_text out = {.arena = arena};
    const char *copied = text.data;
    // Only inline assembly has long comments.
    if (!strstr(text.data, "\n.target sm_8") || strstr(text.data, REGISTER) ||
        strstr(text.data, "/*"))
        return text;
    for (const char *line = text.data, *end; *line; line = after_line(line)) {
        if (*line != '{')
            continue;
        const char *body = after_line(line);
        for (end = body; *end && *end != '}'; end = after_line(end))
            continue;
        if (has_any(body, end)) {
            oc_text_add_bytes(&out, copied, (size_t)(body - copied));
            oc_text_add(&out, "\t.reg .b32 \t" REGISTER ";\n");
            add_function(&out, body, end);
            copied = end;
        }
        line = end;
    }
    if (copied == text.data)
        return text;
    oc_text_add(&out, copied);
    return (struct oc_bytes){out.data, out.length};
}
