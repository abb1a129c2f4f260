#include "driver/plan_guess.h"

#include "base/file.h"
#include "base/overlay.h"
#include "driver/frontend.h"
#include "driver/plan_frontend.h"
#include "driver/plan_unit.h"

#include <string.h>

// Everything that decides what the command means.
static struct oc_args identity_of_plan(const struct oc_plan *plan) {
    struct oc_args words = {.arena = plan->arena};
    const char *directory = oc_file_working_directory(plan->arena);
    oc_args_add(&words, directory ? directory : "");
    oc_args_add(&words, plan->toolchain->tools.clang);
    oc_args_add(&words, plan->toolchain->resources);
    oc_args_add_all(&words, plan->command->words.items, plan->command->words.count);
    return words;
}

// clang's command as it is kept: without the name of the output, if others go on from there. That
// is temporary then, and another one each time.
static struct oc_args kept_form(const struct oc_plan *plan, const struct oc_args *cc1) {
    struct oc_args words = {.arena = plan->arena};
    for (size_t i = 0; i < cc1->count; i++)
        oc_args_add(&words, i > 0 && strcmp(cc1->items[i - 1], "-o") == 0 && plan->query.count > 1
                                ? "-"
                                : cc1->items[i]);
    return words;
}

static bool same_words(const struct oc_args *left, const struct oc_args *right) {
    bool same = left->count == right->count;
    for (size_t i = 0; same && i < left->count; i++)
        same = strcmp(left->items[i], right->items[i]) == 0;
    return same;
}

// What the user's dependency file is to be, until it is known that it may be written.
static const char *dependency_path(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/guess.d", unit->directory);
}

static const char *front_path(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/guess.bc", unit->directory);
}

static const char *stem(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/guess", unit->directory);
}

// The text that the front end is to compile, and the overlay that shows it under the source's name.
static bool write_text(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    struct oc_bytes source;
    const char *failed;
    return oc_file_read(plan->arena, unit->path, &source) == 0 &&
           oc_overlay_write(plan->arena, unit->path, source, plan->guess.glue, stem(plan, unit),
                            &failed) == 0;
}

// Where there is something to gain: one source, in a file.
static bool is_worth_it(const struct oc_plan *plan) {
    return plan->strategy.early_front_end && !plan->command->checks && plan->unit_count == 1 &&
           plan->runner.jobs > 1 && plan->units[0].language == OC_LANGUAGE_C &&
           plan->units[0].path == plan->units[0].name;
}

void oc_plan_guess_begin(struct oc_plan *plan) {
    if (!is_worth_it(plan))
        return;
    struct oc_unit_plan *unit = &plan->units[0];
    struct oc_args words = identity_of_plan(plan);
    oc_guess_read(plan->arena, &plan->cache, &words, &plan->guess);
    const char *dependencies = oc_query_value(&plan->guess.cc1, "-dependency-file");
    if (!plan->guess.cc1.count || (dependencies && strcmp(dependencies, "-") == 0) ||
        strcmp(plan->guess.cc1.items[0], plan->toolchain->tools.clang) != 0 ||
        !write_text(plan, unit))
        return;
    struct oc_args cc1 =
        oc_plan_divert_dependencies(plan, &plan->guess.cc1, dependency_path(plan, unit));
    struct oc_job *job = oc_graph_add(
        &plan->questions, oc_arena_printf(plan->arena, "host front end, begun (%s)", unit->name));
    job->messages = OC_MESSAGES_KEEP;
    job->may_fail = true;
    struct oc_frontend what = {
        .cc1 = &cc1,
        .source = unit->path,
        .overlay = oc_arena_printf(plan->arena, "%s/guess.yaml", unit->directory),
        .output = front_path(plan, unit),
        .color = plan->command->color,
        .lines = oc_plan_names_lines(plan->arena,
                                     oc_arena_printf(plan->arena, "%s.c", stem(plan, unit))),
    };
    oc_frontend_host(&what, &job->argv);
    unit->begun = job;
}

// Whether two files have the same content.
static bool same_files(const struct oc_plan *plan, const char *left, const char *right) {
    struct oc_bytes a, b;
    return oc_file_read(plan->arena, left, &a) == 0 && oc_file_read(plan->arena, right, &b) == 0 &&
           a.length == b.length && memcmp(a.data, b.data, a.length) == 0;
}

