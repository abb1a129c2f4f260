#include "device/targets/ptxbranches.h"

#include "base/text.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

// A branch that is a line of its own, in the form in which LLVM writes it.
struct branch {
    const char *guard;       // the predicate's name; NULL: the branch is taken always
    size_t guard_length;     // of the name
    bool guard_is_inverse;   // `@!`
    const char *label;       // where it leads
    size_t label_length;     // of the label
    const char *line, *next; // this line and the one after it; NULL: this is no such branch
};

static const char *after_line(const char *at) {
    const char *end = strchr(at, '\n');
    return end ? end + 1 : at + strlen(at);
}

// The letters of a name in PTX (PTX ISA, "Identifiers").
static size_t name_length(const char *at) {
    static const char letters[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$%";
    return strspn(at, letters);
}

static bool skip(const char **at, const char *text) {
    if (!oc_starts_with(*at, text))
        return false;
    *at += strlen(text);
    return true;
}

static struct branch read_branch(const char *line) {
    struct branch branch = {.line = line};
    const char *at = line;
    if (skip(&at, "\t@")) {
        branch.guard_is_inverse = skip(&at, "!");
        branch.guard = at;
        branch.guard_length = name_length(at);
        at += branch.guard_length;
        if (branch.guard_length == 0 || !skip(&at, " bra \t"))
            return branch;
    } else if (!skip(&at, "\tbra.uni \t")) {
        return branch;
    }
    branch.label = at;
    branch.label_length = name_length(at);
    at += branch.label_length;
    if (branch.label_length > 0 && skip(&at, ";\n"))
        branch.next = at;
    return branch;
}

// The first line from `line` on that is no place in the source.
static const char *after_places(const char *line) {
    while (oc_starts_with(line, "\t.loc\t"))
        line = after_line(line);
    return line;
}

// Whether the code from `line` on begins with the label that the branch leads to; other labels may
// come first.
static bool leads_to(const struct branch *branch, const char *line) {
    for (line = after_places(line);; line = after_places(after_line(line))) {
        size_t length = name_length(line);
        if (length == 0 || !oc_starts_with(line + length, ":\n"))
            return false;
        if (length == branch->label_length && memcmp(line, branch->label, length) == 0)
            return true;
    }
}

// Adds the changed form of a branch's lines to `out`. Returns the line after them; or NULL, and
// adds nothing, if the branch stays.
static const char *join(struct oc_text *out, const struct branch *first) {
    if (!first->guard)
        return leads_to(first, first->next) ? first->next : NULL;
    struct branch second = read_branch(after_places(first->next));
    if (!second.next || second.guard || !leads_to(first, second.next))
        return NULL;
    oc_text_printf(out, "\t@%s%.*s bra \t%.*s;\n", first->guard_is_inverse ? "" : "!",
                   (int)first->guard_length, first->guard, (int)second.label_length, second.label);
    oc_text_add_bytes(out, first->next, (size_t)(second.line - first->next));
    return second.next;
}

struct oc_bytes oc_ptx_join_branches(struct oc_arena *arena, struct oc_bytes text) {
    struct oc_text out = {.arena = arena};
    const char *copied = text.data;
    for (const char *line = text.data, *next; *line; line = next) {
        struct oc_text joined = {.arena = arena};
        struct branch branch = read_branch(line);
        next = branch.next ? join(&joined, &branch) : NULL;
        if (!next) {
            next = after_line(line);
            continue;
        }
        oc_text_add_bytes(&out, copied, (size_t)(line - copied));
        oc_text_add_bytes(&out, joined.data, joined.length);
        copied = next;
    }
    if (copied == text.data)
        return text;
    oc_text_add(&out, copied);
    return (struct oc_bytes){out.data, out.length};
}
