// macros.h - which headers an #include of a macro can name.
//
// Conditionals are not looked at. Wherever the directive is, each macro in it may have any of the
// definitions that the source can reach, or none of them; all combinations are expanded, as C says
// (C23 6.10.5). So the header that the preprocessor would include is always among the results. The
// other combinations hardly ever name a file that exists.
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
    bool is_read; // `text` is set
};

struct oc_definition {
    uint32_t hash;   // of the name
    uint32_t source; // its index
    uint32_t offset; // of the name in the source's text, in bytes
    uint32_t next;   // the next definition in the same slot: its index + 1; 0: none
};

enum { OC_MACROS_SLOTS = 4096 };

// A hash table of definitions. Most are only compared with a name that they do not have. So their
// texts are not kept; the source of a definition that is needed is read again.
struct oc_macros {
    struct oc_arena *arena;
    struct oc_macros_source *sources;
    size_t source_count, source_capacity;
    struct oc_definition *definitions; // from malloc
    size_t count, capacity;
    uint32_t slots[OC_MACROS_SLOTS];
    bool open; // there may be further definitions, which were not added
};

void oc_macros_release(struct oc_macros *macros);

// Adds a source: a file or, if `text` is not NULL, a text that cannot be read again. It has to live
// as long as `macros`.
void oc_macros_add_source(struct oc_macros *macros, const char *path, const struct oc_bytes *text);

// Adds a definition in the source that was added last. [text, end) is the source's text; `at` is
// after the word "define".
void oc_macros_add(struct oc_macros *macros, const char *text, const char *end, const char *at);

// The same for the value of -D: NAME, NAME=BODY, NAME(PARAMETERS)=BODY.
void oc_macros_add_option(struct oc_macros *macros, const char *value);

// Calls `visit` with the name of each header that the words `line` of an #include
// (oc_ppline_header) can name; a name may come twice. Returns false if it could be any header:
// there are too many combinations, or the words contain the compiler's own macros.
bool oc_macros_include(struct oc_macros *macros, const char *line,
                       void (*visit)(void *context, const char *name, bool quoted), void *context);

#endif
