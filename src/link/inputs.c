#include "link/inputs.h"

#include "base/file.h"
#include "base/text.h"
#include "glue/names.h"
#include "link/archive.h"
#include "link/containers.h"
#include "link/object.h"
#include "targets/target.h"

#include <fcntl.h>
#include <string.h>
#include <unistd.h>

enum { LARGEST_FILE = 1 << 30 };

struct reading {
    struct oc_arena *arena;
    struct oc_diag *diag;
    struct oc_link_inputs *out;
    size_t capacity; // of out->units
};

// ---- Units -------------------------------------------------------------------------------------

static bool refuse(const struct reading *reading, const char *object, const char *fault) {
    oc_error(reading->diag,
             "the device code in '%s' is damaged: %s; compile its source again by offloadcc",
             object, fault);
    return false;
}

static void allot_weak(struct oc_arena *arena, struct oc_linked_unit *unit) {
    unit->weak = OC_NEW_ARRAY(arena, unit->unit.offer_count, bool);
    unit->optional = OC_NEW_ARRAY(arena, unit->unit.need_count, bool);
}

static bool add_unit(struct reading *reading, const char *object, const struct oc_entry *entry) {
    struct oc_link_inputs *out = reading->out;
    const char *name = oc_arena_printf(reading->arena, "%s: %s", object, OC_DEVICE_SECTION);
    struct oc_link_unit unit = {.unit.object = object, .hash = oc_entry_value(entry, "hash")};
    if (!unit.hash)
        return refuse(reading, object, "it is not what this version of offloadcc writes");
    if (!oc_unit_from_json(reading->arena, entry->image.data, entry->image.length, name,
                           reading->diag, &unit.unit.unit))
        return false;
    if (!oc_unit_is_incomplete(&unit.unit.unit))
        return refuse(reading, object, "its unit needs nothing and offers nothing");
    allot_weak(reading->arena, &unit.unit);
    out->units = oc_arena_grow(reading->arena, out->units, out->count, &reading->capacity,
                               sizeof *out->units);
    out->units[out->count++] = unit;
    return true;
}

static bool add_code(const struct reading *reading, const char *object,
                     const struct oc_entry *entry, struct oc_link_unit *unit) {
    const char *arch = oc_entry_value(entry, "arch");
    const char *options = oc_entry_value(entry, "options");
    const char *hash = oc_entry_value(entry, "hash");
    if (!arch || !oc_target_of_arch(arch) || !options || !hash)
        return refuse(reading, object, "it does not say what it is for");
    struct oc_linked_code *codes =
        OC_NEW_ARRAY(reading->arena, unit->code_count + 1, struct oc_linked_code);
    if (unit->code_count)
        memcpy(codes, unit->codes, unit->code_count * sizeof *codes);
    codes[unit->code_count++] = (struct oc_linked_code){arch, options, hash, entry->image};
    unit->codes = codes;
    return true;
}

// `first` is the number of the object's first unit: after `ld -r`, an object has several.
static bool add_entry(struct reading *reading, const char *object, const struct oc_entry *entry,
                      size_t first) {
    struct oc_link_inputs *out = reading->out;
    const char *format = oc_entry_value(entry, "format");
    bool is_unit = format && strcmp(format, OC_DEVICE_FORMAT_UNIT) == 0;
    bool is_code = format && strcmp(format, OC_DEVICE_FORMAT_BITCODE) == 0;
    if ((!is_unit && !is_code) || (is_code && out->count == first))
        return refuse(reading, object, "it has what no offloadcc of this version writes");
    return is_unit ? add_unit(reading, object, entry)
                   : add_code(reading, object, entry, &out->units[out->count - 1]);
}

// The host's symbols say it: C has several ways to make a definition or a declaration weak.
static void note_weak(struct oc_link_inputs *inputs, size_t first, const char *symbol) {
    for (size_t u = first; u < inputs->count; u++) {
        struct oc_linked_unit *unit = &inputs->units[u].unit;
        for (size_t i = 0; i < unit->unit.offer_count; i++)
            unit->weak[i] |= strcmp(unit->unit.offers[i].name, symbol) == 0;
        for (size_t i = 0; i < unit->unit.need_count; i++)
            unit->optional[i] |= strcmp(unit->unit.needs[i].name, symbol) == 0;
    }
}

