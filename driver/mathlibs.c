#include "driver/mathlibs.h"

#include "driver/toolchain.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static const struct oc_vendor_math *vendor_called(const char *name) {
    for (size_t i = 0; oc_targets[i]; i++) {
        const struct oc_vendor_math *vendor = oc_targets[i]->vendor_math;
        if (vendor && strcmp(vendor->name, name) == 0)
            return vendor;
    }
    return NULL;
}

static const char *const choices[] = {"auto", "libclc", "vendor"};

bool oc_mathlibs_knows(const char *value) {
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strcmp(choices[i], value) == 0)
            return true;
    return vendor_called(value) != NULL;
}

const char *oc_mathlibs_known(struct oc_arena *arena) {
    struct oc_text text = {.arena = arena};
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        oc_text_printf(&text, "%s'%s'", i ? ", " : "", choices[i]);
    for (size_t i = 0; oc_targets[i]; i++)
        if (oc_targets[i]->vendor_math)
            oc_text_printf(&text, ", '%s'", oc_targets[i]->vendor_math->name);
    return text.data;
}

// Whether the user wants the vendor's library for a target, and must have it.
static bool is_wanted(const struct oc_command *command, const struct oc_target *target,
                      bool *is_needed) {
    const char *choice = command->math ? command->math : "auto";
    *is_needed = strcmp(choice, "auto") != 0;
    return target->vendor_math && (strcmp(choice, "vendor") == 0 || !*is_needed ||
                                   strcmp(choice, target->vendor_math->name) == 0);
}

// ---- Where a library is ------------------------------------------------------------------------

// The last option of that name, or NULL.
static const struct oc_argument *find_option(const struct oc_command *command, const char *name) {
    for (size_t i = command->arguments.count; i-- > 0;) {
        const struct oc_argument *argument = &command->arguments.items[i];
        if (argument->option && strcmp(argument->option->name, name) == 0)
            return argument;
    }
    return NULL;
}

// All directories to look into. Options leave no choice: returns the first one that says where, or
// NULL.
static const struct oc_argument *add_directories(const struct oc_command *command,
                                                 const struct oc_vendor_math *vendor,
                                                 struct oc_args *out) {
    const struct oc_argument *naming = NULL;
    for (const char *const *name = vendor->options; *name; name++) {
        const struct oc_argument *option = find_option(command, *name);
        if (option)
            oc_args_add(out, option->value);
        naming = naming ? naming : option;
    }
    if (naming)
        return naming;
    for (const char *const *name = vendor->variables; *name; name++) {
        const char *value = getenv(*name);
        if (value && *value)
            oc_args_add(out, value);
    }
    const char *program =
        vendor->program ? oc_toolchain_on_path(out->arena, vendor->program) : NULL;
    if (program)
        oc_args_printf(out, "%.*s..", (int)(oc_base_name(program) - program), program);
    for (const char *const *directory = vendor->directories; *directory; directory++)
        oc_args_add(out, *directory);
    return NULL;
}

static const char *find_in(struct oc_arena *arena, const struct oc_args *directories,
                           const struct oc_vendor_math *vendor) {
    for (size_t i = 0; i < directories->count; i++)
        for (const char *const *file = vendor->files; *file; file++) {
            const char *path = oc_arena_printf(arena, "%s/%s", directories->items[i], *file);
            if (access(path, R_OK) == 0)
                return path;
        }
    return NULL;
}

static const char *find_math_library(struct oc_arena *arena, const struct oc_command *command,
                                     const struct oc_vendor_math *vendor) {
    struct oc_args directories = {.arena = arena};
    add_directories(command, vendor, &directories);
    return find_in(arena, &directories, vendor);
}

const char *oc_mathlibs_find(struct oc_arena *arena, const struct oc_command *command,
                             const struct oc_target *target) {
    bool is_needed;
    return is_wanted(command, target, &is_needed)
               ? find_math_library(arena, command, target->vendor_math)
               : NULL;
}

void oc_mathlibs_print(struct oc_arena *arena, const struct oc_command *command, FILE *stream) {
    for (size_t i = 0; oc_targets[i]; i++) {
        const struct oc_vendor_math *vendor = oc_targets[i]->vendor_math;
        const char *path = vendor ? find_math_library(arena, command, vendor) : NULL;
        if (vendor)
            fprintf(stream, "%-14s %s\n", vendor->name, path ? path : "not found");
    }
}

// ---- Messages ----------------------------------------------------------------------------------

static const char *toolkits_option(const struct oc_vendor_math *vendor) {
    const char *const *option = vendor->options;
    while (option[1])
        option++;
    return *option;
}

static void check_math_library(struct oc_arena *arena, const struct oc_command *command,
                               const struct oc_target *target, struct oc_diag *diag) {
    struct oc_args directories = {.arena = arena};
    struct oc_text list = {.arena = arena};
    bool is_needed;
    const struct oc_vendor_math *vendor = target->vendor_math;
    if (!is_wanted(command, target, &is_needed))
        return;
    const struct oc_argument *option = add_directories(command, vendor, &directories);
    if ((!is_needed && !option) || find_in(arena, &directories, vendor))
        return;
    for (size_t i = 0; i < directories.count; i++)
        for (const char *const *file = vendor->files; *file && (option || file == vendor->files);
             file++)
            oc_text_printf(&list, "%s'%s/%s'", list.data ? ", " : "", directories.items[i], *file);
    if (!is_needed) {
        oc_error(diag, "'%s%s' is not the directory of a %s installation: it has no %s",
                 option->option->name, option->value, vendor->toolkit, list.data);
        oc_note(diag,
                "remove the option, and offloadcc looks for %s itself; or use "
                "'--offload-math=libclc', which needs only offloadcc's own functions",
                vendor->toolkit);
        return;
    }
    oc_error(diag, "'--offload-math=%s' needs %s's '%s', which was not found: there is no %s",
             command->math, vendor->toolkit, vendor->name, list.data);
    oc_note(diag,
            "name the directory of %s with '%sDIR', or remove '--offload-math' to use offloadcc's "
            "own functions",
            vendor->toolkit, toolkits_option(vendor));
}

void oc_mathlibs_check(struct oc_arena *arena, const struct oc_command *command,
                       const struct oc_archs *archs, struct oc_diag *diag) {
    for (size_t i = 0; oc_targets[i]; i++) {
        bool is_used = false;
        for (size_t a = 0; a < archs->names.count; a++)
            is_used |= oc_target_of_arch(archs->names.items[a]) == oc_targets[i];
        if (is_used)
            check_math_library(arena, command, oc_targets[i], diag);
    }
}
