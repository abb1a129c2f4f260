#include "link/resolve.h"

#include "link/symbols.h"

struct oc_resolve_state {
    struct oc_resolve_request request;
    struct oc_link_files files;
    struct oc_link_symbols symbols;
    bool has_symbols; // `symbols` is filled in
};

static void resolve_symbols(struct oc_resolve_state *state) {
    if (!state->has_symbols)
        oc_link_symbols_resolve(&state->files, &state->request, &state->symbols);
    state->has_symbols = true;
}

// The entries of an object's containers. Returns NULL, or what is wrong.
static const char *read_entries(struct oc_arena *arena, const struct oc_object *object,
                                struct oc_resolved_object *out) {
    struct oc_entry *entries = NULL;
    size_t count = 0, capacity = 0, total = 0;
    struct oc_slice section;
    for (size_t at = 0; oc_object_next_section(object, OC_DEVICE_SECTION, &at, &section);) {
        struct oc_entry entry;
        const char *fault;
        // Sections that overlap could have far more entries than the file has bytes.
        if (section.length > object->bytes.length - total)
            return "its sections overlap";
        total += section.length;
        for (size_t next = 0; oc_containers_next(arena, section, &next, &entry, &fault);) {
            entries = oc_arena_grow(arena, entries, count, &capacity, sizeof *entries);
            entries[count++] = entry;
        }
        if (fault)
            return fault;
    }
    out->entries = entries;
    out->entry_count = count;
    return NULL;
}

static bool add_object(struct oc_arena *arena, const struct oc_link_files *files,
                       const struct oc_link_file *file, struct oc_diag *diag,
                       struct oc_resolved_object *objects, size_t *count) {
    struct oc_resolved_object object = {.name = oc_link_file_name(files, file),
                                        .bytes = file->object.bytes};
    const char *fault = read_entries(arena, &file->object, &object);
    if (fault)
        oc_error(diag,
                 "the device code in '%s' is damaged: %s; compile its source again by offloadcc",
                 object.name, fault);
    else if (object.entry_count)
        objects[(*count)++] = object;
    return !fault;
}

// Fills in the objects of `out`, in the order of the link. Without a look at symbols that is the
// order of the files.
static bool add_objects(struct oc_arena *arena, struct oc_diag *diag, struct oc_resolved *out) {
    const struct oc_resolve_state *state = out->state;
    const struct oc_link_files *files = &state->files;
    size_t count = state->has_symbols ? state->symbols.order_count : files->count, taken = 0;
    struct oc_resolved_object *objects = OC_NEW_ARRAY(arena, count, struct oc_resolved_object);
    for (size_t i = 0; i < count; i++) {
        size_t index = state->has_symbols ? state->symbols.order[i] : i;
        const struct oc_link_file *file = &files->items[index];
        if (file->takes_part && file->has_device_code &&
            !add_object(arena, files, file, diag, objects, &taken))
            return false;
    }
    out->objects = objects;
    out->count = taken;
    return true;
}

static bool find_objects(struct oc_arena *arena, struct oc_diag *diag, struct oc_resolved *out) {
    struct oc_link_files *files = &out->state->files;
    if (!files->fault && files->searches_for_code)
        resolve_symbols(out->state);
    if (files->fault) {
        oc_error(diag, "'%s' is damaged: %s", files->faulty_name, files->fault);
        return false;
    }
    return add_objects(arena, diag, out);
}

static bool has_bitcode(const struct oc_link_files *files) {
    size_t i = 0;
    while (i < files->count && files->items[i].object.kind != OC_OBJECT_BITCODE)
        i++;
    return i < files->count;
}

bool oc_resolve(struct oc_arena *arena, const struct oc_resolve_request *request,
                struct oc_diag *diag, struct oc_resolved *out) {
    struct oc_resolved resolved = {.state = OC_NEW(arena, struct oc_resolve_state)};
    struct oc_link_files *files = &resolved.state->files;
    resolved.state->request = *request;
    oc_link_files_open(arena, request, files);
    resolved.has_bitcode = has_bitcode(files);
    if (files->has_device_code && !find_objects(arena, diag, &resolved)) {
        oc_resolve_release(&resolved);
        return false;
    }
    *out = resolved;
    return true;
}

bool oc_resolve_next(const struct oc_resolved *resolved, size_t *at, struct oc_object *out) {
    const struct oc_link_files *files = &resolved->state->files;
    while (*at < files->count) {
        const struct oc_link_file *file = &files->items[(*at)++];
        if (!file->takes_part || file->object.kind != OC_OBJECT_RELOCATABLE)
            continue;
        *out = file->object;
        return true;
    }
    return false;
}

bool oc_resolve_find(struct oc_resolved *resolved, const char *symbol,
                     struct oc_resolve_definer *out) {
    struct oc_resolve_state *state = resolved->state;
    resolve_symbols(state);
    const struct oc_link_file *file = oc_link_symbols_find(&state->symbols, symbol);
    if (!file)
        return false;
    *out = (struct oc_resolve_definer){
        .name = oc_link_file_name(&state->files, file),
        .takes_part = file->takes_part,
        .is_shared = file->object.kind == OC_OBJECT_SHARED,
        .has_device_code = file->has_device_code,
    };
    return true;
}

void oc_resolve_release(struct oc_resolved *resolved) {
    if (resolved->state)
        oc_link_files_close(&resolved->state->files);
    *resolved = (struct oc_resolved){0};
}
