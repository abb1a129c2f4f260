// The two JSON functions of unit.h. The text is one object:
//
//   {"version": 5, "source": "saxpy.c", "tables": ["weights"],
//    "globals": [{"name": "hits", "place": ..., "static": false, "size": 4}], "kernels": [
//     {"name": "saxpy", "place": {"file": "saxpy.c", "line": 5, "column": 21}, "static": false,
//      "block_sizes": [[256, 1, 1]], "params": [
//        {"name": "x", "place": ..., "kind": "array", "direction": ["to"], "type": "void *",
//         "spelling": "const float[n]", "size": 4, "bounds": [
//           {"expression": {"param": 0, "type": "unsigned long"}, "spelling": "n"},
//           {"expression": {"value": 4, "type": "int"}, "spelling": "N"}]}]}]}
//
// expression_json.h has the expressions. A parameter whose structs have pointers also has, as have
// members of which that holds,
//
//         "device_pointers": true if there are others, which are offload_device_ptr,
//         "members": [{"path": "data", "offset": 8, "place": ..., "direction": ["to"],
//                      "spelling": "const float *", "size": 4, "bounds": [
//                        {"expression": {"member": "n", "type": "int"}, "spelling": "n"}]}]
//
// with "or_null": true where the pointer may be null; and if it is an array, "record": "struct
// vector".
//
// An incomplete unit also has
//
//     "id": "0123456789abcdef", "waits": true,
//     "offers": [{"name": "weigh", "variable": false, "place": ..., "type": "double (double)",
//                 "waits": true, "optional": true, "reaches": [0]}],
//     "needs": [{"name": "mix", ..., "user": "kernel 'step'",
//                "notes": [{"place": ..., "text": "'mean' is called by kernel 'step' here"}]}]
//
// A string that is not UTF-8 (JSON cannot hold it) is written as {"hex": "66e962"}.
#include "model/expression_json.h"
#include "model/unit.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { FORMAT_VERSION = 5 };

static const char *const kind_names[] = {
    [OC_PARAM_VALUE] = "value",
    [OC_PARAM_AGGREGATE] = "aggregate",
    [OC_PARAM_ARRAY] = "array",
    [OC_PARAM_DEVICE_PTR] = "device_ptr",
};
enum { KIND_COUNT = sizeof(kind_names) / sizeof(*kind_names) };

// ---- Writing -----------------------------------------------------------------------------------

static json_t *bounds_to_json(const struct oc_bound *items, size_t count) {
    json_t *bounds = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct oc_bound *bound = &items[i];
        json_array_append_new(bounds, json_pack("{s:o, s:o}", "expression",
                                                oc_json_expression(bound->expression), "spelling",
                                                oc_json_string(bound->spelling)));
    }
    return bounds;
}

// Adds "members", if there are any.
static void members_to_json(json_t *owner, const struct oc_member *items, size_t count) {
    if (!count)
        return;
    json_t *members = json_array();
    for (size_t i = 0; i < count; i++) {
        const struct oc_member *member = &items[i];
        json_t *json = json_pack(
            "{s:o, s:o, s:o, s:o, s:I, s:o}", "path", oc_json_string(member->path), "place",
            oc_json_place(member->place), "direction", oc_json_directions(member->direction),
            "spelling", oc_json_string(member->spelling), "size", (json_int_t)member->size,
            "bounds", bounds_to_json(member->bounds, member->bound_count));
        if (member->offset != OC_UNKNOWN_OFFSET)
            json_object_set_new(json, "offset", json_integer((json_int_t)member->offset));
        if (member->or_null)
            json_object_set_new(json, "or_null", json_true());
        members_to_json(json, member->members, member->member_count);
        if (member->device_pointers)
            json_object_set_new(json, "device_pointers", json_true());
        json_array_append_new(members, json);
    }
    json_object_set_new(owner, "members", members);
}

