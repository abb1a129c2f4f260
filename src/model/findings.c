#include "model/findings.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const struct oc_finding *left = a, *right = b;
    int order = strcmp(left->place.file, right->place.file);
    if (!order)
        order = (left->place.line > right->place.line) - (left->place.line < right->place.line);
    if (!order)
        order =
            (left->place.column > right->place.column) - (left->place.column < right->place.column);
    if (!order)
        order = strcmp(left->kernel ? left->kernel : "", right->kernel ? right->kernel : "");
    return order ? order : strcmp(left->why, right->why);
}

void oc_findings_add(struct oc_findings *findings, const char *kernel, struct oc_place place,
                     const char *why) {
    struct oc_finding added = {place, why, kernel};
    if (!place.file)
        return;
    for (size_t i = 0; i < findings->count; i++)
        if (compare(&findings->items[i], &added) == 0)
            return;
    findings->items = oc_arena_grow(findings->arena, findings->items, findings->count,
                                    &findings->capacity, sizeof *findings->items);
    findings->items[findings->count++] = added;
}

void oc_findings_sort(struct oc_findings *findings) {
    if (findings->count)
        qsort(findings->items, findings->count, sizeof *findings->items, compare);
}

void oc_findings_write(const struct oc_findings *findings, struct oc_text *out) {
    for (size_t i = 0; i < findings->count; i++) {
        const struct oc_finding *item = &findings->items[i];
        oc_text_printf(out, "%s\t%s:%u:%u: %s\n", item->kernel ? item->kernel : "",
                       item->place.file, item->place.line, item->place.column, item->why);
    }
}

void oc_findings_read(const char *text, struct oc_findings *out) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        const char *line = oc_arena_strndup(out->arena, text, length);
        size_t name = strcspn(line, "\t");
        const char *kernel = name ? oc_arena_strndup(out->arena, line, name) : NULL;
        struct oc_place place;
        const char *why = oc_place_split(out->arena, line + name + (line[name] == '\t'), &place);
        oc_findings_add(out, kernel, place, why);
        text += length + (text[length] == '\n');
    }
}
