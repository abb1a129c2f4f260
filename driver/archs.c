#include "driver/archs.h"

#include "driver/memo.h"
#include "driver/toolchain.h"
#include "targets/target.h"

#include <fcntl.h>
#include <spawn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

enum { NAME_MAX_LENGTH = 63 };

// Levenshtein's distance, of names up to NAME_MAX_LENGTH.
static size_t distance(const char *a, const char *b) {
    size_t row[NAME_MAX_LENGTH + 1], length = strlen(b);
    for (size_t j = 0; j <= length; j++)
        row[j] = j;
    for (size_t i = 1; a[i - 1]; i++) {
        size_t diagonal = row[0];
        row[0] = i;
        for (size_t j = 1; j <= length; j++) {
            size_t best = diagonal + (a[i - 1] != b[j - 1]);
            diagonal = row[j];
            if (row[j - 1] + 1 < best)
                best = row[j - 1] + 1;
            if (row[j] + 1 < best)
                best = row[j] + 1;
            row[j] = best;
        }
    }
    return row[length];
}

// How far a known name is from the one that was written: one that goes on where that ends is near.
static size_t distance_to(const char *name, const char *known) {
    return strlen(name) > 3 && oc_starts_with(known, name) ? 0 : distance(name, known);
}

// "did you mean 'sm_90' or 'sm_90a'?", the nearest names, or an empty text if none is near.
static const char *propose(struct oc_arena *arena, const char *name) {
    enum { PROPOSALS = 8, TOO_FAR = 3 };
    const char *best[PROPOSALS];
    size_t count = 0, least = TOO_FAR;
    for (size_t t = 0; strlen(name) <= NAME_MAX_LENGTH && oc_targets[t]; t++)
        for (const struct oc_arch *known = oc_targets[t]->archs; known->name; known++) {
            size_t away = distance_to(name, known->name);
            if (away < least) {
                least = away;
                count = 0;
            }
            if (away == least && away < TOO_FAR && count < PROPOSALS)
                best[count++] = known->name;
        }
    struct oc_text text = {.arena = arena};
    oc_text_add(&text, count ? "; did you mean " : "");
    for (size_t i = 0; i < count; i++)
        oc_text_printf(&text, "%s'%s'", !i ? "" : i + 1 < count ? ", " : " or ", best[i]);
    oc_text_add(&text, count ? "?" : "");
    return text.data;
}

// "gfx90a:xnack": a known processor, but not what it may carry.
static bool report_features(struct oc_arena *arena, const char *name, const char *origin,
                            struct oc_diag *diag) {
    const struct oc_arch *known = NULL;
    for (size_t t = 0; oc_targets[t] && !known; t++)
        known = oc_target_find_arch(oc_targets[t], name);
    if (!known)
        return false;
    if (!known->features) {
        oc_error(diag, "invalid feature in '%s' (from %s): '%s' has no features to choose from",
                 name, origin, known->name);
        return true;
    }
    struct oc_text text = {.arena = arena};
    for (const char *at = known->features; *at;) {
        size_t length = 1 + strcspn(at + 1, ":");
        oc_text_printf(&text, "%s'%.*s+' or '%.*s-'", at == known->features ? "" : ", then ",
                       (int)length, at, (int)length, at);
        at += length;
    }
    oc_error(diag, "invalid feature in '%s' (from %s): '%s' may be followed only by %s", name,
             origin, known->name, text.data);
    return true;
}

static void report_unknown(struct oc_arena *arena, const char *name, const char *origin,
                           struct oc_diag *diag) {
    if (report_features(arena, name, origin, diag))
        return;
    oc_error(diag, "unknown architecture '%s' in %s%s", name, origin, propose(arena, name));
    struct oc_text forms = {.arena = arena};
    for (size_t t = 0; oc_targets[t]; t++)
        oc_text_printf(&forms, "%s, ", oc_targets[t]->arch_form);
    oc_note(diag,
            "accepted are %s'native', 'all-major', 'all' and 'none'; '--offload-print-targets' "
            "lists them",
            forms.data);
}

static bool contains_name(const struct oc_args *args, const char *name) {
    for (size_t i = 0; i < args->count; i++)
        if (strcmp(args->items[i], name) == 0)
            return true;
    return false;
}