static json_t *param_to_json(const struct oc_param *param) {
    json_t *json = json_pack(
        "{s:o, s:o, s:s, s:o, s:o, s:o, s:I, s:o}", "name", oc_json_string(param->name), "place",
        oc_json_place(param->place), "kind", kind_names[param->kind], "direction",
        oc_json_directions(param->direction), "type", oc_json_string(param->type), "spelling",
        oc_json_string(param->spelling), "size", (json_int_t)param->size, "bounds",
        bounds_to_json(param->bounds, param->bound_count));
    if (param->or_null)
        json_object_set_new(json, "or_null", json_true());
    members_to_json(json, param->members, param->member_count);
    if (param->device_pointers)
        json_object_set_new(json, "device_pointers", json_true());
    if (param->record)
        json_object_set_new(json, "record", oc_json_string(param->record));
    return json;
}

static json_t *block_sizes_to_json(const struct oc_kernel *kernel) {
    json_t *sizes = json_array();
    for (size_t i = 0; i < kernel->block_size_count; i++) {
        const unsigned *size = kernel->block_sizes[i];
        json_array_append_new(sizes,
                              json_pack("[i, i, i]", (int)size[0], (int)size[1], (int)size[2]));
    }
    return sizes;
}

static json_t *kernel_to_json(const struct oc_kernel *kernel) {
    json_t *params = json_array();
    for (size_t i = 0; i < kernel->param_count; i++)
        json_array_append_new(params, param_to_json(&kernel->params[i]));
    json_t *json = json_pack("{s:o, s:o, s:b, s:o, s:o}", "name", oc_json_string(kernel->name),
                             "place", oc_json_place(kernel->place), "static", kernel->is_static,
                             "block_sizes", block_sizes_to_json(kernel), "params", params);
    if (kernel->block_limit)
        json_object_set_new(json, "block_limit", json_integer(kernel->block_limit));
    if (kernel->least_waves)
        json_object_set_new(json, "waves",
                            json_pack("[i, i]", (int)kernel->least_waves, (int)kernel->most_waves));
    if (kernel->dynamic_shared)
        json_object_set_new(json, "dynamic_shared", json_true());
    if (kernel->grid_barrier)
        json_object_set_new(json, "grid_barrier", json_true());
    return json;
}

static json_t *global_to_json(const struct oc_global *global) {
    return json_pack("{s:o, s:o, s:b, s:I}", "name", oc_json_string(global->name), "place",
                     oc_json_place(global->place), "static", global->is_static, "size",
                     (json_int_t)global->size);
}

static void add_marks(const struct oc_external *external, json_t *json) {
    json_t *reaches = json_array();
    for (size_t i = 0; i < external->reach_count; i++)
        json_array_append_new(reaches, json_integer((json_int_t)external->reaches[i]));
    if (external->is_optional)
        json_object_set_new(json, "optional", json_true());
    if (external->waits)
        json_object_set_new(json, "waits", json_true());
    if (external->reach_count)
        json_object_set(json, "reaches", reaches);
    json_decref(reaches);
}

static json_t *external_to_json(const struct oc_external *external) {
    json_t *json =
        json_pack("{s:o, s:b, s:o, s:o}", "name", oc_json_string(external->name), "variable",
                  external->is_variable, "place", oc_json_place(external->place), "type",
                  oc_json_string(external->type ? external->type : ""));
    add_marks(external, json);
    if (!external->user)
        return json;
    json_t *notes = json_array();
    for (size_t i = 0; i < external->note_count; i++)
        json_array_append_new(notes, json_pack("{s:o, s:o}", "place",
                                               oc_json_place(external->notes[i].place), "text",
                                               oc_json_string(external->notes[i].text)));
    json_object_set_new(json, "user", oc_json_string(external->user));
    json_object_set_new(json, "notes", notes);
    return json;
}

static json_t *externals_to_json(const struct oc_external *externals, size_t count) {
    json_t *json = json_array();
    for (size_t i = 0; i < count; i++)
        json_array_append_new(json, external_to_json(&externals[i]));
    return json;
}

