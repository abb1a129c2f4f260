#include "link/symbols.h"

// How many times the files' size all names together may have. Assemblers let names share their
// ends; a damaged file can let all of them share one that is as long as the file.
enum { MAX_OVERLAP = 64 };

static struct oc_link_symbol *symbol_of(struct oc_link_symbols *symbols, const char *name,
                                        size_t length) {
    size_t *index = oc_stringmap_add(&symbols->names, name, length);
    if (!*index) {
        symbols->items = oc_arena_grow(symbols->arena, symbols->items, symbols->count,
                                       &symbols->capacity, sizeof *symbols->items);
        *index = ++symbols->count;
    }
    return &symbols->items[*index - 1];
}

static bool next_symbol(struct oc_link_symbols *symbols, const struct oc_link_file *file,
                        size_t *at, struct oc_symbol *out) {
    struct oc_link_files *files = symbols->files;
    if (!oc_object_next_symbol(&file->object, at, out))
        return false;
    if (out->length <= symbols->name_budget) {
        symbols->name_budget -= out->length;
        return true;
    }
    if (!files->fault) {
        files->fault = "the names of its symbols overlap";
        files->faulty_name = oc_link_file_name(files, file);
    }
    return false;
}

// ---- Objects that take part --------------------------------------------------------------------

static void define(struct oc_link_symbol *symbol, const struct oc_symbol *by, size_t file) {
    enum oc_binding binding = by->state == OC_SYMBOL_COMMON ? OC_BINDING_COMMON
                              : by->is_weak                 ? OC_BINDING_WEAKLY_DEFINED
                                                            : OC_BINDING_DEFINED;
    if (binding <= symbol->binding)
        return;
    symbol->binding = (uint8_t)binding;
    symbol->file = (uint32_t)file;
}

static void refer(struct oc_link_symbol *symbol, const struct oc_symbol *by) {
    enum oc_binding binding = by->is_weak ? OC_BINDING_WEAK : OC_BINDING_UNDEFINED;
    if (binding > symbol->binding)
        symbol->binding = (uint8_t)binding;
    symbol->is_hidden |= by->is_hidden;
}

static void push(struct oc_link_symbols *symbols, size_t file) {
    symbols->frames = oc_arena_grow(symbols->arena, symbols->frames, symbols->frame_count,
                                    &symbols->frame_capacity, sizeof *symbols->frames);
    symbols->frames[symbols->frame_count++] = (struct oc_link_frame){file, 0};
}

// Adds an object's symbols. References that take members are for later, when all that the object
// defines is known.
static void enter(struct oc_link_symbols *symbols, size_t index) {
    struct oc_link_file *file = &symbols->files->items[index];
    struct oc_symbol symbol;
    bool takes_more = false;
    file->takes_part = true;
    symbols->order = oc_arena_grow(symbols->arena, symbols->order, symbols->order_count,
                                   &symbols->order_capacity, sizeof *symbols->order);
    symbols->order[symbols->order_count++] = index;
    for (size_t at = 0; next_symbol(symbols, file, &at, &symbol);) {
        struct oc_link_symbol *known = symbol_of(symbols, symbol.name, symbol.length);
        if (symbol.state != OC_SYMBOL_UNDEFINED)
            define(known, &symbol, index);
        else if (known->binding != OC_BINDING_LAZY)
            refer(known, &symbol);
        else
            takes_more |= !symbol.is_weak;
    }
    if (takes_more)
        push(symbols, index);
}

// Takes an object, the members that it refers to, and so on. Without recursion, since a file from
// outside says how deep it goes.
static void take(struct oc_link_symbols *symbols, size_t index) {
    enter(symbols, index);
    while (symbols->frame_count) {
        struct oc_link_frame *frame = &symbols->frames[symbols->frame_count - 1];
        struct oc_symbol symbol;
        if (!next_symbol(symbols, &symbols->files->items[frame->file], &frame->at, &symbol)) {
            symbols->frame_count--;
            continue;
        }
        const struct oc_link_symbol *known = symbol_of(symbols, symbol.name, symbol.length);
        if (symbol.state == OC_SYMBOL_UNDEFINED && !symbol.is_weak &&
            known->binding == OC_BINDING_LAZY)
            enter(symbols, known->file);
    }
}