static void add_once(struct oc_args *args, const char *name) {
    if (!contains_name(args, name))
        oc_args_add(args, name);
}

// What a command prints, but for its messages, or NULL.
static const char *output_of(struct oc_args *command) {
    struct oc_text text = {.arena = command->arena};
    posix_spawn_file_actions_t actions;
    pid_t child;
    int ends[2];
    oc_args_add(command, NULL);
    if (pipe2(ends, O_CLOEXEC) < 0)
        return NULL;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    int error =
        posix_spawn(&child, command->items[0], &actions, NULL, (char **)command->items, environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[1]);
    char buffer[4096];
    for (ssize_t size; !error && (size = read(ends[0], buffer, sizeof buffer)) > 0;)
        oc_text_add_bytes(&text, buffer, (size_t)size);
    close(ends[0]);
    if (!error)
        waitpid(child, NULL, 0);
    return text.data;
}

static bool has_driver(void) {
    for (size_t t = 0; oc_targets[t]; t++)
        for (const char *const *file = oc_targets[t]->driver_files; file && *file; file++)
            if (access(*file, F_OK) == 0)
                return true;
    return false;
}

// LLVM's own tool asks the drivers; it is started only where there is one.
static void add_native(struct oc_arena *arena, struct oc_diag *diag, struct oc_args *out) {
    struct oc_args command = {.arena = arena};
    oc_args_add(&command, OC_LLVM_BINDIR "/offload-arch");
    const char *at = has_driver() ? output_of(&command) : NULL;
    while (at && *at) {
        size_t length = strcspn(at, "\r\n");
        const char *name = oc_arena_strndup(arena, at, length);
        if (oc_target_of_arch(name))
            add_once(out, name);
        else if (*name)
            oc_note(diag, "this machine's GPU '%s' is not supported", name);
        at += length + (at[length] != '\0');
    }
}

// ---- all and all-major -------------------------------------------------------------------------

static void add_list(const struct oc_target *target, enum oc_arch_kind kind, struct oc_args *out) {
    for (const struct oc_arch *arch = target->archs; arch->name; arch++)
        if (arch->kind <= kind)
            add_once(out, arch->name);
}

// "all", "all-major", "nvptx64-all", "amdgcn-all-major": whether it is one of those.
static bool add_lists(const char *name, struct oc_args *out) {
    bool any = false;
    for (size_t t = 0; oc_targets[t]; t++) {
        const struct oc_target *target = oc_targets[t];
        size_t length = strlen(target->name);
        bool prefixed = oc_starts_with(name, target->name) && name[length] == '-';
        const char *list = prefixed ? name + length + 1 : name;
        bool major = strcmp(list, "all-major") == 0;
        if (!target->is_gpu || (!major && strcmp(list, "all") != 0))
            continue;
        add_list(target, major ? OC_ARCH_MAJOR : OC_ARCH_PLAIN, out);
        any = true;
    }
    return any;
}

static void split_list(struct oc_args *out, const char *list) {
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length)
            oc_args_add(out, oc_arena_strndup(out->arena, list, length));
        list += length + (list[length] == ',');
    }
}

// `none` stands alone: beside `native` too, whether or not this machine has a GPU.
static bool check_none(const struct oc_args *asked, const char *origin, struct oc_diag *diag) {
    for (size_t i = 0; i < asked->count && contains_name(asked, "none"); i++)
        if (strcmp(asked->items[i], "none") != 0) {
            oc_error(diag, "'none' and '%s' in %s cannot be combined; leave one of them out",
                     asked->items[i], origin);
            return false;
        }
    return true;
}

// ---- Assemblers --------------------------------------------------------------------------------

static bool is_always_known(const struct oc_assembler *assembler, const char *name) {
    for (const char *const *known = assembler->always_accepts; *known; known++)
        if (strcmp(*known, name) == 0)
            return true;
    return false;
}

