#include "driver/plan_unit.h"

#include "driver/plan_device.h"
#include "driver/plan_frontend.h"
#include "driver/plan_host.h"
#include "driver/plan_jobs.h"

#include <string.h>
#include <unistd.h>

void oc_plan_scan_words(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out) {
    oc_args_add(out, plan->toolchain->scanner);
    oc_args_add(out, "scan");
    oc_args_printf(out, "--source=%s", unit->path);
    if (plan->command->output)
        oc_args_printf(out, "--object-name=%s", plan->command->output);
    oc_args_printf(out, "--lang=%s", oc_plan_language(unit->language));
    oc_args_printf(out, "--out=%s", unit->directory);
    for (size_t i = 0; i < plan->archs.names.count; i++)
        oc_args_printf(out, "--arch=%s", plan->archs.names.items[i]);
    if (plan->command->checks)
        oc_args_add(out, "--checks");
    oc_plan_add_diagnostics(plan, out);
    oc_plan_add_warnings(plan, out);
    oc_plan_add_recall(plan, unit, out);
    oc_plan_add_parse_options(plan, unit, out);
}

// Prints what the unit's kernels and launches move, once that is known.
static void add_report(struct oc_plan *plan, struct oc_unit_plan *unit, const char *artifacts,
                       const struct oc_job *compiler, const struct oc_job *collect) {
    if (!plan->command->report)
        return;
    bool has_code = compiler && plan->command->phase != OC_PHASE_SYNTAX;
    const char *findings = has_code ? oc_plan_temp(plan, unit, "host", "findings") : NULL;
    struct oc_job *finder = has_code ? oc_plan_findings(plan, unit, findings) : NULL;
    struct oc_job *job = oc_plan_add_job(plan, unit, "report", NULL);
    job->explains = false;
    oc_args_add(&job->argv, plan->toolchain->scanner);
    oc_args_add(&job->argv, "report");
    oc_plan_add_source(unit, job);
    oc_args_printf(&job->argv, "--format=%s", plan->command->report);
    if (has_code)
        oc_args_printf(&job->argv, "--findings=%s", findings);
    if (has_code && oc_plan_is_resident(plan))
        oc_args_add(&job->argv, "--resident");
    if (!plan->command->resident)
        oc_args_add(&job->argv, "--copies-again");
    if (artifacts) {
        oc_plan_add_identity(plan, job, artifacts);
        oc_plan_add_images(plan, job);
    }
    oc_plan_add_parse_options(plan, unit, &job->argv);
    oc_graph_wait(&plan->graph, job, compiler);
    oc_graph_wait(&plan->graph, job, finder);
    oc_graph_wait(&plan->graph, job, collect);
    oc_plan_wait_for_answer(plan, job);
}

// --device-only writes the user's dependency file too, though no host front end runs.
static void add_dependencies(struct oc_plan *plan, struct oc_unit_plan *unit) {
    if (!oc_frontend_wants_dependencies(unit->cc1))
        return;
    struct oc_job *job = oc_plan_add_job(plan, unit, "dependency file", NULL);
    job->repeats = true;
    struct oc_frontend what = oc_plan_frontend(plan, unit, "host", NULL);
    oc_frontend_dependencies(&what, &job->argv);
    oc_args_add(&job->outputs, oc_query_value(unit->cc1, "-dependency-file"));
}

// -fsyntax-only: the report goes by types, as there is no code to know more of.
static struct oc_job *add_syntax_check(struct oc_plan *plan, struct oc_unit_plan *unit) {
    struct oc_job *job = oc_plan_add_job(plan, unit, "syntax check", NULL);
    job->argv = *unit->cc1;
    add_report(plan, unit, NULL, job, NULL);
    return job;
}

// The job that makes the host's bitcode, which may have been begun already.
static struct oc_job *add_host_frontend(struct oc_plan *plan, struct oc_unit_plan *unit) {
    if (unit->front_is_early)
        return unit->front_job = unit->begun;
    unit->front = oc_plan_temp(plan, unit, "host", "fe.bc");
    return unit->front_job = oc_plan_host_frontend(plan, unit, unit->front);
}

struct oc_job *oc_plan_unit(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_args *cc1) {
    const struct oc_command *command = plan->command;
    const char *artifacts = command->artifacts;
    unit->cc1 = cc1;
    unit->strategy = oc_strategy_of_source(&plan->strategy, &plan->archs, &plan->toolchain->tools,
                                           cc1, unit->is_incomplete, artifacts != NULL);
    unit->names_lines = command->checks ||
                        oc_plan_names_lines(plan->arena, oc_arena_printf(plan->arena, "%s/host.c",
                                                                         unit->directory));
    if (command->phase == OC_PHASE_SYNTAX)
        return add_syntax_check(plan, unit);
    if (command->stage == OC_STAGE_DEVICE) {
        if (unit->is_incomplete)
            oc_plan_device_frontends(plan, unit);
        else
            oc_plan_device_pass(plan, unit);
        add_report(plan, unit, artifacts, NULL, oc_plan_collect(plan, unit, artifacts));
        add_dependencies(plan, unit);
        return NULL;
    }
    const char *bitcode = oc_plan_temp(plan, unit, "host", "bc");
    struct oc_job *frontend = add_host_frontend(plan, unit), *collect = NULL;
    if (command->stage == OC_STAGE_BOTH) {
        // Without targets and without a place for artifacts there is nothing to collect.
        if (!artifacts && plan->archs.names.count)
            artifacts = oc_arena_printf(plan->arena, "%s/artifacts", plan->temp.path);
        if (unit->is_incomplete) {
            oc_plan_device_frontends(plan, unit);
            if (artifacts && command->artifacts)
                oc_plan_collect(plan, unit, artifacts);
            artifacts = NULL;
        } else if (artifacts) {
            oc_plan_device_pass(plan, unit);
        }
    } else if (plan->archs.demanded && !plan->archs.names.count) {
        artifacts = NULL; // --offload-arch=none: whatever there is, it is not wanted
    }
    // Where the images are a piece of their own, the host's code does not wait for them, and goes
    // before what takes less time.
    bool collects = command->stage == OC_STAGE_BOTH && artifacts;
    bool apart = unit->strategy.pieces;
    if (collects && !apart)
        collect = oc_plan_collect(plan, unit, artifacts);
    struct oc_job *compiler = oc_plan_host_compiler(plan, unit, unit->front, bitcode, artifacts);
    oc_graph_wait(&plan->graph, compiler, frontend);
    oc_graph_wait(&plan->graph, compiler, collect);
    if (unit->is_incomplete && command->stage == OC_STAGE_BOTH)
        oc_plan_add_unlinked(plan, unit, compiler);
    if (collects && apart)
        collect = oc_plan_collect(plan, unit, artifacts);
    add_report(plan, unit, artifacts, compiler, collect);
    struct oc_job *last = oc_plan_host_output(plan, unit, bitcode, compiler, collect);
    frontend->part_of = last;
    return last;
}
