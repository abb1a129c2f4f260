// The jobs of one source with kernels; see docs/ARCHITECTURE.md for their order.
#include "driver/plan_unit.h"

#include <string.h>
#include <unistd.h>

const char *oc_plan_temp(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                         const char *arch, const char *kind) {
    const struct oc_command *command = plan->command;
    if (!command->save_temps)
        return oc_arena_printf(plan->arena, "%s/%s.%s", unit->directory, arch, kind);
    const char *output = strcmp(command->save_temps, "obj") == 0 ? command->output : NULL;
    int length = output ? (int)(oc_base_name(output) - output) : 0;
    return oc_arena_printf(plan->arena, "%.*s%s-%s.%s", length, output ? output : "", unit->base,
                           arch, kind);
}

static const char *language_name(enum oc_language language) {
    return language == OC_LANGUAGE_PREPROCESSED ? "cpp-output" : "c";
}

void oc_plan_add_diagnostics(const struct oc_plan *plan, struct oc_args *argv) {
    if (plan->command->color)
        oc_args_add(argv, "--color");
    if (plan->command->warnings_as_errors)
        oc_args_add(argv, "--werror");
    if (plan->command->no_warnings)
        oc_args_add(argv, "--no-warnings");
}

void oc_plan_add_warnings(const struct oc_plan *plan, struct oc_args *argv) {
    for (size_t i = 0; i < plan->command->warnings.count; i++)
        oc_args_printf(argv, "--warning=%s", plan->command->warnings.items[i]);
}

// What the scan's parse does not depend on, or gets in another way.
static bool concerns_scan(const struct oc_argument *argument) {
    switch (argument->meaning) {
    case OC_MEAN_INPUT:
    case OC_MEAN_DRY_RUN:
    case OC_MEAN_VERBOSE:
    case OC_MEAN_SAVE_TEMPS:
    case OC_MEAN_PRINT_PHASES:
    case OC_MEAN_ASSEMBLE:
    case OC_MEAN_COMPILE:
    case OC_MEAN_EMIT_LLVM:
    case OC_MEAN_OUTPUT:
    case OC_MEAN_LANGUAGE:
    case OC_MEAN_COMPILATION_DATABASE:
        return false;
    case OC_MEAN_WAVES: // for the key of the source
        return true;
    default:
        return !(argument->forward & (OC_FORWARD_OURS | OC_FORWARD_LINK));
    }
}

// The options of the scan's parse, behind all others.
static void add_parse_options(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                              struct oc_args *out) {
    const struct oc_arguments *arguments = &plan->command->arguments;
    oc_args_add(out, "--");
    for (size_t i = 0; i < arguments->count; i++)
        if (concerns_scan(&arguments->items[i]) && !oc_command_is_dependency(&arguments->items[i]))
            oc_command_add(plan->command, &arguments->items[i], out);
    // What only other steps use is nothing to complain about here, least of all with -Werror.
    oc_args_add(out, "-Qunused-arguments");
    oc_args_add(out, "-Wno-unknown-warning-option");
    oc_args_add(out, "-isystem");
    oc_args_add(out, plan->toolchain->include);
    if (strcmp(unit->argument->value, "-") == 0) // as in the command that clang is asked about
        oc_args_add(out, "-iquote.");
}

void oc_plan_scan_words(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out) {
    oc_args_add(out, plan->toolchain->scanner);
    oc_args_add(out, "scan");
    oc_args_printf(out, "--source=%s", unit->path);
    oc_args_printf(out, "--lang=%s", language_name(unit->language));
    oc_args_printf(out, "--out=%s", unit->directory);
    for (size_t i = 0; i < plan->archs.names.count; i++)
        oc_args_printf(out, "--arch=%s", plan->archs.names.items[i]);
    oc_plan_add_diagnostics(plan, out);
    oc_plan_add_warnings(plan, out);
    oc_plan_add_recall(plan, unit, out);
    add_parse_options(plan, unit, out);
}

struct oc_job *oc_plan_add_job(struct oc_plan *plan, struct oc_unit_plan *unit, const char *name,
                               const char *arch) {
    const char *label = arch ? oc_arena_printf(plan->arena, "%s (%s, %s)", name, unit->name, arch)
                             : oc_arena_printf(plan->arena, "%s (%s)", name, unit->name);
    struct oc_job *job = oc_graph_add(&plan->graph, label);
    job->arch = arch;
    job->messages = OC_MESSAGES_GROUP;
    job->group = &unit->messages;
    job->explains = true;
    return job;
}

