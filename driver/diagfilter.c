#include "driver/diagfilter.h"

#include <ctype.h>
#include <string.h>

enum line_kind {
    LINE_OTHER,
    LINE_INCLUDE,
    LINE_REMARK,
    LINE_WARNING,
    LINE_ERROR,
    LINE_COUNT,
    LINE_SARIF
};

const char *oc_diagfilter_plain(struct oc_arena *arena, const char *line, size_t length) {
    char *plain = oc_arena_alloc(arena, length + 1);
    size_t size = 0;
    for (size_t i = 0; i < length; i++) {
        if (line[i] == '\033' && i + 1 < length && line[i + 1] == '[') {
            i += 2;
            while (i < length && !isalpha((unsigned char)line[i]))
                i++;
        } else if (line[i] != '\r' && line[i] != '\n') {
            plain[size++] = line[i];
        }
    }
    return plain;
}

// "2 warnings and 1 error generated."
static bool is_count(const char *line) {
    if (!isdigit((unsigned char)line[0]) || !strstr(line, " generated"))
        return false;
    line += strspn(line, "0123456789");
    return oc_starts_with(line, " warning") || oc_starts_with(line, " error");
}

static enum line_kind kind_of(const char *line) {
    if (oc_starts_with(line, "In file included from "))
        return LINE_INCLUDE;
    if (is_count(line))
        return LINE_COUNT;
    if (oc_starts_with(line, "{\"$schema\":"))
        return LINE_SARIF;
    // Of an option, and so without a place.
    if (oc_starts_with(line, "error: "))
        return LINE_ERROR;
    if (oc_starts_with(line, "warning: "))
        return LINE_WARNING;
    if (oc_starts_with(line, "remark: "))
        return LINE_REMARK;
    // The severity follows the place or the program's name; a snippet begins with a blank.
    if (isspace((unsigned char)line[0]))
        return LINE_OTHER;
    const char *error = strstr(line, ": error: "), *fatal = strstr(line, ": fatal error: ");
    const char *warning = strstr(line, ": warning: "), *note = strstr(line, ": note: ");
    if (fatal && (!error || fatal < error))
        error = fatal;
    const char *first = error && (!warning || error < warning) ? error : warning;
    const char *remark = strstr(line, ": remark: ");
    if (!first || (remark && remark < first))
        first = remark;
    if (!first || (note && note < first))
        return LINE_OTHER;
    return first == remark ? LINE_REMARK : first == error ? LINE_ERROR : LINE_WARNING;
}

struct block {
    size_t start;
    const char *key; // NULL: text outside of messages, and before the message's line
    enum line_kind kind;
};

struct pass {
    struct oc_diagfilter *filter;
    const char *text;
    bool drop_repeats;
    const char *arch;
    struct oc_text *out;
    unsigned warnings, errors; // that were let through
};

// A pass's report begins with what differs without need, such as the source's length.
static const char *sarif_key(const char *line) {
    const char *results = strstr(line, "\"results\":");
    return results ? results : line;
}

// Passes may have been asked for the same message in different words: "[-Rpass=.*]".
static const char *without_flag(struct oc_arena *arena, const char *line) {
    const char *flag = strrchr(line, '[');
    if (!flag || flag == line || flag[1] != '-' || !oc_ends_with(line, "]"))
        return line;
    return oc_arena_strndup(arena, line, (size_t)(flag - line));
}

static bool is_blank(const char *text, size_t length) {
    for (size_t i = 0; i < length; i++)
        if (text[i] != '\n')
            return false;
    return true;
}

static bool was_shown(const struct oc_diagfilter *filter, const char *key) {
    if (oc_starts_with(key, "\"results\":[]"))
        return true; // nothing is missed
    for (size_t i = 0; i < filter->shown.count; i++)
        if (strcmp(filter->shown.items[i], key) == 0)
            return true;
    return false;
}

static void finish_block(struct pass *pass, const struct block *block, size_t end) {
    if (end == block->start)
        return;
    bool shown = block->key ? was_shown(pass->filter, block->key)
                            : is_blank(pass->text + block->start, end - block->start);
    if (shown && pass->drop_repeats)
        return;
    if (block->key && !shown)
        oc_args_add(&pass->filter->shown, block->key);
    pass->errors += block->kind == LINE_ERROR;
    pass->warnings += block->kind == LINE_WARNING;
    oc_text_add_bytes(pass->out, pass->text + block->start, end - block->start);
}

static void add_count(struct pass *pass, const char *line, size_t length) {
    if (!pass->drop_repeats) {
        oc_text_add_bytes(pass->out, line, length);
        return;
    }
    if (!pass->warnings && !pass->errors)
        return;
    if (pass->warnings)
        oc_text_printf(pass->out, "%u warning%s%s", pass->warnings, pass->warnings > 1 ? "s" : "",
                       pass->errors ? " and " : "");
    if (pass->errors)
        oc_text_printf(pass->out, "%u error%s", pass->errors, pass->errors > 1 ? "s" : "");
    oc_text_printf(pass->out, " generated%s%s.\n", pass->arch ? " when compiling for " : "",
                   pass->arch ? pass->arch : "");
}

void oc_diagfilter_add(struct oc_diagfilter *filter, const char *text, size_t length,
                       bool drop_repeats, const char *arch, struct oc_text *out) {
    struct pass pass = {filter, text, drop_repeats, arch, out, 0, 0};
    filter->shown.arena = out->arena;
    struct block block = {0};
    bool after_include = false;
    for (size_t at = 0; at < length;) {
        const char *newline = memchr(text + at, '\n', length - at);
        size_t next = newline ? (size_t)(newline - text) + 1 : length;
        const char *line = oc_diagfilter_plain(out->arena, text + at, next - at);
        enum line_kind kind = kind_of(line);
        bool message = kind == LINE_REMARK || kind == LINE_WARNING || kind == LINE_ERROR;
        if (kind == LINE_COUNT || kind == LINE_SARIF || (kind == LINE_INCLUDE && !after_include) ||
            (message && !after_include)) {
            finish_block(&pass, &block, at);
            block = (struct block){.start = at};
        }
        if (message || kind == LINE_SARIF) {
            block.key = message ? without_flag(out->arena, line) : sarif_key(line);
            block.kind = kind;
        } else if (kind == LINE_COUNT) {
            add_count(&pass, text + at, next - at);
            block.start = next;
        }
        after_include = kind == LINE_INCLUDE;
        at = next;
    }
    finish_block(&pass, &block, length);
}
