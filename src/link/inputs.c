#include "link/inputs.h"

#include "base/text.h"
#include "glue/names.h"
#include "targets/target.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>

enum { LARGEST_FILE = 1 << 30 };

// An object, a shared library, or a member of an archive.
struct oc_link_part {
    const char *name;
    struct oc_object object;
    bool is_shared;
    bool is_taken;
};

struct inputs {
    struct oc_arena *arena;
    struct oc_diag *diag;
    oc_object_reader *other;
    struct oc_link_part *parts;
    size_t count, capacity;
};

// ---- Files -------------------------------------------------------------------------------------

static void add_part(struct inputs *inputs, const char *name, struct oc_bytes bytes,
                     bool is_taken) {
    struct oc_object object;
    bool is_shared = false;
    if (!oc_object_read(inputs->arena, bytes, OC_DEVICE_SECTION, &object) &&
        !inputs->other(inputs->arena, bytes, OC_DEVICE_SECTION, &object) &&
        !(is_shared = oc_shared_read(inputs->arena, bytes, &object)))
        return; // the linker says what it cannot use
    inputs->parts = oc_arena_grow(inputs->arena, inputs->parts, inputs->count, &inputs->capacity,
                                  sizeof *inputs->parts);
    inputs->parts[inputs->count++] = (struct oc_link_part){name, object, is_shared, is_taken};
}

static bool read_file(struct inputs *inputs, const char *path, struct oc_bytes *out) {
    return oc_file_read_regular(inputs->arena, AT_FDCWD, path, LARGEST_FILE, out) == 0;
}

static void add_archive(struct inputs *inputs, const struct oc_link_file *file,
                        struct oc_bytes bytes, bool is_thin) {
    struct oc_archive_member *members;
    size_t count;
    int directory = (int)(oc_base_name(file->path) - file->path);
    oc_archive_read(inputs->arena, bytes, &members, &count);
    for (size_t i = 0; i < count; i++) {
        const char *path =
            members[i].name[0] == '/'
                ? members[i].name
                : oc_arena_printf(inputs->arena, "%.*s%s", directory, file->path, members[i].name);
        if (!is_thin || read_file(inputs, path, &members[i].bytes))
            add_part(
                inputs,
                oc_arena_printf(inputs->arena, "%s(%s)", file->path, oc_base_name(members[i].name)),
                members[i].bytes, file->whole);
    }
}

static void add_file(struct inputs *inputs, const struct oc_link_file *file) {
    struct oc_bytes bytes;
    bool is_thin;
    if (!read_file(inputs, file->path, &bytes))
        return;
    if (oc_archive_is(bytes, &is_thin))
        add_archive(inputs, file, bytes, is_thin);
    else
        add_part(inputs, file->path, bytes, true);
}

// ---- Members that are taken ---------------------------------------------------------------------

// A hash table of symbols.
struct names {
    const char **items; // NULL: free
    size_t mask;
};

static size_t place_of(const struct names *names, const char *name) {
    uint64_t hash = 14695981039346656037u;
    for (const char *at = name; *at; at++)
        hash = (hash ^ (unsigned char)*at) * 1099511628211u;
    size_t place = hash & names->mask;
    while (names->items[place] && strcmp(names->items[place], name) != 0)
        place = (place + 1) & names->mask;
    return place;
}

static bool has_name(const struct names *names, const char *name) {
    return names->items[place_of(names, name)] != NULL;
}

static void add_symbols(const struct oc_link_part *part, struct names *defined,
                        struct names *wanted) {
    for (size_t i = 0; i < part->object.symbol_count; i++) {
        const struct oc_object_symbol *symbol = &part->object.symbols[i];
        struct names *names = symbol->is_defined ? defined : symbol->is_weak ? NULL : wanted;
        if (names)
            names->items[place_of(names, symbol->name)] = symbol->name;
    }
}

static bool is_wanted(const struct oc_link_part *part, const struct names *defined,
                      const struct names *wanted) {
    for (size_t i = 0; i < part->object.symbol_count; i++) {
        const struct oc_object_symbol *symbol = &part->object.symbols[i];
        if (symbol->is_defined && has_name(wanted, symbol->name) &&
            !has_name(defined, symbol->name))
            return true;
    }
    return false;
}