// What an assembler prints about itself; NULL if it does not run. To start it takes longer than to
// read a file.
static const char *help_of(struct oc_arena *arena, const struct oc_cachedir *cache,
                           struct oc_args *command) {
    struct stat file;
    struct oc_args question = {.arena = arena}, answer = {.arena = arena};
    if (stat(command->items[0], &file))
        return NULL;
    oc_args_add_all(&question, command->items, command->count);
    oc_args_printf(&question, "%ju bytes, inode %ju, written at %jd.%09ld", (uintmax_t)file.st_size,
                   (uintmax_t)file.st_ino, (intmax_t)file.st_mtim.tv_sec, file.st_mtim.tv_nsec);
    answer = oc_memo_read(arena, cache, &question);
    if (answer.count)
        return answer.items[0];
    const char *help = output_of(command);
    if (help) {
        oc_args_add(&answer, help);
        oc_memo_write(arena, cache, &question, &answer);
    }
    return help;
}

// Finds what this machine's assembler does not know, by asking it where an older or newer one may
// not, and what it knows that is of use. Text serves where it does not know a processor, as it does
// where there is none.
static void ask_assembler(struct oc_arena *arena, const struct oc_tools *tools,
                          const struct oc_cachedir *cache, struct oc_archs *archs,
                          struct oc_text *missing) {
    const char *accepted = NULL;
    const struct oc_assembler *asked = NULL;
    for (size_t i = 0; i < archs->names.count; i++) {
        const char *name = archs->names.items[i];
        const struct oc_assembler *assembler = oc_target_of_arch(name)->assembler;
        struct oc_args command = {.arena = arena};
        if (!assembler)
            continue;
        bool known = is_always_known(assembler, name);
        if (known && !assembler->gains_by_newer(name))
            continue;
        if (assembler != asked)
            accepted = NULL;
        asked = assembler;
        assembler->add_help_command(&command, tools);
        if (!accepted && command.count)
            accepted = help_of(arena, cache, &command);
        if (!accepted || !strchr(accepted, '\''))
            continue;
        const char *feature = assembler->newer_version(name, accepted);
        if (feature) {
            oc_args_add(&archs->newer, name);
            oc_args_add(&archs->newer, feature);
        }
        if (known || strstr(accepted, oc_arena_printf(arena, "'%s'", name)))
            continue;
        oc_args_add(&archs->text_only, name);
        oc_text_printf(missing, "%s%s", missing->length ? ", " : "", name);
    }
}

bool oc_archs_resolve(struct oc_arena *arena, const struct oc_command *command,
                      const struct oc_tools *tools, const struct oc_cachedir *cache,
                      struct oc_diag *diag, struct oc_archs *out) {
    struct oc_args asked = command->archs;
    const char *origin = "'--offload-arch'", *environment = getenv("OFFLOADCC_ARCH");
    if (!asked.count && environment) {
        asked.arena = arena;
        split_list(&asked, environment);
        origin = "the environment variable OFFLOADCC_ARCH";
    }
    struct oc_archs archs = {.names = {.arena = arena},
                             .text_only = {.arena = arena},
                             .newer = {.arena = arena},
                             .demanded = asked.count > 0};
    if (!asked.count)
        add_native(arena, diag, &archs.names);
    bool ok = check_none(&asked, origin, diag);
    for (size_t i = 0; i < asked.count; i++) {
        const char *name = asked.items[i];
        size_t before = archs.names.count;
        if (strcmp(name, "none") == 0)
            continue;
        if (strcmp(name, "native") == 0) {
            add_native(arena, diag, &archs.names);
            if (archs.names.count == before && command->archs.count)
                oc_note(diag, "no GPU found for 'native' in %s", origin);
        } else if (oc_target_of_arch(name)) {
            add_once(&archs.names, name);
        } else if (!add_lists(name, &archs.names)) {
            report_unknown(arena, name, origin, diag);
            ok = false;
        }
    }
    if (!ok)
        return false;
    struct oc_text missing = {.arena = arena};
    ask_assembler(arena, tools, cache, &archs, &missing);
    if (missing.length && (command->verbose || command->dry_run))
        oc_note(diag,
                "this machine's ptxas does not support %s; objects carry PTX for it instead of an "
                "image, which NVIDIA's driver compiles when the program starts",
                missing.data);
    *out = archs;
    return true;
}
