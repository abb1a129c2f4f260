#include "base/overlay.h"

#include "base/text.h"

#include <string.h>

const char *oc_overlay_quote(struct oc_arena *arena, const char *string) {
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, "");
    for (; *string; string++) {
        if (*string == '"' || *string == '\\')
            oc_text_printf(&text, "\\%c", *string);
        else if (*string == '\n')
            oc_text_add(&text, "\\n");
        else if (*string != '\r')
            oc_text_add_bytes(&text, string, 1);
    }
    return text.data;
}

static const char *absolute_path(struct oc_arena *arena, const char *path) {
    if (*path == '/')
        return path;
    const char *directory = oc_file_working_directory(arena);
    return oc_arena_printf(arena, "%s/%s", directory ? directory : ".", path);
}

static const char *overlay_json(struct oc_arena *arena, const char *source, const char *content) {
    return oc_arena_printf(arena,
                           "{\"version\": 0, \"use-external-names\": false, \"roots\": [{\"type\": "
                           "\"file\", \"name\": \"%s\", \"external-contents\": \"%s\"}]}\n",
                           oc_overlay_quote(arena, absolute_path(arena, source)),
                           oc_overlay_quote(arena, absolute_path(arena, content)));
}

static int write_named(const char *path, const char *data, size_t length, const char **failed) {
    int error = oc_file_write(path, data, length);
    if (error)
        *failed = path;
    return error;
}

int oc_overlay_show(struct oc_arena *arena, const char *source, const char *content,
                    const char *overlay, const char **failed) {
    const char *text = overlay_json(arena, source, content);
    return write_named(overlay, text, strlen(text), failed);
}

int oc_overlay_write(struct oc_arena *arena, const char *source, struct oc_bytes text,
                     const char *tail, const char *stem, const char **failed) {
    struct oc_text whole = {.arena = arena};
    oc_text_add_bytes(&whole, text.data, text.length);
    oc_text_add(&whole, tail);
    const char *content = oc_arena_printf(arena, "%s.c", stem);
    int error = write_named(content, whole.data, whole.length, failed);
    return error ? error
                 : oc_overlay_show(arena, source, content, oc_arena_printf(arena, "%s.yaml", stem),
                                   failed);
}