static void enter_shared(struct oc_link_symbols *symbols, size_t index) {
    struct oc_symbol symbol;
    const struct oc_link_file *file = &symbols->files->items[index];
    for (size_t at = 0; next_symbol(symbols, file, &at, &symbol);) {
        struct oc_link_symbol *known = symbol_of(symbols, symbol.name, symbol.length);
        if (symbol.state == OC_SYMBOL_UNDEFINED) {
            if (known->binding == OC_BINDING_LAZY && !symbol.is_weak)
                take(symbols, known->file);
            else
                refer(known, &symbol);
        } else if (known->binding < OC_BINDING_SHARED && !known->is_hidden) {
            known->binding = OC_BINDING_SHARED;
            known->file = (uint32_t)index;
        }
    }
}

// ---- Archives ----------------------------------------------------------------------------------

static bool is_wanted(const struct oc_link_symbol *symbol, bool is_proper) {
    return symbol->binding == OC_BINDING_UNDEFINED ||
           (symbol->binding == OC_BINDING_COMMON && is_proper);
}

static bool is_proper(const struct oc_symbol *symbol) {
    return symbol->state == OC_SYMBOL_DEFINED && !symbol->is_weak;
}

// Lists what the members of an archive define, in their order.
static void list_offers(struct oc_link_symbols *symbols, size_t input) {
    const struct oc_link_files *files = symbols->files;
    struct oc_link_offer *offers = NULL;
    size_t count = 0, capacity = 0;
    struct oc_symbol symbol;
    for (size_t i = files->first[input]; i < files->first[input + 1]; i++) {
        for (size_t at = 0; next_symbol(symbols, &files->items[i], &at, &symbol);) {
            if (symbol.state == OC_SYMBOL_UNDEFINED)
                continue;
            struct oc_link_symbol *known = symbol_of(symbols, symbol.name, symbol.length);
            offers = oc_arena_grow(symbols->arena, offers, count, &capacity, sizeof *offers);
            offers[count++] = (struct oc_link_offer){.symbol = (uint32_t)(known - symbols->items),
                                                     .file = (uint32_t)i & INT32_MAX,
                                                     .is_proper = is_proper(&symbol)};
        }
    }
    symbols->offers[input] = offers ? offers : oc_arena_alloc(symbols->arena, 0);
    symbols->offer_counts[input] = count;
}

// GNU ld's search of an archive: over and over, in the order of its symbols, until nothing more is
// taken. Returns whether something was.
static bool search(struct oc_link_symbols *symbols, size_t input) {
    if (!symbols->offers[input])
        list_offers(symbols, input);
    const struct oc_link_offer *offers = symbols->offers[input];
    bool took_any = false, took;
    do {
        took = false;
        for (size_t i = 0; i < symbols->offer_counts[input]; i++) {
            if (!is_wanted(&symbols->items[offers[i].symbol], offers[i].is_proper) ||
                symbols->files->items[offers[i].file].takes_part)
                continue;
            take(symbols, offers[i].file);
            took = took_any = true;
        }
    } while (took);
    return took_any;
}

// The other linkers' way: a member's symbols are there for whoever refers to them, earlier or
// later.
static void offer(struct oc_link_symbols *symbols, size_t index) {
    const struct oc_link_file *file = &symbols->files->items[index];
    struct oc_symbol symbol;
    for (size_t at = 0; !file->takes_part && next_symbol(symbols, file, &at, &symbol);) {
        if (symbol.state == OC_SYMBOL_UNDEFINED)
            continue;
        struct oc_link_symbol *known = symbol_of(symbols, symbol.name, symbol.length);
        if (known->binding == OC_BINDING_UNDEFINED) {
            take(symbols, index);
        } else if (known->binding < OC_BINDING_UNDEFINED) {
            known->binding = OC_BINDING_LAZY;
            known->file = (uint32_t)index;
        }
    }
}