static struct names make_names(struct oc_arena *arena, size_t most) {
    size_t capacity = 64;
    while (capacity < 2 * most)
        capacity *= 2;
    return (struct names){OC_NEW_ARRAY(arena, capacity, const char *), capacity - 1};
}

struct symbols {
    struct names defined, wanted;
};

static void begin_symbols(const struct inputs *inputs, struct symbols *out) {
    size_t most = 0;
    for (size_t i = 0; i < inputs->count; i++)
        most += inputs->parts[i].object.symbol_count;
    out->defined = make_names(inputs->arena, most);
    out->wanted = make_names(inputs->arena, most);
}

// Takes members among the first parts that define what is undefined.
static void take_members(struct inputs *inputs, size_t count, struct symbols *symbols) {
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            struct oc_link_part *part = &inputs->parts[i];
            if (part->is_taken || part->is_shared ||
                !is_wanted(part, &symbols->defined, &symbols->wanted))
                continue;
            add_symbols(part, &symbols->defined, &symbols->wanted);
            part->is_taken = changed = true;
        }
    }
}

// As the linker goes through its files: what was defined before a member is seen does not take it.
// Of an archive that stands before what needs it, lld takes members, and GNU ld takes none and has
// an undefined symbol. `ends` has the number of parts up to each file.
static void take_parts(struct inputs *inputs, const size_t *ends, size_t count) {
    struct symbols symbols;
    begin_symbols(inputs, &symbols);
    for (size_t i = 0, at = 0; i < count; i++) {
        for (; at < ends[i]; at++)
            if (inputs->parts[at].is_taken || inputs->parts[at].is_shared)
                add_symbols(&inputs->parts[at], &symbols.defined, &symbols.wanted);
        take_members(inputs, ends[i], &symbols);
    }
}

// ---- Units -------------------------------------------------------------------------------------

struct units {
    struct oc_link_unit *items;
    size_t count, capacity;
};

static bool refuse(const struct inputs *inputs, const struct oc_link_part *part,
                   const char *fault) {
    oc_error(inputs->diag,
             "the device code in '%s' is damaged: %s; compile its source again by offloadcc",
             part->name, fault);
    return false;
}

// The host's symbols say it: C has several ways to make a definition weak.
static const bool *weak_offers(const struct inputs *inputs, const struct oc_object *object,
                               const struct oc_unit *unit) {
    bool *weak = OC_NEW_ARRAY(inputs->arena, unit->offer_count, bool);
    for (size_t i = 0; i < unit->offer_count; i++)
        for (size_t s = 0; s < object->symbol_count; s++)
            weak[i] |= object->symbols[s].is_weak &&
                       strcmp(object->symbols[s].name, unit->offers[i].name) == 0;
    return weak;
}

static bool add_unit(const struct inputs *inputs, const struct oc_link_part *part,
                     const struct oc_container_entry *entry, struct units *units) {
    const char *name = oc_arena_printf(inputs->arena, "%s: %s", part->name, OC_DEVICE_SECTION);
    struct oc_link_unit unit = {.unit.object = part->name};
    if (!oc_unit_from_json(inputs->arena, entry->bytes.data, entry->bytes.length, name,
                           inputs->diag, &unit.unit.unit))
        return false;
    if (!oc_unit_is_incomplete(&unit.unit.unit))
        return refuse(inputs, part, "its unit needs nothing and offers nothing");
    unit.unit.weak = weak_offers(inputs, &part->object, &unit.unit.unit);
    units->items = oc_arena_grow(inputs->arena, units->items, units->count, &units->capacity,
                                 sizeof *units->items);
    units->items[units->count++] = unit;
    return true;
}

static bool add_code(const struct inputs *inputs, const struct oc_link_part *part,
                     const struct oc_container_entry *entry, struct oc_link_unit *unit) {
    const char *arch = oc_container_value(entry, "arch");
    const char *options = oc_container_value(entry, "options");
    if (!arch || !oc_target_of_arch(arch) || !options)
        return refuse(inputs, part, "it does not say what it is for");
    struct oc_linked_code *codes =
        OC_NEW_ARRAY(inputs->arena, unit->code_count + 1, struct oc_linked_code);
    if (unit->code_count)
        memcpy(codes, unit->codes, unit->code_count * sizeof *codes);
    codes[unit->code_count++] = (struct oc_linked_code){arch, options, entry->bytes};
    unit->codes = codes;
    return true;
}

