#include "glue/maps.h"

#include "base/overlay.h"
#include "glue/bounds.h"
#include "glue/names.h"
#include "model/kernelargs.h"

#include <inttypes.h>
#include <string.h>

// The map types of libomptarget (omp_target.h, OpenMPOffloadMappingFlags).
enum {
    MAP_TO = 0x1,
    MAP_FROM = 0x2,
    MAP_TARGET_PARAM = 0x20,
    MAP_PRIVATE = 0x80,
    MAP_LITERAL = 0x100,
    MAP_IMPLICIT = 0x200 // on a literal: the address of device memory, for our runtime's checks
};

// The name of what a struct's pointer leads to, as messages show it.
static const char *pointee_name(struct oc_arena *arena, const struct oc_param *param,
                                const struct oc_member *member) {
    return oc_arena_printf(arena, "%s.%s", param->name, member->path);
}

// ---- Roots -------------------------------------------------------------------------------------

// C text of what a pointer leads to, elements of arrays taken one by one.
static const char *pointee_type(struct oc_arena *arena, const char *object,
                                const struct oc_member *member) {
    struct oc_text text = {.arena = arena};
    oc_text_printf(&text, "__typeof__(%s->%s", object, member->path);
    for (size_t i = 0; i < member->bound_count; i++)
        oc_text_add(&text, "[0]");
    oc_text_add(&text, ")");
    return text.data;
}

// The name of what a root is, as messages show it.
static const char *root_name(struct oc_arena *arena, const struct oc_root *root) {
    return root->member ? pointee_name(arena, root->param, root->member) : root->param->name;
}

// C text of a root's structs.
static const char *root_type(struct oc_arena *arena, const struct oc_root *root) {
    const char *object = oc_arena_printf(arena, "((%s *)0)", root->param->type);
    return root->member ? pointee_type(arena, object, root->member) : root->param->record;
}

// ---- The description ---------------------------------------------------------------------------

static long direction_type(unsigned direction) {
    return (direction & OC_MAP_TO ? MAP_TO : 0) | (direction & OC_MAP_FROM ? MAP_FROM : 0);
}

static long map_type(const struct oc_param *param) {
    switch (param->kind) {
    case OC_PARAM_VALUE:
        return MAP_TARGET_PARAM | MAP_LITERAL;
    case OC_PARAM_DEVICE_PTR:
        return MAP_TARGET_PARAM | MAP_LITERAL | MAP_IMPLICIT;
    case OC_PARAM_AGGREGATE:
        return MAP_TARGET_PARAM | MAP_PRIVATE | MAP_TO;
    case OC_PARAM_ARRAY:
        return MAP_TARGET_PARAM | direction_type(param->direction);
    case OC_PARAM_OTHER:
        break;
    }
    return 0;
}

// The tables of a description, while they are written: first those of bounds, in `text`.
struct tables {
    const struct oc_kernel *kernel;
    struct oc_text *text;
    struct oc_text parameters;
    struct oc_map_types types;
    size_t capacity;
};

static void add_type(struct tables *tables, long type) {
    struct oc_map_types *types = &tables->types;
    if (types->count == tables->capacity) {
        tables->capacity = tables->capacity ? 2 * tables->capacity : 8;
        long *items = OC_NEW_ARRAY(tables->text->arena, tables->capacity, long);
        if (types->count)
            memcpy(items, types->items, types->count * sizeof *items);
        types->items = items;
    }
    types->items[types->count++] = type;
}

static void add_described(struct tables *tables, const char *name, const struct oc_bound *bounds,
                          size_t bound_count, uint64_t size, const char *alignment, long type) {
    struct oc_arena *arena = tables->text->arena;
    oc_text_printf(&tables->parameters, "{\"%s\", ", oc_overlay_quote(arena, name));
    if (bound_count) {
        const char *table = oc_arena_printf(arena, "__offloadcc_k_bounds%zu_%s",
                                            tables->types.count, tables->kernel->name);
        oc_text_printf(tables->text, "static const char *const %s[] = {", table);
        for (size_t b = 0; b < bound_count; b++)
            oc_text_printf(tables->text, "\"%s\", ", oc_overlay_quote(arena, bounds[b].spelling));
        oc_text_add(tables->text, "};\n");
        oc_text_printf(&tables->parameters, "%s, ", table);
    } else {
        oc_text_add(&tables->parameters, "0, ");
    }
    oc_text_printf(&tables->parameters, "%" PRIu64 ", %s}, ", bound_count == 1 ? size : 0,
                   alignment);
    add_type(tables, type);
}