static json_t *unit_to_json(const struct oc_unit *unit) {
    json_t *kernels = json_array(), *tables = json_array(), *globals = json_array();
    for (size_t i = 0; i < unit->kernel_count; i++)
        json_array_append_new(kernels, kernel_to_json(&unit->kernels[i]));
    for (size_t i = 0; i < unit->table_count; i++)
        json_array_append_new(tables, oc_json_string(unit->tables[i]));
    for (size_t i = 0; i < unit->global_count; i++)
        json_array_append_new(globals, global_to_json(&unit->globals[i]));
    json_t *json = json_pack("{s:i, s:o, s:o, s:o, s:o}", "version", FORMAT_VERSION, "source",
                             oc_json_string(unit->source), "kernels", kernels, "tables", tables,
                             "globals", globals);
    if (!oc_unit_is_incomplete(unit))
        return json;
    json_object_set_new(json, "id", oc_json_string(unit->id ? unit->id : ""));
    if (unit->waits)
        json_object_set_new(json, "waits", json_true());
    json_object_set_new(json, "offers", externals_to_json(unit->offers, unit->offer_count));
    json_object_set_new(json, "needs", externals_to_json(unit->needs, unit->need_count));
    return json;
}

const char *oc_unit_to_json(struct oc_arena *arena, const struct oc_unit *unit) {
    return oc_json_text(arena, unit_to_json(unit));
}

static void drop_places(json_t *json) {
    const char *const gone[] = {"place", "source", "spelling"};
    for (size_t i = 0; json_is_object(json) && i < sizeof gone / sizeof *gone; i++)
        json_object_del(json, gone[i]);
    const char *name;
    json_t *value;
    size_t index;
    json_object_foreach(json, name, value) drop_places(value);
    json_array_foreach(json, index, value) drop_places(value);
}

const char *oc_unit_code_json(struct oc_arena *arena, const struct oc_unit *unit) {
    json_t *json = unit_to_json(unit);
    drop_places(json);
    return oc_json_text(arena, json);
}

// ---- Reading -----------------------------------------------------------------------------------

static bool read_place(struct oc_json_reader *reader, const json_t *json, struct oc_place *out) {
    json_int_t line = 0, column = 0;
    if (!oc_json_read_string(reader, json_object_get(json, "file"), &out->file) ||
        !oc_json_integer(reader, json_object_get(json, "line"), UINT32_MAX, &line) ||
        !oc_json_integer(reader, json_object_get(json, "column"), UINT32_MAX, &column))
        return false;
    out->line = (unsigned)line;
    out->column = (unsigned)column;
    return true;
}

static bool is_identifier(const char *text) {
    if (!*text || isdigit((unsigned char)*text))
        return false;
    while (oc_json_is_word(*text))
        text++;
    return !*text;
}

static bool read_identifier(struct oc_json_reader *reader, const json_t *json, const char **out) {
    if (!oc_json_read_string(reader, json, out))
        return false;
    return is_identifier(*out) || oc_json_wrong(reader, "a name is not an identifier");
}

// A type's C text: words, and the punctuation of vectors, _BitInt and attributes.
static bool is_type_text(const char *text) {
    for (const char *at = text; *at; at++)
        if (!oc_json_is_word(*at) && !strchr(" *(),", *at))
            return false;
    return *text && !isspace((unsigned char)*text);
}

static bool read_bound(struct oc_json_reader *reader, const json_t *json,
                       struct oc_json_bound_site site, struct oc_bound *out) {
    int64_t value;
    if (!oc_json_read_expression(reader, json_object_get(json, "expression"), site,
                                 &out->expression) ||
        !oc_json_read_string(reader, json_object_get(json, "spelling"), &out->spelling))
        return false;
    return !oc_expression_is_constant(out->expression, &value) || value >= 0 ||
           oc_json_wrong(reader, "a bound is negative");
}

static bool read_bounds(struct oc_json_reader *reader, const json_t *json,
                        struct oc_json_bound_site site, struct oc_bound **bounds, size_t *count) {
    if (!json_is_array(json))
        return oc_json_wrong(reader, "bounds are missing");
    *count = json_array_size(json);
    *bounds = OC_NEW_ARRAY(reader->arena, *count, struct oc_bound);
    for (size_t i = 0; i < *count; i++)
        if (!read_bound(reader, json_array_get(json, i), site, &(*bounds)[i]))
            return false;
    return true;
}

