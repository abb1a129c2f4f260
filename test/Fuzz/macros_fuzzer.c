// libFuzzer: any bytes as a source whose includes of macros are followed. Nothing outside of them
// is read, and it ends.
#include "fuzz.h"

#include "driver/macros.h"
#include "driver/ppline.h"

#include <stdlib.h>
#include <string.h>

static void visit(void *context, const char *name, bool quoted) {
    size_t *count = context;
    *count += strlen(name) + quoted;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    // A copy of its own, so that reading past the end is seen.
    char *copy = malloc(size ? size : 1);
    if (size)
        memcpy(copy, data, size);
    struct oc_arena arena = {0};
    struct oc_macros macros = {.arena = &arena};
    struct oc_bytes text = {copy, size};
    const char *end = copy + size, *next;
    size_t count = 0;
    oc_macros_add_source(&macros, "", &text);
    for (const char *at = copy; at < end && (next = memchr(at, '#', (size_t)(end - at)));) {
        at = oc_ppline_skip_blank(next + 1, end);
        if (oc_ppline_is_comment(copy, end, next))
            count++;
        if (end - at >= 6 && memcmp(at, "define", 6) == 0)
            oc_macros_add(&macros, copy, end, at + 6);
    }
    oc_macros_add_option(&macros, "A=B(x, y)");
    oc_macros_add_option(&macros, "B(x, ...)=#x <x##__VA_ARGS__>");
    for (const char *at = copy; at < end && (next = memchr(at, '#', (size_t)(end - at)));) {
        at = next + 1;
        oc_macros_include(&macros, oc_ppline_header(&arena, at, end), visit, &count);
    }
    oc_macros_release(&macros);
    oc_arena_release(&arena);
    free(copy);
    return count == SIZE_MAX; // never
}
