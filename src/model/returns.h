// returns.h - where arrays that stay on devices between launches come back, for --offload-report.
#ifndef OC_RETURNS_H
#define OC_RETURNS_H

#include "base/diag.h"
#include "base/text.h"

// Host code before which something comes back.
struct oc_return {
    struct oc_place place;
    const char *why; // "a read of 'x'", "the call of 'f', which is not seen"
};

// Initialise with {.arena = arena}.
struct oc_returns {
    struct oc_arena *arena;
    struct oc_return *items;
    size_t count, capacity;
};

// Adds one, unless it is there.
void oc_returns_add(struct oc_returns *returns, struct oc_place place, const char *why);

// Sorts them by file, line and column.
void oc_returns_sort(struct oc_returns *returns);

// The form in files: a line each, as messages are, "x.c:3:5: a read of 'x'".
void oc_returns_write(const struct oc_returns *returns, struct oc_text *out);
void oc_returns_read(const char *text, struct oc_returns *out);

#endif