static bool read_kind(struct oc_json_reader *reader, const json_t *json, enum oc_param_kind *out) {
    const char *name = json_string_value(json);
    for (int i = OC_PARAM_OTHER + 1; name && i < KIND_COUNT; i++)
        if (strcmp(kind_names[i], name) == 0) {
            *out = (enum oc_param_kind)i;
            return true;
        }
    return oc_json_wrong(reader, "a parameter is of an unknown kind");
}

static bool read_direction(struct oc_json_reader *reader, const json_t *json, unsigned *out) {
    if (!json_is_array(json))
        return oc_json_wrong(reader, "a direction is missing");
    for (size_t i = 0; i < json_array_size(json); i++) {
        const char *name = json_string_value(json_array_get(json, i));
        unsigned bit = name && strcmp(name, "to") == 0     ? OC_MAP_TO
                       : name && strcmp(name, "from") == 0 ? OC_MAP_FROM
                                                           : 0;
        if (!bit || (*out & bit))
            return oc_json_wrong(reader, "a direction is unknown or repeated");
        *out |= bit;
    }
    return true;
}

static bool read_members(struct oc_json_reader *reader, const json_t *json, unsigned depth,
                         struct oc_member **members, size_t *count);

static bool read_member(struct oc_json_reader *reader, const json_t *json, unsigned depth,
                        struct oc_member *out) {
    const json_t *offset = json_object_get(json, "offset");
    json_int_t size = 0, bytes = 0;
    if (!oc_json_read_path(reader, json_object_get(json, "path"), &out->path) ||
        (offset && !oc_json_integer(reader, offset, INT64_MAX, &bytes)) ||
        !read_place(reader, json_object_get(json, "place"), &out->place) ||
        !read_direction(reader, json_object_get(json, "direction"), &out->direction) ||
        !oc_json_read_string(reader, json_object_get(json, "spelling"), &out->spelling) ||
        !oc_json_integer(reader, json_object_get(json, "size"), INT64_MAX, &size) ||
        !read_bounds(reader, json_object_get(json, "bounds"),
                     (struct oc_json_bound_site){.in_struct = true}, &out->bounds,
                     &out->bound_count) ||
        !read_members(reader, json_object_get(json, "members"), depth + 1, &out->members,
                      &out->member_count))
        return false;
    out->size = (uint64_t)size;
    out->offset = offset ? (uint64_t)bytes : OC_UNKNOWN_OFFSET;
    out->or_null = json_is_true(json_object_get(json, "or_null"));
    out->device_pointers = json_is_true(json_object_get(json, "device_pointers"));
    return out->bound_count > 0 || oc_json_wrong(reader, "a member has no count");
}

static bool read_members(struct oc_json_reader *reader, const json_t *json, unsigned depth,
                         struct oc_member **members, size_t *count) {
    *count = 0;
    if (!json)
        return true;
    if (!json_is_array(json) || !json_array_size(json) || json_array_size(json) > OC_MAX_MEMBERS ||
        depth >= OC_MAX_MEMBER_DEPTH)
        return oc_json_wrong(reader, "members are missing, too many or nested too deeply");
    *members = OC_NEW_ARRAY(reader->arena, json_array_size(json), struct oc_member);
    for (size_t i = 0; i < json_array_size(json); i++)
        if (!read_member(reader, json_array_get(json, i), depth, &(*members)[i]))
            return false;
    *count = json_array_size(json);
    return true;
}

