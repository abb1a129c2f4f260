#include "driver/plan_host.h"

#include "driver/plan_device.h"
#include "driver/plan_frontend.h"
#include "driver/plan_jobs.h"

#include <string.h>

// The host's own code: the whole object, or a piece.
static const char *host_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return unit->strategy.pieces ? oc_plan_temp(plan, unit, "piece-host", "o")
                                 : oc_query_value(unit->cc1, "-o");
}

// The object that the host compiler makes, where it needs no help from clang; NULL: it is not to.
static const char *own_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return unit->strategy.own_back_end ? oc_arena_printf(plan->arena, "%s/own.o", unit->directory)
                                       : NULL;
}

static void add_object(struct oc_plan *plan, const struct oc_unit_plan *unit, struct oc_job *job) {
    const char *object = own_object(plan, unit);
    if (!object)
        return;
    oc_args_printf(&job->argv, "--out-object=%s", object);
    oc_frontend_machine(unit->cc1, &job->argv);
    oc_args_add(&job->outputs, object);
}

// Of what kernels do with their arrays: without targets, no device step warns of it.
static void ask_for_warnings(const struct oc_plan *plan, struct oc_job *job) {
    oc_args_add(&job->argv, "--warn");
    oc_plan_add_warnings(plan, &job->argv);
}

// Tells what kernels' loops are vectorised with.
static void add_veclib(const struct oc_unit_plan *unit, struct oc_job *job) {
    const char *library = NULL;
    for (size_t i = 0; i < unit->cc1->count; i++)
        if (oc_starts_with(unit->cc1->items[i], "-fveclib="))
            library = unit->cc1->items[i] + strlen("-fveclib=");
    if (library && strcmp(library, "none") != 0)
        oc_args_add(&job->argv, "--veclib");
}

// The remarks that the back end does not make: they are about kernels.
static void ask_for_remarks(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                            struct oc_job *job) {
    const struct oc_args *remarks = &plan->command->remarks;
    for (size_t i = 0; i < remarks->count; i++)
        oc_args_printf(&job->argv, "--remark=%s", remarks->items[i]);
    if (remarks->count)
        add_veclib(unit, job);
}

struct oc_job *oc_plan_host_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                     const char *input, const char *output, const char *artifacts) {
    struct oc_job *job = oc_plan_add_job(plan, unit, "host compiler", NULL);
    job->repeats = true;
    oc_plan_add_step(plan, unit, job, "host");
    oc_plan_add_source(unit, job);
    if (unit->strategy.pieces) {
        oc_args_add(&job->argv, "--piece=images");
        if (oc_plan_device_object(plan, unit))
            oc_args_add(&job->argv, "--piece=blocks");
    } else if (artifacts) {
        oc_plan_add_identity(plan, job, artifacts);
        oc_plan_add_images(plan, job);
    }
    if (!plan->archs.names.count) {
        ask_for_warnings(plan, job);
        job->may_lack_places = true;
    }
    if (unit->names_lines && !oc_frontend_wants_debug(unit->cc1))
        oc_args_add(&job->argv, "--lines");
    if (oc_plan_is_resident(plan))
        oc_args_add(&job->argv, "--resident");
    ask_for_remarks(plan, unit, job);
    if (plan->command->openmp_targets)
        oc_args_printf(&job->argv, "--overlaid=%s/host.c", unit->directory);
    oc_args_printf(&job->argv, "--in=%s", input);
    oc_args_printf(&job->argv, "--out=%s", output);
    if (oc_frontend_names_input(unit->cc1))
        oc_args_printf(&job->argv, "--out-overlay=%s/backend.yaml", unit->directory);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_args_add(&job->outputs, output);
    add_object(plan, unit, job);
    unit->host_job = job;
    return job;
}

// `places`: what comes of it is not wanted but for the messages.
static struct oc_job *add_host_backend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                       const char *input, const char *output, bool places) {
    struct oc_job *job = oc_plan_add_job(plan, unit, "host back end", NULL);
    job->repeats = true;
    job->stale_without = true;
    job->made = own_object(plan, unit);
    job->form = oc_plan_messages_form(plan, unit);
    job->may_lack_places = !places;
    struct oc_frontend what = oc_plan_frontend(plan, unit, "backend", output ? output : "-");
    what.lines = places;
    oc_frontend_backend(&what, input, &job->argv);
    if (output && strcmp(output, "-") != 0)
        oc_args_add(&job->outputs, output);
    oc_plan_wait_for_answer(plan, job);
    return job;
}

// ---- Places of messages -------------------------------------------------------------------------

static bool lacks_places(const struct oc_job *job) {
    return job && job->lacks_places;
}

