#include "driver/plan_jobs.h"

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

const char *oc_plan_language(enum oc_language language) {
    return language == OC_LANGUAGE_PREPROCESSED ? "cpp-output"
           : language == OC_LANGUAGE_CXX        ? "c++"
                                                : "c";
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
    if (!plan->command->resident)
        return;
    // There are no such copies, whatever the devices.
    oc_args_add(argv, "--warning=no-offload-copy-in-loop");
    oc_args_add(argv, "--warning=no-offload-redundant-copy");
}

bool oc_plan_is_resident(const struct oc_plan *plan) {
    return plan->command->resident && plan->archs.names.count;
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

void oc_plan_add_parse_options(const struct oc_plan *plan, const struct oc_unit_plan *unit,
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
    job->large_pages = plan->strategy.large_pages;
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
    oc_args_printf(&job->argv, "--lang=%s", oc_plan_language(unit->language));
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

const char *oc_plan_images_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_plan_temp(plan, unit, "piece-images", "o");
}

void oc_plan_add_embedding(const struct oc_plan *plan, struct oc_args *out) {
    for (size_t i = 0; i < plan->command->texts.count; i++)
        oc_args_printf(out, "--text=%s", plan->command->texts.items[i]);
    if (plan->command->compress)
        oc_args_printf(out, "--compress=%d", plan->command->compression_level);
}

void oc_plan_add_images(const struct oc_plan *plan, struct oc_job *job) {
    for (size_t i = 0; i < plan->archs.names.count && plan->archs.demanded; i++)
        oc_args_printf(&job->argv, "--arch=%s", plan->archs.names.items[i]);
    oc_plan_add_embedding(plan, &job->argv);
}