static bool add_object(struct reading *reading, const struct oc_resolved_object *object) {
    size_t first = reading->out->count, at = 0;
    struct oc_object elf;
    struct oc_symbol symbol;
    for (size_t i = 0; i < object->entry_count; i++)
        if (!add_entry(reading, object->name, &object->entries[i], first))
            return false;
    if (!oc_object_open(object->bytes, &elf))
        while (oc_object_next_symbol(&elf, &at, &symbol))
            if (symbol.is_weak)
                note_weak(reading->out, first, symbol.name);
    return true;
}

// ---- Bitcode -----------------------------------------------------------------------------------

struct bitcode {
    const char *name;
    struct oc_bitcode_object object;
};

struct bitcodes {
    oc_bitcode_reader *read;
    struct bitcode *items;
    size_t count, capacity;
    struct oc_args undefined;
};

static void add_bitcode(struct oc_arena *arena, struct bitcodes *to, const char *name,
                        struct oc_slice bytes) {
    struct oc_bitcode_object object;
    if (!to->read(arena, bytes, OC_DEVICE_SECTION, &object))
        return;
    to->items = oc_arena_grow(arena, to->items, to->count, &to->capacity, sizeof *to->items);
    to->items[to->count++] = (struct bitcode){name, object};
    oc_args_add_all(&to->undefined, object.undefined, object.undefined_count);
}

static bool begins_like_bitcode(int fd) {
    static const char raw[] = "BC\xC0\xDE", wrapped[] = "\xDE\xC0\x17\x0B", archive[] = "!<arch>\n";
    char start[sizeof archive - 1] = {0};
    ssize_t length = pread(fd, start, sizeof start, 0);
    return length == (ssize_t)sizeof start && (memcmp(start, raw, sizeof raw - 1) == 0 ||
                                               memcmp(start, wrapped, sizeof wrapped - 1) == 0 ||
                                               memcmp(start, archive, sizeof start) == 0);
}

// What is bitcode among the files, and in archives.
static void find_bitcode(struct oc_arena *arena, const char *path, struct bitcodes *to) {
    struct oc_bytes bytes;
    struct oc_archive archive;
    struct oc_archive_member member;
    const char *fault;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    bool may_be = fd >= 0 && begins_like_bitcode(fd);
    if (fd >= 0)
        close(fd);
    if (!may_be || oc_file_read_regular(arena, AT_FDCWD, path, LARGEST_FILE, &bytes) != 0)
        return;
    struct oc_slice slice = {bytes.data, bytes.length};
    if (!oc_archive_open(slice, &archive)) {
        add_bitcode(arena, to, path, slice);
        return;
    }
    while (oc_archive_next(&archive, &member, &fault))
        if (member.bytes.data)
            add_bitcode(arena, to, oc_archive_label(arena, path, member.name), member.bytes);
}

static bool add_bitcode_units(struct reading *reading, const struct bitcode *bitcode) {
    size_t first = reading->out->count;
    for (size_t i = 0; i < bitcode->object.section_count; i++) {
        struct oc_entry entry;
        const char *fault;
        size_t at = 0;
        while (oc_containers_next(reading->arena, bitcode->object.sections[i], &at, &entry, &fault))
            if (!add_entry(reading, bitcode->name, &entry, first))
                return false;
        if (fault)
            return refuse(reading, bitcode->name, fault);
    }
    for (size_t i = 0; i < bitcode->object.weak_count; i++)
        note_weak(reading->out, first, bitcode->object.weak[i]);
    return true;
}

// ---- All files ---------------------------------------------------------------------------------

// Adds the symbols of units that an object defines: it is what a link of their device code made.
static void add_defined_units(const struct oc_object *object, struct oc_args *out) {
    struct oc_symbol symbol;
    size_t at = 0;
    while (oc_object_next_symbol(object, &at, &symbol))
        if (symbol.state == OC_SYMBOL_DEFINED && oc_starts_with(symbol.name, OC_GLUE_UNIT "."))
            oc_args_add(out, symbol.name);
}

