#include "driver/strategy.h"

#include "driver/frontend.h"

#include <stdlib.h>
#include <string.h>

static const struct {
    const char *name; // in OFFLOADCC_WITHOUT
    size_t offset;    // of the member of struct oc_strategy
} ways[] = {
    {"fork-server", offsetof(struct oc_strategy, fork_server)},
    {"large-pages", offsetof(struct oc_strategy, large_pages)},
    {"early-front-end", offsetof(struct oc_strategy, early_front_end)},
    {"own-back-end", offsetof(struct oc_strategy, own_back_end)},
    {"own-linker", offsetof(struct oc_strategy, own_linker)},
    {"pieces", offsetof(struct oc_strategy, pieces)},
    {"shared-front-end", offsetof(struct oc_strategy, shared_front_end)},
};
enum { WAYS = sizeof ways / sizeof *ways };

// Leaves out the way with this name. Returns false if no way has it.
static bool leave_out(struct oc_strategy *strategy, const char *name, size_t length) {
    for (size_t i = 0; i < WAYS; i++) {
        if (strlen(ways[i].name) != length || memcmp(ways[i].name, name, length) != 0)
            continue;
        *(bool *)((char *)strategy + ways[i].offset) = false;
        return true;
    }
    return false;
}

static bool report_unknown_way(struct oc_arena *arena, struct oc_diag *diag, const char *name,
                               size_t length) {
    struct oc_text known = {.arena = arena};
    for (size_t i = 0; i < WAYS; i++)
        oc_text_printf(&known, "%s'%s'", i ? ", " : "", ways[i].name);
    oc_error(diag, "unknown name '%.*s' in OFFLOADCC_WITHOUT; expected names from: %s", (int)length,
             name, known.data);
    return false;
}

static bool read_environment(struct oc_arena *arena, struct oc_diag *diag,
                             struct oc_strategy *out) {
    const char *at = getenv("OFFLOADCC_WITHOUT");
    while (at && *at) {
        size_t length = strcspn(at, ",");
        if (length && !leave_out(out, at, length))
            return report_unknown_way(arena, diag, at, length);
        at += length + (at[length] == ',');
    }
    return true;
}

bool oc_strategy_of_command(struct oc_arena *arena, const struct oc_command *command,
                            const struct oc_cachedir *cache, struct oc_diag *diag,
                            struct oc_strategy *out) {
    bool both = command->stage == OC_STAGE_BOTH;
    // Code from the cache comes without remarks.
    bool caches = cache->path && !command->save_temps && !command->remarks.count;
    *out = (struct oc_strategy){
        .fork_server = true,
        .large_pages = true,
        .cache = caches,
        .early_front_end = caches && both && command->phase >= OC_PHASE_ASSEMBLY &&
                           !command->dry_run && !command->phases && !command->openmp_targets,
        .own_back_end = true,
        .own_linker = true,
        .pieces = both,
        .shared_front_end = both,
    };
    return read_environment(arena, diag, out);
}

// Beside a GPU, whose front end lists the files that are read.
static bool has_host_and_other(const struct oc_archs *archs) {
    bool host = false, other = false;
    for (size_t i = 0; i < archs->names.count; i++) {
        bool is_host = oc_target_of_arch(archs->names.items[i])->is_host_cpu;
        host |= is_host;
        other |= !is_host;
    }
    return host && other;
}

struct oc_strategy oc_strategy_of_source(const struct oc_strategy *allowed,
                                         const struct oc_archs *archs, const struct oc_tools *tools,
                                         const struct oc_args *cc1, bool is_incomplete,
                                         bool has_artifacts) {
    struct oc_strategy taken = *allowed;
    // Not where more is asked of the host's code than of a device's, such as debug information.
    taken.own_back_end &= oc_frontend_is_plain(cc1);
    taken.pieces &=
        taken.own_back_end && archs->names.count && tools->ld && tools->objcopy && !is_incomplete;
    taken.shared_front_end &= oc_frontend_serves_device(cc1) &&
                              (is_incomplete ? taken.own_back_end && !has_artifacts
                                             : taken.pieces && has_host_and_other(archs));
    return taken;
}
