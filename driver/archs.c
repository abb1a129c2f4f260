#include "driver/archs.h"

#include "driver/toolchain.h"
#include "targets/target.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

// The known name that is nearest to a misspelt one; NULL if none is near.
static const char *nearest(struct oc_arena *arena, const char *name) {
    const char *best = NULL;
    size_t best_distance = 3;
    if (strlen(name) > NAME_MAX_LENGTH)
        return NULL;
    for (size_t t = 0; oc_targets[t]; t++)
        for (const char *at = oc_targets[t]->archs; *at;) {
            size_t length = strcspn(at, ", ");
            const char *known = oc_arena_strndup(arena, at, length);
            if (length && length <= NAME_MAX_LENGTH && oc_target_of_arch(known) &&
                distance(name, known) < best_distance) {
                best = known;
                best_distance = distance(name, known);
            }
            at += length + strspn(at + length, ", ");
        }
    return best;
}

static void report_unknown(struct oc_arena *arena, const char *name, const char *origin,
                           struct oc_diag *diag) {
    const char *guess = nearest(arena, name);
    oc_error(diag, "unknown architecture '%s' in %s%s%s%s", name, origin,
             guess ? "; did you mean '" : "", guess ? guess : "", guess ? "'?" : "");
    oc_note(diag, "accepted are 'sm_NN' (NVIDIA), 'gfxNNN' (AMD), 'x86-64', 'native' and 'none'; "
                  "'--offload-print-targets' lists them");
}

static bool contains(const struct oc_args *args, const char *name) {
    for (size_t i = 0; i < args->count; i++)
        if (strcmp(args->items[i], name) == 0)
            return true;
    return false;
}

static void add_once(struct oc_args *args, const char *name) {
    if (!contains(args, name))
        oc_args_add(args, name);
}

// LLVM's own tool asks the drivers; it is started only where there is one.
static void add_native(struct oc_arena *arena, struct oc_diag *diag, struct oc_args *out) {
    static const char *const drivers[] = {"/proc/driver/nvidia", "/dev/nvidiactl", "/dev/kfd"};
    bool any = false;
    for (size_t i = 0; i < sizeof drivers / sizeof *drivers; i++)
        any |= access(drivers[i], F_OK) == 0;
    // The command is a constant: nothing of the user's reaches the shell.
    // NOLINTNEXTLINE(bugprone-command-processor)
    FILE *pipe = any ? popen(OC_LLVM_BINDIR "/offload-arch 2>/dev/null", "re") : NULL;
    if (!pipe)
        return;
    char line[NAME_MAX_LENGTH + 2];
    while (fgets(line, sizeof line, pipe)) {
        line[strcspn(line, "\r\n")] = '\0';
        if (oc_target_of_arch(line))
            add_once(out, oc_arena_strdup(arena, line));
        else if (*line)
            oc_note(diag, "this machine's GPU '%s' is not supported", line);
    }
    pclose(pipe);
}

static void split(struct oc_args *out, const char *list) {
    while (*list) {
        size_t length = strcspn(list, ",");
        if (length)
            oc_args_add(out, oc_arena_strndup(out->arena, list, length));
        list += length + (list[length] == ',');
    }
}

// `none` stands alone: beside `native` too, whether or not this machine has a GPU.
static bool check_none(const struct oc_args *asked, const char *origin, struct oc_diag *diag) {
    for (size_t i = 0; i < asked->count && contains(asked, "none"); i++)
        if (strcmp(asked->items[i], "none") != 0) {
            oc_error(diag, "'none' and '%s' in %s exclude each other; leave one of them out",
                     asked->items[i], origin);
            return false;
        }
    return true;
}

bool oc_archs_resolve(struct oc_arena *arena, const struct oc_command *command,
                      struct oc_diag *diag, struct oc_archs *out) {
    struct oc_args asked = command->archs;
    const char *origin = "'--offload-arch'", *environment = getenv("OFFLOADCC_ARCH");
    if (!asked.count && environment) {
        asked.arena = arena;
        split(&asked, environment);
        origin = "the environment variable OFFLOADCC_ARCH";
    }
    struct oc_archs archs = {.names = {.arena = arena}, .demanded = asked.count > 0};
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
        } else {
            report_unknown(arena, name, origin, diag);
            ok = false;
        }
    }
    if (ok)
        *out = archs;
    return ok;
}
