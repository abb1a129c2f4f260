#include "model/merge.h"

#include <string.h>

static bool is_kernel_name(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return true;
    return false;
}

static bool is_global_name(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->global_count; i++)
        if (strcmp(unit->globals[i].name, name) == 0)
            return true;
    return false;
}

// The name, or the first of name$2, name$3, ... that is free.
static const char *free_name(struct oc_arena *arena, const struct oc_unit *unit, const char *name) {
    const char *found = name;
    for (unsigned number = 2; is_kernel_name(unit, found) || is_global_name(unit, found); number++)
        found = oc_arena_printf(arena, "%s$%u", name, number);
    return found;
}

static void add_kernels(struct oc_arena *arena, const struct oc_unit *member, size_t number,
                        bool is_static, struct oc_merged *out) {
    for (size_t i = 0; i < member->kernel_count; i++) {
        const struct oc_kernel *kernel = &member->kernels[i];
        if (kernel->is_static != is_static)
            continue;
        out->kernels[out->unit.kernel_count] = (struct oc_origin){number, kernel->name};
        struct oc_kernel merged = *kernel;
        merged.name = free_name(arena, &out->unit, kernel->name);
        out->unit.kernels[out->unit.kernel_count++] = merged;
    }
}

static void add_globals(struct oc_arena *arena, const struct oc_unit *member, size_t number,
                        bool is_static, struct oc_merged *out) {
    for (size_t i = 0; i < member->global_count; i++) {
        const struct oc_global *global = &member->globals[i];
        if (global->is_static != is_static)
            continue;
        if (!is_static && is_global_name(&out->unit, global->name)) // one of them is weak
            continue;
        out->globals[out->unit.global_count] = (struct oc_origin){number, global->name};
        struct oc_global merged = *global;
        merged.name = free_name(arena, &out->unit, global->name);
        out->unit.globals[out->unit.global_count++] = merged;
    }
}

void oc_units_merge(struct oc_arena *arena, const struct oc_unit *members, size_t count,
                    struct oc_merged *out) {
    size_t kernels = 0, globals = 0;
    for (size_t i = 0; i < count; i++) {
        kernels += members[i].kernel_count;
        globals += members[i].global_count;
    }
    *out = (struct oc_merged){.unit = {.source = members[0].source,
                                       .kernels = OC_NEW_ARRAY(arena, kernels, struct oc_kernel),
                                       .globals = OC_NEW_ARRAY(arena, globals, struct oc_global)},
                              .kernels = OC_NEW_ARRAY(arena, kernels, struct oc_origin),
                              .globals = OC_NEW_ARRAY(arena, globals, struct oc_origin)};
    // External ones first: they keep their names, by which others refer to them.
    for (int is_static = 0; is_static < 2; is_static++)
        for (size_t i = 0; i < count; i++) {
            add_kernels(arena, &members[i], i, is_static, out);
            add_globals(arena, &members[i], i, is_static, out);
        }
}