// What must hold between the fields.
static bool check_param(struct oc_json_reader *reader, const struct oc_param *param) {
    bool is_array = param->kind == OC_PARAM_ARRAY;
    bool is_pointer = is_array || param->kind == OC_PARAM_DEVICE_PTR;
    if (param->direction && !is_array)
        return oc_json_wrong(reader, "something other than an array has a direction");
    if ((param->bound_count > 0) != is_array)
        return oc_json_wrong(reader, "an array has no bounds, or something else has");
    if (param->or_null && !is_array)
        return oc_json_wrong(reader, "something other than an array may be null");
    if (param->member_count && !is_array && param->kind != OC_PARAM_AGGREGATE)
        return oc_json_wrong(reader, "something has members that cannot have them");
    if ((param->record != NULL) != (is_array && param->member_count) ||
        (param->record && !is_type_text(param->record)))
        return oc_json_wrong(reader, "the struct with the members has no type");
    if (is_pointer ? strcmp(param->type, "void *") != 0 : !is_type_text(param->type))
        return oc_json_wrong(reader, "a parameter's type is malformed");
    if (*param->name && !is_identifier(param->name))
        return oc_json_wrong(reader, "a name is not an identifier");
    if (param->kind == OC_PARAM_VALUE && (param->size < 1 || param->size > 8))
        return oc_json_wrong(reader, "a value's size is not 1 to 8 bytes");
    if (param->kind == OC_PARAM_AGGREGATE && param->size < 1)
        return oc_json_wrong(reader, "an aggregate has no size");
    return true;
}

static bool read_param(struct oc_json_reader *reader, const json_t *json, size_t count,
                       struct oc_param *out) {
    json_int_t size = 0;
    if (!oc_json_read_string(reader, json_object_get(json, "name"), &out->name) ||
        !read_place(reader, json_object_get(json, "place"), &out->place) ||
        !read_kind(reader, json_object_get(json, "kind"), &out->kind) ||
        !read_direction(reader, json_object_get(json, "direction"), &out->direction) ||
        !oc_json_read_string(reader, json_object_get(json, "type"), &out->type) ||
        !oc_json_read_string(reader, json_object_get(json, "spelling"), &out->spelling) ||
        !oc_json_integer(reader, json_object_get(json, "size"), INT64_MAX, &size) ||
        !read_bounds(reader, json_object_get(json, "bounds"),
                     (struct oc_json_bound_site){.params = count}, &out->bounds,
                     &out->bound_count) ||
        !read_members(reader, json_object_get(json, "members"), 0, &out->members,
                      &out->member_count))
        return false;
    const json_t *record = json_object_get(json, "record");
    if (record && !oc_json_read_string(reader, record, &out->record))
        return false;
    out->size = (uint64_t)size;
    out->or_null = json_is_true(json_object_get(json, "or_null"));
    out->device_pointers = json_is_true(json_object_get(json, "device_pointers"));
    return check_param(reader, out);
}

static bool read_block_size(struct oc_json_reader *reader, const json_t *json, unsigned out[3]) {
    json_int_t threads = 1;
    for (size_t d = 0; d < 3; d++) {
        json_int_t size = 0;
        if (!oc_json_integer(reader, json_array_get(json, d), OC_MAX_BLOCK_THREADS, &size))
            return false;
        threads *= size;
        out[d] = (unsigned)size;
    }
    return (json_array_size(json) == 3 && threads > 0 && threads <= OC_MAX_BLOCK_THREADS) ||
           oc_json_wrong(reader, "a block size is out of range");
}

static bool read_block_sizes(struct oc_json_reader *reader, const json_t *json,
                             struct oc_kernel *out) {
    if (!json_is_array(json) || json_array_size(json) > OC_MAX_BLOCK_SIZES)
        return oc_json_wrong(reader, "a kernel's block sizes are missing or too many");
    out->block_size_count = json_array_size(json);
    out->block_sizes =
        oc_arena_array(reader->arena, out->block_size_count, sizeof *out->block_sizes);
    for (size_t i = 0; i < out->block_size_count; i++)
        if (!read_block_size(reader, json_array_get(json, i), out->block_sizes[i]))
            return false;
    return true;
}