const struct oc_irmessages *oc_plan_messages_form(const struct oc_plan *plan,
                                                  const struct oc_unit_plan *unit) {
    struct oc_irmessages *form = OC_NEW(plan->arena, struct oc_irmessages);
    *form = (struct oc_irmessages){unit->name, unit->path, unit->cc1, plan->command->color};
    return form;
}

void oc_plan_add_step(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job,
                      const char *step) {
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, step);
    oc_args_printf(&job->argv, "--unit=%s/unit.json", unit->directory);
}

void oc_plan_wait_for_answer(struct oc_plan *plan, struct oc_job *job) {
    if (!job->unless || access(job->unless, F_OK) != 0)
        oc_graph_wait(&plan->graph, job, plan->query_job);
}

void oc_plan_add_identity(const struct oc_plan *plan, struct oc_job *job, const char *artifacts) {
    oc_args_printf(&job->argv, "--artifacts=%s", artifacts);
    const struct oc_arguments *arguments = &plan->command->arguments;
    for (size_t i = 0; i < arguments->count; i++) {
        const struct oc_argument *argument = &arguments->items[i];
        if (!(argument->forward & OC_FORWARD_DEVICE) || oc_command_is_dependency(argument))
            continue;
        // `-I dir` and `-Idir` are the same.
        if (argument->option->kind == OC_KIND_EITHER && argument->value)
            oc_args_printf(&job->argv, "--option=%s%s", argument->option->name, argument->value);
        else
            for (size_t w = 0; w < argument->word_count; w++)
                oc_args_printf(&job->argv, "--option=%s", argument->words[w]);
    }
}

void oc_plan_add_source(struct oc_unit_plan *unit, struct oc_job *job) {
    oc_args_printf(&job->argv, "--source=%s", unit->path);
    oc_args_printf(&job->argv, "--lang=%s", language_name(unit->language));
}

struct oc_frontend oc_plan_frontend(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                    const char *overlay, const char *output) {
    return (struct oc_frontend){
        .cc1 = unit->cc1,
        .source = unit->path,
        .overlay = oc_arena_printf(plan->arena, "%s/%s.yaml", unit->directory, overlay),
        .output = output,
        .color = plan->command->color,
    };
}

// Prints what the unit's kernels and launches move, once that is known.
static void add_report(struct oc_plan *plan, struct oc_unit_plan *unit, const char *artifacts,
                       const struct oc_job *compiler, const struct oc_job *collect) {
    if (!plan->command->report)
        return;
    struct oc_job *job = oc_plan_add_job(plan, unit, "report", NULL);
    job->explains = false;
    oc_args_add(&job->argv, plan->toolchain->scanner);
    oc_args_add(&job->argv, "report");
    oc_plan_add_source(unit, job);
    oc_args_printf(&job->argv, "--format=%s", plan->command->report);
    if (artifacts) {
        oc_plan_add_identity(plan, job, artifacts);
        oc_plan_add_images(plan, job);
    }
    add_parse_options(plan, unit, &job->argv);
    oc_graph_wait(&plan->graph, job, compiler);
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
    const char *early = oc_plan_guess_front(plan, unit);
    unit->front_is_early = early != NULL;
    unit->front = early ? early : oc_plan_temp(plan, unit, "host", "fe.bc");
    unit->front_job = early ? unit->begun : oc_plan_host_frontend(plan, unit, unit->front);
    return unit->front_job;
}

struct oc_job *oc_plan_unit(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_args *cc1) {
    const struct oc_command *command = plan->command;
    const char *artifacts = command->artifacts;
    unit->cc1 = cc1;
    unit->strategy =
        oc_strategy_of_source(&plan->strategy, &plan->archs, &plan->toolchain->tools, cc1);
    if (command->phase == OC_PHASE_SYNTAX)
        return add_syntax_check(plan, unit);
    if (command->stage == OC_STAGE_DEVICE) {
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
        if (artifacts)
            oc_plan_device_pass(plan, unit);
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
    if (collects && apart)
        collect = oc_plan_collect(plan, unit, artifacts);
    add_report(plan, unit, artifacts, compiler, collect);
    struct oc_job *last = oc_plan_host_output(plan, unit, bitcode, compiler, collect);
    frontend->part_of = last;
    return last;
}
