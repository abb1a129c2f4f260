#include "driver/query.h"

#include <string.h>

// Reads the quoted words of a command; returns what is after its line.
static const char *read_command(const char *at, const char *end, struct oc_args *out) {
    while (at < end && *at != '\n') {
        if (*at++ != '"')
            continue;
        struct oc_text word = {.arena = out->arena};
        oc_text_add(&word, "");
        for (; at < end && *at != '"'; at++) {
            if (*at == '\\' && at + 1 < end)
                at++;
            oc_text_add_bytes(&word, at, 1);
        }
        at += at < end;
        oc_args_add(out, word.data);
    }
    return at < end ? at + 1 : end;
}

// -grecord-command-line, -frecord-command-line: the user asked for no -###.
static void correct_record(struct oc_args *command) {
    static const char asked[] = " -### ";
    for (size_t i = 1; i < command->count; i++) {
        const char *option = command->items[i - 1], *record = command->items[i];
        const char *at = strstr(record, asked);
        if (at && (strcmp(option, "-dwarf-debug-flags") == 0 ||
                   strcmp(option, "-record-command-line") == 0))
            command->items[i] = oc_arena_printf(command->arena, "%.*s %s", (int)(at - record),
                                                record, at + sizeof asked - 1);
    }
}

void oc_query_parse(struct oc_arena *arena, const char *text, size_t length, struct oc_query *out) {
    size_t lines = 1;
    for (size_t i = 0; i < length; i++)
        lines += text[i] == '\n';
    *out = (struct oc_query){
        .commands = OC_NEW_ARRAY(arena, lines, struct oc_args),
        .banner = {.arena = arena},
        .diagnostics = {.arena = arena},
    };
    for (const char *at = text, *end = text + length; at < end;) {
        if (end - at >= 2 && at[0] == ' ' && at[1] == '"') {
            out->commands[out->count].arena = arena;
            at = read_command(at, end, &out->commands[out->count]);
            correct_record(&out->commands[out->count++]);
            continue;
        }
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        size_t size = newline ? (size_t)(newline - at) + 1 : (size_t)(end - at);
        const char *line = oc_arena_strndup(arena, at, size);
        bool diagnostic = strstr(line, "warning: ") || strstr(line, "error: ") ||
                          strstr(line, "note: ") || strstr(line, "remark: ");
        if (diagnostic)
            oc_text_add(&out->diagnostics, line);
        else if (strcmp(line, " (in-process)\n") != 0)
            oc_text_add(&out->banner, line);
        at += size;
    }
}

const char *oc_query_value(const struct oc_args *command, const char *option) {
    for (size_t i = command->count; i-- > 1;)
        if (strcmp(command->items[i - 1], option) == 0)
            return command->items[i];
    return NULL;
}

bool oc_query_compiles(const struct oc_args *command, const char *input) {
    return command->count > 3 && strcmp(command->items[1], "-cc1") == 0 &&
           strcmp(command->items[command->count - 1], input) == 0;
}