static bool read_kernel(struct oc_json_reader *reader, const json_t *json, struct oc_kernel *out) {
    const json_t *params = json_object_get(json, "params");
    const json_t *is_static = json_object_get(json, "static");
    if (!read_identifier(reader, json_object_get(json, "name"), &out->name) ||
        !read_place(reader, json_object_get(json, "place"), &out->place))
        return false;
    if (!json_is_array(params) || !json_is_boolean(is_static))
        return oc_json_wrong(reader, "a kernel's parameters or linkage are missing");
    if (!read_block_sizes(reader, json_object_get(json, "block_sizes"), out))
        return false;
    const json_t *limit = json_object_get(json, "block_limit");
    json_int_t threads = 0;
    if (limit && !oc_json_integer(reader, limit, OC_MAX_BLOCK_THREADS, &threads))
        return false;
    out->block_limit = (unsigned)threads;
    const json_t *waves = json_object_get(json, "waves");
    json_int_t least = 0, most = 0;
    if (waves && (!oc_json_integer(reader, json_array_get(waves, 0), OC_MAX_WAVES, &least) ||
                  !oc_json_integer(reader, json_array_get(waves, 1), OC_MAX_WAVES, &most)))
        return false;
    out->least_waves = (unsigned)least;
    out->most_waves = (unsigned)most;
    out->dynamic_shared = json_is_true(json_object_get(json, "dynamic_shared"));
    out->grid_barrier = json_is_true(json_object_get(json, "grid_barrier"));
    out->is_static = json_is_true(is_static);
    out->param_count = json_array_size(params);
    out->params = OC_NEW_ARRAY(reader->arena, out->param_count, struct oc_param);
    for (size_t i = 0; i < out->param_count; i++)
        if (!read_param(reader, json_array_get(params, i), out->param_count, &out->params[i]))
            return false;
    return true;
}

static bool read_global(struct oc_json_reader *reader, const json_t *json, struct oc_global *out) {
    const json_t *is_static = json_object_get(json, "static");
    json_int_t size = 0;
    if (!read_identifier(reader, json_object_get(json, "name"), &out->name) ||
        !read_place(reader, json_object_get(json, "place"), &out->place) ||
        !oc_json_integer(reader, json_object_get(json, "size"), INT64_MAX, &size))
        return false;
    if (!json_is_boolean(is_static) || size == 0)
        return oc_json_wrong(reader, "a device variable's linkage or size is missing");
    out->is_static = json_is_true(is_static);
    out->size = (uint64_t)size;
    return true;
}

static bool read_globals(struct oc_json_reader *reader, const json_t *json, struct oc_unit *out) {
    if (!json_is_array(json))
        return oc_json_wrong(reader, "device variables are missing");
    out->global_count = json_array_size(json);
    out->globals = OC_NEW_ARRAY(reader->arena, out->global_count, struct oc_global);
    for (size_t i = 0; i < out->global_count; i++)
        if (!read_global(reader, json_array_get(json, i), &out->globals[i]))
            return false;
    return true;
}

static bool read_note(struct oc_json_reader *reader, const json_t *json, struct oc_note *out) {
    return read_place(reader, json_object_get(json, "place"), &out->place) &&
           oc_json_read_string(reader, json_object_get(json, "text"), &out->text);
}

static bool read_external(struct oc_json_reader *reader, const json_t *json, bool is_needed,
                          struct oc_external *out) {
    const json_t *notes = json_object_get(json, "notes");
    if (!read_identifier(reader, json_object_get(json, "name"), &out->name) ||
        !read_place(reader, json_object_get(json, "place"), &out->place) ||
        !oc_json_read_string(reader, json_object_get(json, "type"), &out->type))
        return false;
    out->is_variable = json_is_true(json_object_get(json, "variable"));
    out->is_optional = json_is_true(json_object_get(json, "optional"));
    out->waits = json_is_true(json_object_get(json, "waits"));
    if (!is_needed)
        return true;
    if (!oc_json_read_string(reader, json_object_get(json, "user"), &out->user))
        return false;
    out->note_count = json_array_size(notes);
    out->notes = OC_NEW_ARRAY(reader->arena, out->note_count, struct oc_note);
    for (size_t i = 0; i < out->note_count; i++)
        if (!read_note(reader, json_array_get(notes, i), &out->notes[i]))
            return false;
    return true;
}

