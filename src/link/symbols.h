// symbols.h - the symbols of a link, and which members of archives they take. Private to resolve,
// whose header has the rules.
#ifndef OC_LINK_SYMBOLS_H
#define OC_LINK_SYMBOLS_H

#include "base/stringmap.h"
#include "link/files.h"

enum oc_binding {
    OC_BINDING_NONE, // nothing is known of the symbol
    OC_BINDING_WEAK, // undefined, but that is allowed
    OC_BINDING_UNDEFINED,
    OC_BINDING_LAZY, // any_order only: not referred to, and an archive's member has it
    OC_BINDING_SHARED,
    OC_BINDING_COMMON,
    OC_BINDING_WEAKLY_DEFINED,
    OC_BINDING_DEFINED,
};

// These are small, as there are as many as the C library has symbols.
struct oc_link_symbol {
    uint8_t binding; // enum oc_binding
    bool is_hidden;  // a reference to it is hidden: no shared library may define it
    uint32_t file;   // the index of the file that defines it, or of the lazy member
};

// A member that defines a symbol.
struct oc_link_offer {
    uint32_t symbol;        // index
    uint32_t file : 31;     // index
    uint32_t is_proper : 1; // neither weak nor common: it takes the place of a common symbol
};

// An object some of whose symbols are still to be looked at.
struct oc_link_frame {
    size_t file, at;
};

struct oc_link_symbols {
    struct oc_arena *arena;
    struct oc_link_files *files;
    bool any_order;
    struct oc_stringmap names; // a symbol's index + 1
    struct oc_link_symbol *items;
    size_t count, capacity;
    size_t *order; // the files that take part, in the order of the link
    size_t order_count, order_capacity;
    struct oc_link_frame *frames; // a stack
    size_t frame_count, frame_capacity;
    struct oc_link_offer **offers; // of the archive of each input; NULL: not searched yet
    size_t *offer_counts;
    size_t name_budget; // how many bytes of names may still be read
};

// Goes through all files; sets takes_part in them. A file whose symbols' names overlap so much that
// reading them would take very long is reported as the files' fault.
void oc_link_symbols_resolve(struct oc_link_files *files, const struct oc_resolve_request *request,
                             struct oc_link_symbols *out);

// The file that defines a symbol, or else the first member of an archive that could. NULL: none.
const struct oc_link_file *oc_link_symbols_find(struct oc_link_symbols *symbols, const char *name);

#endif