// Whether an object has what a link of the unit's device code makes: it was linked before.
static bool is_linked(const struct inputs *inputs, const struct oc_unit *unit) {
    const char *symbol =
        oc_arena_printf(inputs->arena, OC_GLUE_UNIT "%s", oc_glue_suffix(inputs->arena, unit));
    for (size_t i = 0; i < inputs->count; i++) {
        const struct oc_object *object = &inputs->parts[i].object;
        for (size_t s = 0; s < object->symbol_count && inputs->parts[i].is_taken; s++)
            if (object->symbols[s].is_defined && strcmp(object->symbols[s].name, symbol) == 0)
                return true;
    }
    return false;
}

static void drop_linked(const struct inputs *inputs, struct units *units) {
    size_t count = 0;
    for (size_t i = 0; i < units->count; i++)
        if (!is_linked(inputs, &units->items[i].unit.unit))
            units->items[count++] = units->items[i];
    units->count = count;
}

// After `ld -r`, a part has several units.
static bool read_section(const struct inputs *inputs, const struct oc_link_part *part,
                         struct oc_bytes section, struct units *units) {
    struct oc_container_entry *entries;
    size_t count, before = units->count;
    const char *fault;
    if (!oc_container_read(inputs->arena, section, &entries, &count, &fault))
        return refuse(inputs, part, fault);
    for (size_t i = 0; i < count; i++) {
        const char *format = oc_container_value(&entries[i], "format");
        bool is_unit = format && strcmp(format, OC_DEVICE_FORMAT_UNIT) == 0;
        bool is_code = format && strcmp(format, OC_DEVICE_FORMAT_BITCODE) == 0;
        if ((!is_unit && !is_code) || (is_code && units->count == before))
            return refuse(inputs, part, "it has what no offloadcc of this version writes");
        if (is_unit ? !add_unit(inputs, part, &entries[i], units)
                    : !add_code(inputs, part, &entries[i], &units->items[units->count - 1]))
            return false;
    }
    return true;
}

static bool check_ids(const struct inputs *inputs, const struct units *units) {
    for (size_t i = 0; i < units->count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(units->items[i].unit.unit.id, units->items[j].unit.unit.id) == 0) {
                oc_error(inputs->diag,
                         "'%s' and '%s' are the same object, of '%s'; name one of them",
                         units->items[j].unit.object, units->items[i].unit.object,
                         units->items[i].unit.unit.source);
                return false;
            }
    return true;
}

bool oc_inputs_read(struct oc_arena *arena, const struct oc_link_file *files, size_t count,
                    oc_object_reader *other, struct oc_diag *diag, struct oc_link_inputs *out) {
    struct inputs inputs = {.arena = arena, .diag = diag, .other = other};
    struct units units = {0};
    size_t *ends = OC_NEW_ARRAY(arena, count, size_t);
    for (size_t i = 0; i < count; i++) {
        add_file(&inputs, &files[i]);
        ends[i] = inputs.count;
    }
    take_parts(&inputs, ends, count);
    bool good = true;
    for (size_t i = 0; i < inputs.count; i++)
        for (size_t s = 0; s < inputs.parts[i].object.section_count && inputs.parts[i].is_taken;
             s++)
            good = read_section(&inputs, &inputs.parts[i], inputs.parts[i].object.sections[s],
                                &units) &&
                   good;
    drop_linked(&inputs, &units);
    *out = (struct oc_link_inputs){units.items, units.count, inputs.parts, inputs.count};
    return good && check_ids(&inputs, &units);
}

const char *oc_inputs_definer(const struct oc_link_inputs *inputs, const char *name,
                              bool *is_shared) {
    for (size_t i = 0; i < inputs->part_count; i++) {
        const struct oc_object *object = &inputs->parts[i].object;
        for (size_t s = 0; s < object->symbol_count; s++)
            if (object->symbols[s].is_defined && strcmp(object->symbols[s].name, name) == 0) {
                *is_shared = inputs->parts[i].is_shared;
                return inputs->parts[i].name;
            }
    }
    return NULL;
}