// Leaves out units that were linked before: an object has what that made.
static void drop_linked(struct reading *reading) {
    struct oc_link_inputs *out = reading->out;
    struct oc_args linked = {.arena = reading->arena};
    struct oc_object object;
    size_t count = 0;
    for (size_t at = 0; oc_resolve_next(&out->resolved, &at, &object);)
        add_defined_units(&object, &linked);
    for (size_t i = 0; i < out->count; i++) {
        const char *suffix = oc_glue_suffix(reading->arena, &out->units[i].unit.unit);
        if (!oc_args_contain(&linked, oc_arena_printf(reading->arena, OC_GLUE_UNIT "%s", suffix)))
            out->units[count++] = out->units[i];
    }
    out->count = count;
}

static bool check_ids(const struct reading *reading) {
    const struct oc_link_inputs *out = reading->out;
    for (size_t i = 0; i < out->count; i++)
        for (size_t j = 0; j < i; j++)
            if (strcmp(out->units[i].unit.unit.id, out->units[j].unit.unit.id) == 0) {
                oc_error(reading->diag,
                         "'%s' and '%s' are the same object, of '%s'; name one of them",
                         out->units[j].unit.object, out->units[i].unit.object,
                         out->units[i].unit.unit.source);
                return false;
            }
    return true;
}

static bool add_units(struct reading *reading, const struct bitcodes *bitcodes) {
    bool good = true;
    for (size_t i = 0; i < reading->out->resolved.count; i++)
        good = add_object(reading, &reading->out->resolved.objects[i]) && good;
    for (size_t i = 0; i < bitcodes->count; i++)
        good = add_bitcode_units(reading, &bitcodes->items[i]) && good;
    if (good)
        drop_linked(reading);
    return good && check_ids(reading);
}

bool oc_inputs_read(struct oc_arena *arena, const struct oc_input_file *files, size_t count,
                    oc_bitcode_reader *read_bitcode, struct oc_diag *diag,
                    struct oc_link_inputs *out) {
    struct reading reading = {.arena = arena, .diag = diag, .out = out};
    struct bitcodes bitcodes = {.read = read_bitcode, .undefined = {.arena = arena}};
    struct oc_resolve_input *inputs = OC_NEW_ARRAY(arena, count, struct oc_resolve_input);
    *out = (struct oc_link_inputs){0};
    for (size_t i = 0; i < count; i++)
        inputs[i] = (struct oc_resolve_input){.path = files[i].path, .is_whole = files[i].whole};
    // lld's rule takes all that GNU ld's does, and more only where that has undefined symbols.
    struct oc_resolve_request request = {.inputs = inputs, .input_count = count, .any_order = true};
    if (!oc_resolve(arena, &request, diag, &out->resolved))
        return false;
    if (!out->resolved.has_bitcode)
        return add_units(&reading, &bitcodes);
    for (size_t i = 0; i < count; i++)
        find_bitcode(arena, files[i].path, &bitcodes);
    request.undefined = bitcodes.undefined.items;
    request.undefined_count = bitcodes.undefined.count;
    oc_resolve_release(&out->resolved);
    return oc_resolve(arena, &request, diag, &out->resolved) && add_units(&reading, &bitcodes);
}

void oc_inputs_add(struct oc_arena *arena, struct oc_link_inputs *inputs,
                   const struct oc_link_unit *unit, const struct oc_bitcode_object *symbols) {
    struct oc_link_unit *units = OC_NEW_ARRAY(arena, inputs->count + 1, struct oc_link_unit);
    for (size_t i = 0; i < inputs->count; i++) {
        if (strcmp(inputs->units[i].unit.unit.id, unit->unit.unit.id) == 0)
            return;
        units[i] = inputs->units[i];
    }
    units[inputs->count] = *unit;
    allot_weak(arena, &units[inputs->count].unit);
    inputs->units = units;
    inputs->count++;
    for (size_t i = 0; i < symbols->weak_count; i++)
        note_weak(inputs, inputs->count - 1, symbols->weak[i]);
}

const char *oc_inputs_definer(struct oc_link_inputs *inputs, const char *name, bool *is_shared) {
    struct oc_resolve_definer definer;
    if (!oc_resolve_find(&inputs->resolved, name, &definer))
        return NULL;
    *is_shared = definer.is_shared;
    return definer.name;
}