// The host's code without the images; with the kernels' code, if that is `whole`.
static struct oc_job *add_host_compiler_again(struct oc_plan *plan, struct oc_unit_plan *unit,
                                              const char *input, const char *output, bool whole) {
    struct oc_job *job = oc_plan_add_job(plan, unit, "host compiler, again", NULL);
    job->repeats = true;
    job->may_fail = true; // where it did so before
    oc_plan_add_step(plan, unit, job, "host");
    oc_plan_add_source(unit, job);
    if (!whole && unit->strategy.pieces && oc_plan_device_object(plan, unit))
        oc_args_add(&job->argv, "--piece=blocks");
    if (plan->command->openmp_targets)
        oc_args_printf(&job->argv, "--overlaid=%s/host.c", unit->directory);
    oc_args_add(&job->argv, "--places");
    if (lacks_places(unit->host_job))
        ask_for_warnings(plan, job);
    oc_args_printf(&job->argv, "--in=%s", input);
    oc_args_printf(&job->argv, "--out=%s", output);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_args_add(&job->outputs, output);
    return job;
}

struct oc_job *oc_plan_findings(struct oc_plan *plan, struct oc_unit_plan *unit,
                                const char *findings) {
    const char *front = oc_arena_printf(plan->arena, "%s/findings.fe.bc", unit->directory);
    const char *bitcode = oc_arena_printf(plan->arena, "%s/findings.bc", unit->directory);
    struct oc_job *frontend = oc_plan_host_frontend_again(plan, unit, NULL, front);
    frontend->messages = OC_MESSAGES_KEEP; // they are known
    struct oc_job *compiler = add_host_compiler_again(plan, unit, front, bitcode, true);
    compiler->messages = OC_MESSAGES_KEEP;
    if (oc_plan_is_resident(plan))
        oc_args_add(&compiler->argv, "--resident");
    add_veclib(unit, compiler);
    oc_args_printf(&compiler->argv, "--findings=%s", findings);
    oc_args_add(&compiler->outputs, findings);
    oc_graph_wait(&plan->graph, compiler, frontend);
    return compiler;
}

// What the host compiler or the back end said without places, once more with them: from the front
// end on, with lines. What comes of it is not used: lines do not belong into the object. Sets
// jobs[0] and jobs[1] to the two that are run for their messages, or to NULL.
static void add_places(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *jobs[2]) {
    const char *front = oc_arena_printf(plan->arena, "%s/places.fe.bc", unit->directory);
    const char *bitcode = oc_arena_printf(plan->arena, "%s/places.bc", unit->directory);
    const char *output = oc_arena_printf(plan->arena, "%s/places.o", unit->directory);
    struct oc_job *frontend = oc_plan_host_frontend_again(plan, unit, NULL, front);
    frontend->messages = OC_MESSAGES_KEEP; // they are known
    struct oc_job *compiler = add_host_compiler_again(plan, unit, front, bitcode, false);
    oc_graph_wait(&plan->graph, compiler, frontend);
    jobs[0] = lacks_places(unit->host_job) ? compiler : NULL;
    if (!lacks_places(unit->back_job))
        return;
    jobs[1] = add_host_backend(plan, unit, bitcode, output, true);
    oc_graph_wait(&plan->graph, jobs[1], compiler);
    jobs[1]->made = NULL;
    jobs[1]->may_fail = true; // where it did so before
}

// Prints what a job said without places, if the job that was to say it again was not run.
static void print_without_places(struct oc_plan *plan, const struct oc_job *first,
                                 const struct oc_job *again) {
    struct oc_text text = {.arena = plan->arena};
    if (!again || again->state == OC_JOB_DONE || again->state == OC_JOB_FAILED)
        return;
    if (first->form)
        oc_irmessages_add(first->form, first->text.data, first->text.length, &text);
    else
        oc_text_add_bytes(&text, first->text.data, first->text.length);
    fwrite(text.data ? text.data : "", 1, text.length, plan->diag->stream);
}

void oc_plan_place_messages(struct oc_plan *plan) {
    struct oc_job *(*jobs)[2] =
        (struct oc_job * (*)[2]) OC_NEW_ARRAY(plan->arena, 2 * plan->unit_count, struct oc_job *);
    struct oc_graph done = plan->graph;
    plan->graph = (struct oc_graph){.arena = plan->arena};
    for (size_t i = 0; i < plan->unit_count; i++)
        if (lacks_places(plan->units[i].host_job) || lacks_places(plan->units[i].back_job))
            add_places(plan, &plan->units[i], jobs[i]);
    if (plan->graph.count && !plan->runner.signal)
        oc_run_graph(&plan->runner, &plan->graph);
    plan->places = plan->graph;
    plan->graph = done;
    for (size_t i = 0; i < plan->unit_count && !plan->runner.signal; i++) {
        print_without_places(plan, plan->units[i].host_job, jobs[i][0]);
        print_without_places(plan, plan->units[i].back_job, jobs[i][1]);
    }
}

// ---- Joining the pieces ------------------------------------------------------------------------

