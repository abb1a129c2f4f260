// text.h - growing text and argument vectors, on an arena.
#ifndef OC_BASE_TEXT_H
#define OC_BASE_TEXT_H

#include "base/arena.h"

#include <stdbool.h>

// A growing byte string. `data` is NULL until something is added; then it is NUL-terminated, and
// `length` does not count the NUL. `data` moves when the buffer grows. Initialise with
// {.arena = arena}.
struct oc_text {
    struct oc_arena *arena;
    char *data;
    size_t length;
    size_t capacity;
};

void oc_text_add(struct oc_text *text, const char *string);
void oc_text_add_bytes(struct oc_text *text, const void *bytes, size_t length);
void oc_text_printf(struct oc_text *text, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// A NULL-terminated vector of strings, such as an argv. `items` is NULL while it is empty.
// The strings are borrowed: they must live as long as the arena. Initialise with {.arena = arena}.
struct oc_args {
    struct oc_arena *arena;
    const char **items;
    size_t count;
    size_t capacity;
};

void oc_args_add(struct oc_args *args, const char *item);
void oc_args_add_all(struct oc_args *args, const char *const *items, size_t count);
bool oc_args_contain(const struct oc_args *args, const char *item);
void oc_args_printf(struct oc_args *args, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

// Adds the directories of a list such as $PATH or $CPATH, which are separated by colons. An empty
// one is ".", also at the end of the list. Adds nothing if `list` is NULL or "".
void oc_args_add_search_path(struct oc_args *args, const char *list);

// Whether `string` begins or ends with the given text.
bool oc_starts_with(const char *string, const char *prefix);
bool oc_ends_with(const char *string, const char *suffix);

// The part of a path after its last slash; the path itself if it has none.
const char *oc_base_name(const char *path);

#endif
