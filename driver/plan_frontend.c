#include "driver/plan_frontend.h"

#include "base/file.h"
#include "base/names.h"
#include "driver/plan_jobs.h"

#include <string.h>

// clang writes a dependency file in place: killed, it would leave one from which make learns too
// little.
static void write_dependencies_whole(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                     struct oc_job *job) {
    const char **words = job->argv.items;
    for (size_t i = 1; i < job->argv.count && !plan->command->dry_run; i++) {
        if (strcmp(words[i - 1], "-dependency-file") != 0 || strcmp(words[i], "-") == 0)
            continue;
        oc_args_add(&job->outputs, words[i]);
        words[i] = job->result = oc_arena_printf(plan->arena, "%s/host.d", unit->directory);
    }
}

bool oc_plan_names_lines(struct oc_arena *arena, const char *text) {
    struct oc_bytes content;
    return oc_file_read(arena, text, &content) == 0 &&
           memmem(content.data, content.length, OC_LINES_MARK, strlen(OC_LINES_MARK));
}

struct oc_job *oc_plan_host_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *output) {
    struct oc_job *job = oc_plan_add_job(plan, unit, "host front end", NULL);
    struct oc_frontend what = oc_plan_frontend(plan, unit, "host", output);
    what.lines = unit->strategy.shared_front_end || unit->names_lines;
    oc_frontend_host(&what, &job->argv);
    write_dependencies_whole(plan, unit, job);
    oc_args_add(&job->outputs, output);
    job->urgent = unit->strategy.shared_front_end;
    return job;
}

struct oc_args oc_plan_divert_dependencies(const struct oc_plan *plan, const struct oc_args *cc1,
                                           const char *path) {
    struct oc_args words = {.arena = plan->arena};
    for (size_t i = 0; i < cc1->count; i++)
        oc_args_add(&words, i > 0 && strcmp(cc1->items[i - 1], "-dependency-file") == 0
                                ? path
                                : cc1->items[i]);
    return words;
}

struct oc_job *oc_plan_host_frontend_again(struct oc_plan *plan, struct oc_unit_plan *unit,
                                           const char *arch, const char *output) {
    struct oc_job *job =
        oc_plan_add_job(plan, unit, arch ? "device front end" : "host front end, again", arch);
    const char *rules = oc_arena_printf(plan->arena, "%s/again.d", unit->directory);
    struct oc_args cc1 = oc_plan_divert_dependencies(plan, unit->cc1, rules);
    struct oc_frontend what = oc_plan_frontend(plan, unit, "host", output);
    what.cc1 = &cc1;
    what.lines = true;
    oc_frontend_host(&what, &job->argv);
    oc_args_add(&job->outputs, output);
    job->repeats = job->urgent = true;
    return job;
}