// What is reached through arrays of structs, in the order in which add_reached comes to it.
static void add_described_members(struct tables *tables, const char *owner,
                                  const struct oc_member *members, size_t count) {
    for (size_t i = 0; i < count; i++) {
        const struct oc_member *member = &members[i];
        const char *name = oc_arena_printf(tables->text->arena, "%s[].%s", owner, member->path);
        add_described(tables, name, member->bounds, member->bound_count, member->size, "0",
                      direction_type(member->direction));
        add_described_members(tables, name, member->members, member->member_count);
    }
}

// Also writes the tables of bounds that the parameters refer to.
static struct tables make_tables(struct oc_text *text, const struct oc_kernel *kernel,
                                 const struct oc_roots *roots) {
    struct oc_arena *arena = text->arena;
    struct tables tables = {.kernel = kernel, .text = text, .parameters = {.arena = arena}};
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        const char *alignment = param->kind == OC_PARAM_AGGREGATE
                                    ? oc_arena_printf(arena, "_Alignof(%s)", param->type)
                                    : "0";
        add_described(&tables, param->name, param->bounds, param->bound_count, param->size,
                      alignment, map_type(param));
    }
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        for (size_t m = 0; m < oc_param_pointee_count(param); m++) {
            const struct oc_member *member = &param->members[m];
            add_described(&tables, pointee_name(arena, param, member), member->bounds,
                          member->bound_count, member->size, "0",
                          MAP_TARGET_PARAM | direction_type(member->direction));
        }
    }
    for (size_t i = 0; i < roots->count; i++)
        add_described_members(&tables, root_name(text->arena, &roots->items[i]),
                              roots->items[i].members, roots->items[i].count);
    return tables;
}

static void add_tables(struct oc_text *text, const struct oc_kernel *kernel,
                       const struct oc_roots *roots) {
    struct tables tables = make_tables(text, kernel, roots);
    oc_text_printf(text,
                   "static const struct __offloadcc_parameter __offloadcc_k_parameters_%s[] = "
                   "{%s{0, 0, 0, 0}};\nstatic const long " OC_GLUE_TYPES "%s[] = {",
                   kernel->name, tables.parameters.data ? tables.parameters.data : "",
                   kernel->name);
    for (size_t i = 0; i < tables.types.count; i++)
        oc_text_printf(text, "0x%lx, ", (unsigned long)tables.types.items[i]);
    oc_text_printf(text, "0};\nstatic const long *" OC_GLUE_WHOLE "%s;\n", kernel->name);
}

struct oc_map_types oc_maps_types(struct oc_arena *arena, const struct oc_kernel *kernel) {
    struct oc_text unused = {.arena = arena};
    struct oc_roots roots = oc_kernel_roots(arena, kernel);
    return make_tables(&unused, kernel, &roots).types;
}

// ---- Bytes -------------------------------------------------------------------------------------

// The variables with which bounds are computed, but __offloadcc_self.
static void add_variables(struct oc_text *text) {
    oc_text_add(text, "long __offloadcc_bytes; unsigned int __offloadcc_at, __offloadcc_dim; ");
}

// Bytes times a constant bound; false if the bound is not constant, or the size overflows, which is
// the runtime's to report.
static bool multiply_by_bound(uint64_t *bytes, const struct oc_bound *bound) {
    int64_t value, product;
    if (!oc_expression_is_constant(bound->expression, &value) ||
        __builtin_mul_overflow(*bytes, value, &product))
        return false;
    *bytes = (uint64_t)product;
    return true;
}

// Computes __offloadcc_bytes, of what is described at `at`.
static void add_bytes(struct oc_text *text, size_t at, uint64_t size, const struct oc_bound *bounds,
                      size_t count) {
    struct oc_text factors = {.arena = text->arena};
    for (size_t b = 0; b < count; b++) {
        if (multiply_by_bound(&size, &bounds[b]))
            continue;
        oc_text_printf(&factors,
                       "__offloadcc_dim = %zu; __offloadcc_bytes = "
                       "__offloadcc_extent(__offloadcc_self, __offloadcc_at, __offloadcc_dim, "
                       "__offloadcc_bytes, (__int128)(",
                       b);
        oc_glue_add_bound(&factors, bounds[b].expression, true);
        oc_text_add(&factors, ")); ");
    }
    oc_text_printf(text, "__offloadcc_at = %zu; __offloadcc_bytes = %" PRIu64 "; %s", at, size,
                   factors.data ? factors.data : "");
}

