// macros.h - what an #include of a macro can name.
//
// Conditionals are not looked at. Wherever the directive is, each macro in it may have any of the
// definitions that the source can reach, or none of them; all combinations are expanded, as C says
// (C23 6.10.5). So what the preprocessor makes of the directive is among the answers. What it makes
// of the many other combinations hardly ever names a file.
#ifndef OC_DRIVER_MACROS_H
#define OC_DRIVER_MACROS_H

#include "base/file.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

// A place where macros are defined.
struct oc_macros_source {
    const char *path;
    struct oc_bytes text;
    bool is_read; // there is a text
};

struct oc_definition {
    uint32_t hash; // of the name
    uint32_t source;
    uint32_t offset; // of the name in the source's text
    uint32_t next;   // of the same slot; 0: none, else its index + 1
};

enum { OC_MACROS_SLOTS = 4096 };

// Of most definitions no more is ever asked than that they are not of a certain name: their texts
// are not kept, and those that matter are read again.
struct oc_macros {
    struct oc_arena *arena;
    struct oc_macros_source *sources;
    size_t source_count, source_capacity;
    struct oc_definition *definitions; // from malloc
    size_t count, capacity;
    uint32_t slots[OC_MACROS_SLOTS];
    bool open; // there may be definitions that were not seen
};

void oc_macros_release(struct oc_macros *macros);

// Adds a source: a file, or with `text` one that cannot be read again, which has to stay.
void oc_macros_add_source(struct oc_macros *macros, const char *path, const struct oc_bytes *text);

// Notes a definition in the source that was added last, whose text is [text, end); `at` follows the
// word "define".
void oc_macros_add(struct oc_macros *macros, const char *text, const char *end, const char *at);

// The same for the value of -D: NAME, NAME=BODY, NAME(PARAMETERS)=BODY.
void oc_macros_add_option(struct oc_macros *macros, const char *value);

// Calls `visit` with each name, which may come twice, of a header that the words of an #include
// (oc_ppline_header) can mean. False:
// it could be any header, since there are too many combinations, or the compiler's own macros are
// among the words.
bool oc_macros_include(struct oc_macros *macros, const char *line,
                       void (*visit)(void *context, const char *name, bool quoted), void *context);

#endif
