#include "base/text.h"

#include <string.h>

void oc_text_add_bytes(struct oc_text *text, const void *bytes, size_t length) {
    if (text->length + length + 1 > text->capacity) {
        size_t capacity = text->capacity ? text->capacity : 128;
        while (capacity < text->length + length + 1)
            capacity *= 2;
        char *data = oc_arena_alloc(text->arena, capacity);
        if (text->length)
            memcpy(data, text->data, text->length);
        text->data = data;
        text->capacity = capacity;
    }
    if (length)
        memcpy(text->data + text->length, bytes, length);
    text->length += length;
    text->data[text->length] = '\0';
}

void oc_text_add(struct oc_text *text, const char *string) {
    oc_text_add_bytes(text, string, strlen(string));
}

void oc_text_printf(struct oc_text *text, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    oc_text_add(text, oc_arena_vprintf(text->arena, format, arguments));
    va_end(arguments);
}

void oc_args_add(struct oc_args *args, const char *item) {
    if (args->count + 2 > args->capacity) {
        size_t capacity = args->capacity ? args->capacity * 2 : 16;
        const char **items = OC_NEW_ARRAY(args->arena, capacity, const char *);
        if (args->count)
            memcpy(items, args->items, args->count * sizeof *items);
        args->items = items;
        args->capacity = capacity;
    }
    args->items[args->count++] = item;
    args->items[args->count] = NULL;
}

void oc_args_add_all(struct oc_args *args, const char *const *items, size_t count) {
    for (size_t i = 0; i < count; i++)
        oc_args_add(args, items[i]);
}

bool oc_args_contain(const struct oc_args *args, const char *item) {
    for (size_t i = 0; i < args->count; i++)
        if (strcmp(args->items[i], item) == 0)
            return true;
    return false;
}

void oc_args_printf(struct oc_args *args, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    oc_args_add(args, oc_arena_vprintf(args->arena, format, arguments));
    va_end(arguments);
}

void oc_args_add_search_path(struct oc_args *args, const char *list) {
    bool more = list && *list;
    while (more) {
        size_t length = strcspn(list, ":");
        oc_args_add(args, length ? oc_arena_strndup(args->arena, list, length) : ".");
        more = list[length] == ':';
        list += length + more;
    }
}

bool oc_starts_with(const char *string, const char *prefix) {
    return strncmp(string, prefix, strlen(prefix)) == 0;
}

bool oc_ends_with(const char *string, const char *suffix) {
    size_t length = strlen(string), suffix_length = strlen(suffix);
    return length >= suffix_length && strcmp(string + length - suffix_length, suffix) == 0;
}

const char *oc_base_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