// begin_or_null and end_or_null stand around add_bytes. A pointer that may be null has no bytes
// where it is null. The runtime stops the program at other null pointers that have bytes.
static void begin_or_null(struct oc_text *text, bool or_null, const char *pointer) {
    if (or_null)
        oc_text_printf(text, "__offloadcc_bytes = 0; if (%s) { ", pointer);
}

static void end_or_null(struct oc_text *text, bool or_null) {
    if (or_null)
        oc_text_add(text, "} ");
}

// What no code uses has no bytes: its count may be anything.
static void begin_used(struct oc_text *text, size_t at) {
    oc_text_printf(text, "if (!(__offloadcc_self->__offloadcc_types[%zu] & __offloadcc_unused)) { ",
                   at);
}

// Computes __offloadcc_bytes, of the array that a pointer in a struct points to.
static void add_pointee_bytes(struct oc_text *text, size_t at, const struct oc_member *member) {
    begin_or_null(text, member->or_null,
                  oc_arena_printf(text->arena, "__offloadcc_e->%s", member->path));
    add_bytes(text, at, member->size, member->bounds, member->bound_count);
    end_or_null(text, member->or_null);
}

// ---- The walk ----------------------------------------------------------------------------------

// Where a walk is: from which argument it came, and the description of the next member.
struct walk {
    size_t argument;
    size_t described;
};

// Goes through the structs of a type in __offloadcc_bytes bytes from `array` on. Each of them is
// (*__offloadcc_e), as its members' counts say.
static void add_reached(struct oc_text *text, struct walk *walk, const char *type,
                        const char *array, const struct oc_member *members, size_t count) {
    oc_text_printf(text,
                   "{ %s *__offloadcc_array = (void *)%s; unsigned long __offloadcc_i, "
                   "__offloadcc_n = (unsigned long)__offloadcc_bytes / sizeof *__offloadcc_array; "
                   "for (__offloadcc_i = 0; __offloadcc_i < __offloadcc_n; __offloadcc_i++) { "
                   "__typeof__(*__offloadcc_array) *__offloadcc_e = "
                   "__offloadcc_array + __offloadcc_i; ",
                   type, array);
    for (size_t i = 0; i < count; i++) {
        const struct oc_member *member = &members[i];
        size_t at = walk->described++;
        begin_used(text, at);
        add_pointee_bytes(text, at, member);
        oc_text_printf(text,
                       "__offloadcc_reach(__offloadcc_entries, %zu, %zu, "
                       "(void *)&__offloadcc_e->%s, __offloadcc_bytes); ",
                       walk->argument, at, member->path);
        if (member->member_count)
            add_reached(text, walk, pointee_type(text->arena, "__offloadcc_e", member),
                        oc_arena_printf(text->arena, "__offloadcc_e->%s", member->path),
                        member->members, member->member_count);
        oc_text_add(text, "} ");
    }
    oc_text_add(text, "} } ");
}

static void add_walk(struct oc_text *text, const struct oc_kernel *kernel,
                     const struct oc_roots *roots) {
    oc_text_printf(text,
                   "__attribute__((nodebug)) static void __offloadcc_k_walk_%s(void *const "
                   "*__offloadcc_slots, const long *__offloadcc_sizes, struct __offloadcc_entries "
                   "*__offloadcc_entries) { const struct __offloadcc_kernel *__offloadcc_self = "
                   "&__offloadcc_k_self_%s; ",
                   kernel->name, kernel->name);
    add_variables(text);
    struct walk walk = {.described = oc_kernel_argument_count(kernel)};
    for (size_t i = 0; i < roots->count; i++) {
        const struct oc_root *root = &roots->items[i];
        walk.argument = root->argument;
        oc_text_printf(text, "__offloadcc_bytes = __offloadcc_sizes[%zu]; ", root->argument);
        add_reached(text, &walk, root_type(text->arena, root),
                    oc_arena_printf(text->arena, "__offloadcc_slots[%zu]", root->argument),
                    root->members, root->count);
    }
    oc_text_add(text, "}\n");
}

// Functions of other files may use what the kernel's own file does not.
static const char *uses_of(struct oc_arena *arena, const struct oc_unit *unit,
                           const struct oc_kernel *kernel) {
    const char *shared = kernel->dynamic_shared          ? "__offloadcc_uses_dynamic_shared"
                         : oc_unit_needs_functions(unit) ? "__offloadcc_may_use_dynamic_shared"
                                                         : "0";
    return kernel->grid_barrier
               ? oc_arena_printf(arena, "%s | __offloadcc_uses_grid_barrier", shared)
               : shared;
}