// What pieces refer to each other by (src/ir/pieces.h).
#define PIECES "__offloadcc_*.piece"

static struct oc_job *add_tool(struct oc_plan *plan, struct oc_unit_plan *unit, const char *tool) {
    const char *name = oc_arena_printf(plan->arena, "'%s'", oc_base_name(tool));
    struct oc_job *job = oc_plan_add_job(plan, unit, name, NULL);
    oc_args_add(&job->argv, tool);
    job->explains = false;
    return job;
}

// Changes which symbols of an object others see. The object and the output are still to be named.
static struct oc_job *add_objcopy(struct oc_plan *plan, struct oc_unit_plan *unit,
                                  const char *option) {
    struct oc_job *job = add_tool(plan, unit, plan->toolchain->tools.objcopy);
    oc_args_add(&job->argv, "--wildcard");
    oc_args_add(&job->argv, option);
    return job;
}

// Of an image's object, the host's may see what runs blocks, not the entries, which are called like
// the kernels.
static struct oc_job *add_hiding(struct oc_plan *plan, struct oc_unit_plan *unit,
                                 const char *object, const char *output) {
    struct oc_job *job = add_objcopy(plan, unit, "--keep-global-symbol=" PIECES);
    // -mretpoline's thunks: the linker keeps one of a name, which both pieces call.
    oc_args_add(&job->argv, "--keep-global-symbol=__llvm_*");
    oc_args_add(&job->argv, object);
    oc_args_add(&job->argv, output);
    oc_args_add(&job->outputs, output);
    return job;
}

struct oc_job *oc_plan_hide(struct oc_plan *plan, struct oc_unit_plan *unit, const char *object,
                            const char *output, const char *kept, const struct oc_job *maker) {
    struct oc_job *job =
        add_objcopy(plan, unit, oc_arena_printf(plan->arena, "--keep-global-symbol=%s", kept));
    oc_args_add(&job->argv, object);
    oc_args_add(&job->argv, output);
    oc_args_add(&job->outputs, output);
    oc_graph_wait(&plan->graph, job, maker);
    return job;
}

static struct oc_job *add_joining(struct oc_plan *plan, struct oc_unit_plan *unit,
                                  const char *const *objects, size_t count, const char *output) {
    struct oc_job *job = add_tool(plan, unit, plan->toolchain->tools.ld);
    oc_args_add(&job->argv, "-r");
    oc_args_add(&job->argv, "-X"); // without the names of labels
    // Else it shortens .eh_frame to a size that `ld.lld -r` pads with zeros, which are its end.
    oc_args_add(&job->argv, "--traditional-format");
    for (size_t i = 0; i < count; i++)
        oc_args_add(&job->argv, objects[i]);
    oc_args_add(&job->argv, "-o");
    oc_args_add(&job->argv, output);
    oc_args_add(&job->outputs, output);
    return job;
}

// Names that only pieces of this object know.
static struct oc_job *add_sealing(struct oc_plan *plan, struct oc_unit_plan *unit,
                                  const char *object, const char *output) {
    struct oc_job *job = add_objcopy(plan, unit, "--localize-symbol=" PIECES);
    oc_args_add(&job->argv, object);
    if (!plan->command->dry_run) // who runs the printed line gets what it says
        job->result = oc_plan_temp(plan, unit, "whole", "o");
    oc_args_add(&job->argv, job->result ? job->result : output);
    oc_args_add(&job->outputs, output);
    job->stale_without = true;
    return job;
}

struct oc_job *oc_plan_host_output(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *bitcode, const struct oc_job *compiler,
                                   const struct oc_job *collect) {
    const char *object = host_object(plan, unit);
    const char *device = oc_plan_device_object(plan, unit);
    struct oc_job *backend = add_host_backend(plan, unit, bitcode, object, false), *hiding = NULL;
    unit->back_job = backend;
    oc_graph_wait(&plan->graph, backend, compiler);
    if (!unit->strategy.pieces)
        return backend;
    const char *pieces[] = {object, oc_plan_images_object(plan, unit), NULL};
    if (device) {
        pieces[2] = oc_plan_temp(plan, unit, "piece-blocks", "o");
        hiding = add_hiding(plan, unit, device, pieces[2]);
        oc_graph_wait_for_inputs(&plan->graph, hiding);
    }
    const char *joined = oc_plan_temp(plan, unit, "joined", "o");
    struct oc_job *joining = add_joining(plan, unit, pieces, device ? 3 : 2, joined);
    oc_graph_wait(&plan->graph, joining, backend);
    oc_graph_wait(&plan->graph, joining, hiding);
    oc_graph_wait(&plan->graph, joining, collect);
    struct oc_job *sealing = add_sealing(plan, unit, joined, oc_query_value(unit->cc1, "-o"));
    oc_graph_wait(&plan->graph, sealing, joining);
    oc_plan_wait_for_answer(plan, sealing);
    return sealing;
}