// What can be known without clang's answer.
static bool is_likely(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return unit->begun && unit->begun->state == OC_JOB_DONE && unit->begun->exit_code == 0 &&
           (!unit->begun->text.length || plan->command->verbose) && unit->scan->exit_code == 0 &&
           same_files(plan, oc_arena_printf(plan->arena, "%s.c", stem(plan, unit)),
                      oc_arena_printf(plan->arena, "%s/host.c", unit->directory));
}

static bool is_answer(const struct oc_plan *plan, const struct oc_args *cc1) {
    struct oc_args words = kept_form(plan, cc1);
    return same_words(&words, &plan->guess.cc1);
}

static bool was_right(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                      const struct oc_args *cc1) {
    return is_answer(plan, cc1) && is_likely(plan, unit);
}

// Whether the guess is all that clang would run.
static bool is_whole(const struct oc_plan *plan) {
    const char *output = oc_query_value(&plan->guess.cc1, "-o");
    return output && strcmp(output, "-") != 0;
}

// The last two questions are the front end and the one to clang: they become jobs of the graph.
static void take_front(struct oc_plan *plan, struct oc_unit_plan *unit) {
    unit->front_is_early = true;
    unit->front = front_path(plan, unit);
    unit->begun->messages = OC_MESSAGES_GROUP; // where it was to list its directories (-v)
    unit->begun->group = &unit->messages;
    oc_graph_move(&plan->questions, plan->questions.count - 2, &plan->graph);
}

// Makes the graph with the guess, and runs it until clang has answered.
static int begin_graph(struct oc_plan *plan, struct oc_unit_plan *unit) {
    take_front(plan, unit);
    plan->guess_is_used = true;
    oc_plan_unit(plan, unit, &plan->guess.cc1);
    return oc_run_until(&plan->runner, &plan->graph, plan->query_job);
}

int oc_plan_guess_ask(struct oc_plan *plan) {
    struct oc_unit_plan *unit = &plan->units[0];
    int result = 0;
    if (unit->begun && is_whole(plan)) {
        result = oc_run_until(&plan->runner, &plan->questions, unit->scan);
        if (!result)
            result = oc_run_until(&plan->runner, &plan->questions, unit->begun);
        if (!result && is_likely(plan, unit) && !oc_job_has_ended(plan->query_job))
            return begin_graph(plan, unit);
    }
    return result ? result : oc_run_graph(&plan->runner, &plan->questions);
}

static bool write_dependencies(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                               const struct oc_args *cc1) {
    const char *wanted = oc_query_value(cc1, "-dependency-file");
    struct oc_bytes rules;
    if (!wanted)
        return true;
    if (oc_file_read(plan->arena, dependency_path(plan, unit), &rules) ||
        oc_file_write(wanted, rules.data, rules.length))
        return false;
    oc_args_add(&unit->begun->outputs, wanted);
    return true;
}

bool oc_plan_guess_holds(struct oc_plan *plan) {
    struct oc_unit_plan *unit = &plan->units[0];
    if (!plan->guess_is_used)
        return false;
    if (plan->query.count == 1 && is_answer(plan, &plan->query.commands[0]) &&
        write_dependencies(plan, unit, &plan->query.commands[0]))
        return true;
    oc_run_discard(&plan->runner, &plan->graph);
    oc_graph_move(&plan->graph, 0, &plan->questions); // for the time trace
    plan->guess_is_used = false;
    unit->cc1 = NULL;
    unit->begun = NULL;
    unit->front_is_early = false;
    return false;
}

void oc_plan_guess_take_front(struct oc_plan *plan, struct oc_unit_plan *unit,
                              const struct oc_args *cc1) {
    if (was_right(plan, unit, cc1) && write_dependencies(plan, unit, cc1))
        take_front(plan, unit);
}

void oc_plan_guess_keep(const struct oc_plan *plan) {
    const struct oc_unit_plan *unit = &plan->units[0];
    struct oc_bytes source, text;
    if (!plan->guess.is_kept || !unit->cc1 || was_right(plan, unit, unit->cc1) ||
        oc_file_read(plan->arena, unit->path, &source) ||
        oc_file_read(plan->arena, oc_arena_printf(plan->arena, "%s/host.c", unit->directory),
                     &text) ||
        text.length < source.length || memcmp(text.data, source.data, source.length) != 0)
        return;
    struct oc_args words = identity_of_plan(plan), cc1 = kept_form(plan, unit->cc1);
    oc_guess_write(plan->arena, &plan->cache, &words, &cc1, text.data + source.length);
}