static bool read_externals(struct oc_json_reader *reader, const json_t *json, bool is_needed,
                           struct oc_external **out, size_t *count) {
    *count = json_array_size(json);
    *out = OC_NEW_ARRAY(reader->arena, *count, struct oc_external);
    for (size_t i = 0; i < *count; i++)
        if (!read_external(reader, json_array_get(json, i), is_needed, &(*out)[i]))
            return false;
    return true;
}

// Of what is offered: the needs must have been read.
static bool read_reaches(struct oc_json_reader *reader, const json_t *json, size_t need_count,
                         struct oc_external *out) {
    const json_t *reaches = json_object_get(json, "reaches");
    out->reach_count = json_array_size(reaches);
    out->reaches = OC_NEW_ARRAY(reader->arena, out->reach_count, size_t);
    for (size_t i = 0; i < out->reach_count; i++) {
        json_int_t index = 0;
        if (!oc_json_integer(reader, json_array_get(reaches, i), UINT32_MAX, &index))
            return false;
        if ((size_t)index >= need_count)
            return oc_json_wrong(reader, "an offer reaches something that the unit does not need");
        out->reaches[i] = (size_t)index;
    }
    return true;
}

static bool is_id(const char *text) {
    return strlen(text) == 16 && strspn(text, "0123456789abcdef") == 16;
}

static bool read_connections(struct oc_json_reader *reader, const json_t *json,
                             struct oc_unit *out) {
    if (!read_externals(reader, json_object_get(json, "offers"), false, &out->offers,
                        &out->offer_count) ||
        !read_externals(reader, json_object_get(json, "needs"), true, &out->needs,
                        &out->need_count))
        return false;
    for (size_t i = 0; i < out->offer_count; i++)
        if (!read_reaches(reader, json_array_get(json_object_get(json, "offers"), i),
                          out->need_count, &out->offers[i]))
            return false;
    if (!oc_unit_is_incomplete(out))
        return true;
    out->waits = json_is_true(json_object_get(json, "waits"));
    if (!oc_json_read_string(reader, json_object_get(json, "id"), &out->id))
        return false;
    return is_id(out->id) || oc_json_wrong(reader, "an incomplete unit has no id");
}

static bool read_unit(struct oc_json_reader *reader, const json_t *json, struct oc_unit *out) {
    const json_t *kernels = json_object_get(json, "kernels");
    const json_t *tables = json_object_get(json, "tables");
    const json_t *version = json_object_get(json, "version");
    if (!json_is_integer(version) || json_integer_value(version) != FORMAT_VERSION)
        return oc_json_wrong(reader, "it is of another version of offloadcc");
    if (!oc_json_read_string(reader, json_object_get(json, "source"), &out->source))
        return false;
    if (!json_is_array(kernels) || !json_is_array(tables))
        return oc_json_wrong(reader, "kernels or tables are missing");
    out->kernel_count = json_array_size(kernels);
    out->kernels = OC_NEW_ARRAY(reader->arena, out->kernel_count, struct oc_kernel);
    for (size_t i = 0; i < out->kernel_count; i++)
        if (!read_kernel(reader, json_array_get(kernels, i), &out->kernels[i]))
            return false;
    out->table_count = json_array_size(tables);
    out->tables = OC_NEW_ARRAY(reader->arena, out->table_count, const char *);
    for (size_t i = 0; i < out->table_count; i++)
        if (!read_identifier(reader, json_array_get(tables, i), &out->tables[i]))
            return false;
    return read_globals(reader, json_object_get(json, "globals"), out) &&
           read_connections(reader, json, out);
}

bool oc_unit_from_json(struct oc_arena *arena, const char *json, size_t length, const char *path,
                       struct oc_diag *diag, struct oc_unit *out) {
    json_error_t error;
    json_t *root = json_loadb(json, length, JSON_REJECT_DUPLICATES, &error);
    struct oc_json_reader reader = {.arena = arena};
    struct oc_unit unit = {0};
    bool valid = root ? read_unit(&reader, root, &unit) : oc_json_wrong(&reader, error.text);
    if (valid)
        *out = unit;
    else
        oc_error(diag, "'%s' is damaged: %s", path, reader.error);
    json_decref(root);
    return valid;
}
