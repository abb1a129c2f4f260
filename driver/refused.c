#include "driver/refused.h"

#include "base/file.h"
#include "base/text.h"
#include "targets/target.h"

#include <stdlib.h>
#include <string.h>

static const char begin[] = "// begin inline asm", end[] = "// end inline asm";

// The assembler's text, in lines.
struct lines {
    struct oc_args items;
};

struct error {
    size_t line; // of the assembler's text, from 1
    const char *what;
};

static bool has_line(const struct lines *lines, size_t line, const char *text) {
    return strstr(lines->items.items[line - 1], text) != NULL;
}

// "FILE:LINE:COLUMN"; a file's name may have colons.
static bool read_place(struct oc_arena *arena, const char *text, struct oc_place *out) {
    const char *column = strrchr(text, ':'), *line = column;
    while (line && line > text && *--line != ':')
        ;
    if (!line || line == text)
        return false;
    *out = (struct oc_place){oc_arena_strndup(arena, text, (size_t)(line - text)),
                             (unsigned)strtoul(line + 1, NULL, 10),
                             (unsigned)strtoul(column + 1, NULL, 10)};
    return out->line != 0;
}

// Of the statement of inline assembly that a line is in.
static bool find_place(const struct lines *lines, size_t line, struct oc_place *out) {
    if (!line || line > lines->items.count)
        return false;
    size_t first = line;
    while (first > 1 && !has_line(lines, first, begin) && !has_line(lines, first - 1, end))
        first--;
    if (!has_line(lines, first, begin))
        return false;
    for (size_t at = line; at <= lines->items.count && !has_line(lines, at, end); at++) {
        const char *mark = strstr(lines->items.items[at - 1], OC_TARGET_PLACE_MARK);
        if (mark)
            return read_place(lines->items.arena, mark + strlen(OC_TARGET_PLACE_MARK), out);
    }
    return false;
}

// "ptxas FILE, line 33; error   : Feature ..." or "... fatal   : ...". False: it is no error of a
// line.
static bool read_error(const char *message, struct error *out) {
    const char *line = strstr(message, ", line ");
    const char *kind = line ? strstr(line, "; ") : NULL;
    const char *what = kind ? strstr(kind, ": ") : NULL;
    if (!what || (!oc_starts_with(kind, "; error") && !oc_starts_with(kind, "; fatal")))
        return false;
    out->line = strtoul(line + strlen(", line "), NULL, 10);
    out->what = what + strlen(": ");
    return true;
}

// The option that gives code for `what` a version of PTX that has it, for the end of a message.
static const char *fix_for(struct oc_arena *arena, const char *what) {
    const char *version = strstr(what, "PTX ISA .version ");
    if (!version)
        return "";
    char *point;
    unsigned long major = strtoul(version + strlen("PTX ISA .version "), &point, 10);
    unsigned long minor = *point == '.' ? strtoul(point + 1, NULL, 10) : 0;
    return oc_arena_printf(arena, "; use --cuda-feature=+ptx%lu%lu for that version", major, minor);
}

static struct oc_args split_lines(struct oc_arena *arena, const char *text) {
    struct oc_args lines = {.arena = arena};
    while (*text) {
        size_t length = strcspn(text, "\n");
        oc_args_add(&lines, oc_arena_strndup(arena, text, length));
        text += length + (text[length] == '\n');
    }
    return lines;
}

bool oc_refused_report(struct oc_arena *arena, struct oc_diag *diag, const char *path,
                       const char *messages, const char *tool, const char *arch) {
    struct oc_bytes content;
    struct oc_args all = split_lines(arena, messages);
    struct error *errors = OC_NEW_ARRAY(arena, all.count, struct error);
    struct oc_place *places = OC_NEW_ARRAY(arena, all.count, struct oc_place);
    size_t count = 0;
    if (oc_file_read(arena, path, &content) != 0)
        return false;
    struct lines lines = {split_lines(arena, content.data)};
    for (size_t i = 0; i < all.count; i++) {
        if (!read_error(all.items[i], &errors[count]))
            continue;
        if (!find_place(&lines, errors[count].line, &places[count]))
            return false;
        count++;
    }
    for (size_t i = 0; i < count; i++)
        oc_report(diag, OC_ERROR, places[i], NULL,
                  "inline assembly cannot be assembled for '%s' (%s: %s)%s", arch, tool,
                  errors[i].what, fix_for(arena, errors[i].what));
    return count != 0;
}