void oc_maps_add_description(struct oc_text *text, const struct oc_unit *unit,
                             const struct oc_kernel *kernel) {
    const char *name = kernel->name;
    struct oc_roots roots = oc_kernel_roots(text->arena, kernel);
    const char *walk =
        roots.count ? oc_arena_printf(text->arena, "__offloadcc_k_walk_%s", name) : "0";
    add_tables(text, kernel, &roots);
    if (roots.count)
        oc_text_printf(text, "static __offloadcc_walk_fn %s;\n", walk);
    oc_text_printf(
        text,
        "static const struct __offloadcc_kernel __offloadcc_k_self_%s = "
        "{&__offloadcc_unit, \"%s\", __builtin_FILE(), %u, %zu, "
        "__offloadcc_k_parameters_%s, " OC_GLUE_TYPES "%s, %s, &" OC_GLUE_WHOLE
        "%s, " OC_GLUE_BLOCKS "%s, &" OC_GLUE_FRAME "%s, __offloadcc_k_call_%s, %u, %s};\n",
        name, name, kernel->place.line, oc_kernel_argument_count(kernel), name, name, walk, name,
        name, name, name, kernel->block_limit ? kernel->block_limit : OC_MAX_BLOCK_THREADS,
        uses_of(text->arena, unit, kernel));
    if (roots.count)
        add_walk(text, kernel, &roots);
}

// ---- The launching function --------------------------------------------------------------------

// Stores what the runtime needs of parameter i: its slot and the bytes behind it.
static void add_argument(struct oc_text *text, const struct oc_kernel *kernel, size_t i) {
    const struct oc_param *param = &kernel->params[i];
    if (param->kind == OC_PARAM_AGGREGATE) {
        oc_text_printf(
            text,
            "__offloadcc_slots[%zu] = &__offloadcc_p%zu; __offloadcc_sizes[%zu] = sizeof "
            "__offloadcc_p%zu; ",
            i, i, i, i);
        return;
    }
    if (param->kind == OC_PARAM_VALUE)
        oc_text_printf(text,
                       "__offloadcc_slots[%zu] = 0; __builtin_memcpy(&__offloadcc_slots[%zu], "
                       "&__offloadcc_p%zu, sizeof __offloadcc_p%zu); ",
                       i, i, i, i);
    else
        oc_text_printf(text, "__offloadcc_slots[%zu] = (void *)__offloadcc_p%zu; ", i, i);
    if (param->kind != OC_PARAM_ARRAY) {
        oc_text_printf(text, "__offloadcc_sizes[%zu] = sizeof __offloadcc_p%zu; ", i, i);
        return;
    }
    begin_or_null(text, param->or_null, oc_arena_printf(text->arena, "__offloadcc_p%zu", i));
    add_bytes(text, i, param->size, param->bounds, param->bound_count);
    end_or_null(text, param->or_null);
    oc_text_printf(text, "__offloadcc_sizes[%zu] = __offloadcc_bytes; ", i);
}

// What the pointers of a struct that goes by value lead to.
static void add_pointees(struct oc_text *text, const struct oc_kernel *kernel, size_t i) {
    const struct oc_param *param = &kernel->params[i];
    if (!oc_param_pointee_count(param))
        return;
    oc_text_printf(text, "{ %s *__offloadcc_e = &__offloadcc_p%zu; ", param->type, i);
    for (size_t m = 0; m < param->member_count; m++) {
        const struct oc_member *member = &param->members[m];
        size_t at = oc_kernel_first_pointee(kernel, i) + m;
        oc_text_printf(text, "__offloadcc_slots[%zu] = (void *)__offloadcc_e->%s; ", at,
                       member->path);
        begin_used(text, at);
        add_pointee_bytes(text, at, member);
        oc_text_printf(text,
                       "__offloadcc_sizes[%zu] = __offloadcc_bytes; } else "
                       "__offloadcc_sizes[%zu] = 0; ",
                       at, at);
    }
    oc_text_add(text, "} ");
}

void oc_maps_add_arguments(struct oc_text *text, const struct oc_kernel *kernel) {
    size_t room = oc_kernel_argument_count(kernel) + 1;
    oc_text_printf(text,
                   "void *__offloadcc_slots[%zu]; long __offloadcc_sizes[%zu]; const struct "
                   "__offloadcc_kernel *__offloadcc_self = &__offloadcc_k_self_%s; ",
                   room, room, kernel->name);
    add_variables(text);
    for (size_t i = 0; i < kernel->param_count; i++)
        add_argument(text, kernel, i);
    for (size_t i = 0; i < kernel->param_count; i++)
        add_pointees(text, kernel, i);
}
