#include "model/returns.h"

#include <stdlib.h>
#include <string.h>

static int compare(const void *a, const void *b) {
    const struct oc_return *left = a, *right = b;
    int order = strcmp(left->place.file, right->place.file);
    if (!order)
        order = (left->place.line > right->place.line) - (left->place.line < right->place.line);
    if (!order)
        order =
            (left->place.column > right->place.column) - (left->place.column < right->place.column);
    return order ? order : strcmp(left->why, right->why);
}

void oc_returns_add(struct oc_returns *returns, struct oc_place place, const char *why) {
    struct oc_return added = {place, why};
    if (!place.file)
        return;
    for (size_t i = 0; i < returns->count; i++)
        if (compare(&returns->items[i], &added) == 0)
            return;
    returns->items = oc_arena_grow(returns->arena, returns->items, returns->count,
                                   &returns->capacity, sizeof *returns->items);
    returns->items[returns->count++] = added;
}

void oc_returns_sort(struct oc_returns *returns) {
    if (returns->count)
        qsort(returns->items, returns->count, sizeof *returns->items, compare);
}

void oc_returns_write(const struct oc_returns *returns, struct oc_text *out) {
    for (size_t i = 0; i < returns->count; i++) {
        const struct oc_return *item = &returns->items[i];
        oc_text_printf(out, "%s:%u:%u: %s\n", item->place.file, item->place.line,
                       item->place.column, item->why);
    }
}

void oc_returns_read(const char *text, struct oc_returns *out) {
    while (*text) {
        size_t length = strcspn(text, "\n");
        const char *line = oc_arena_strndup(out->arena, text, length);
        struct oc_place place;
        const char *why = oc_place_split(out->arena, line, &place);
        oc_returns_add(out, place, why);
        text += length + (text[length] == '\n');
    }
}