// ---- The link ----------------------------------------------------------------------------------

static bool is_searched(const struct oc_link_files *files, size_t input) {
    size_t first = files->first[input];
    return first < files->first[input + 1] && files->items[first].is_searched;
}

static void enter_input(struct oc_link_symbols *symbols, size_t input) {
    const struct oc_link_files *files = symbols->files;
    for (size_t i = files->first[input]; i < files->first[input + 1]; i++) {
        if (files->items[i].is_searched)
            offer(symbols, i);
        else if (files->items[i].object.kind == OC_OBJECT_SHARED)
            enter_shared(symbols, i);
        else
            take(symbols, i);
    }
}

// Enters the inputs [first, end), which are a group or one input, by GNU ld's rules. What stands
// after an archive of the group may need it, too.
static void enter_group(struct oc_link_symbols *symbols, size_t first, size_t end) {
    bool is_first = true, has_more;
    do {
        has_more = false;
        for (size_t i = first; i < end; i++) {
            if (is_searched(symbols->files, i)) {
                has_more |= search(symbols, i);
            } else if (is_first) {
                enter_input(symbols, i);
                has_more = true;
            }
        }
        is_first = false;
    } while (has_more && end - first > 1);
}

void oc_link_symbols_resolve(struct oc_link_files *files, const struct oc_resolve_request *request,
                             struct oc_link_symbols *out) {
    struct oc_arena *arena = files->arena;
    *out = (struct oc_link_symbols){
        .arena = arena, .files = files, .any_order = request->any_order, .names = {.arena = arena}};
    out->capacity = 1024;
    out->items = OC_NEW_ARRAY(arena, out->capacity, struct oc_link_symbol);
    out->offers = OC_NEW_ARRAY(arena, files->input_count, struct oc_link_offer *);
    out->offer_counts = OC_NEW_ARRAY(arena, files->input_count, size_t);
    out->name_budget = files->total * MAX_OVERLAP;
    for (size_t i = 0; i < request->undefined_count; i++) {
        const char *name = request->undefined[i];
        symbol_of(out, name, strlen(name))->binding = OC_BINDING_UNDEFINED;
    }
    for (size_t i = 0, end; i < files->input_count; i = end) {
        unsigned group = request->any_order ? 0 : files->inputs[i].group;
        for (end = i + 1; group && end < files->input_count && files->inputs[end].group == group;)
            end++;
        if (request->any_order)
            enter_input(out, i);
        else
            enter_group(out, i, end);
    }
}

static bool defines(struct oc_link_symbols *symbols, const struct oc_link_file *file,
                    const char *name) {
    struct oc_symbol symbol;
    for (size_t at = 0; next_symbol(symbols, file, &at, &symbol);)
        if (symbol.state != OC_SYMBOL_UNDEFINED && strcmp(symbol.name, name) == 0)
            return true;
    return false;
}

const struct oc_link_file *oc_link_symbols_find(struct oc_link_symbols *symbols, const char *name) {
    const struct oc_link_files *files = symbols->files;
    const size_t *index = oc_stringmap_get(&symbols->names, name, strlen(name));
    if (index && symbols->items[*index - 1].binding >= OC_BINDING_LAZY)
        return &files->items[symbols->items[*index - 1].file];
    symbols->name_budget = files->total * MAX_OVERLAP;
    for (size_t i = 0; i < files->count; i++)
        if (files->items[i].is_searched && defines(symbols, &files->items[i], name))
            return &files->items[i];
    return NULL;
}
