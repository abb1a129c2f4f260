#include "driver/compile.h"

#include "base/file.h"
#include "driver/heap.h"
#include "driver/mathlibs.h"
#include "driver/plan_check.h"
#include "driver/plan_device.h"
#include "driver/plan_guess.h"
#include "driver/plan_host.h"
#include "driver/plan_jobs.h"
#include "driver/plan_link.h"
#include "driver/plan_unit.h"
#include "driver/probe.h"
#include "driver/spawn.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

// Exit codes of the scan.
enum { SCAN_KERNELS, SCAN_ERRORS, SCAN_NO_KERNELS = 3, SCAN_UNPARSABLE, SCAN_INCOMPLETE };

// What the words of `command` become in a command for clang.
struct rewriting {
    bool include;        // the directory of offload.h: clang warns where nothing is preprocessed
    bool link_libraries; // our runtime at the end
    bool device_only;    // no output and no linking, the sources alone
    const struct oc_piped *piped; // an input that was read and is a file of ours now; or NULL
    const char *piped_path;
};

static bool belongs_to_device(const struct oc_plan *plan, const struct oc_argument *argument) {
    switch (argument->meaning) {
    case OC_MEAN_INPUT:
        for (size_t i = 0; i < plan->unit_count; i++)
            if (plan->units[i].argument == argument)
                return true;
        return false;
    case OC_MEAN_OUTPUT:
    case OC_MEAN_ASSEMBLE:
    case OC_MEAN_COMPILE:
    case OC_MEAN_EMIT_LLVM:
        return false;
    default:
        return !(argument->forward & OC_FORWARD_LINK);
    }
}

static void add_link_libraries(const struct oc_toolchain *toolchain, struct oc_args *out) {
    // Behind -Xlinker it is no input: a language set by -x does not apply to it.
    oc_args_add(out, "-Xlinker");
    oc_args_add(out, toolchain->runtime);
    oc_args_printf(out, "-L%s", toolchain->libomptarget);
    oc_args_printf(out, "-Wl,-rpath,%s", toolchain->libomptarget);
    // After a user's -Bstatic they would not be found; nor may clang's -lc be static beside them.
    oc_args_add(out, "-Wl,-Bdynamic,--push-state,--as-needed");
    oc_args_add(out, "-lomptarget");
    oc_args_add(out, "-lomp");
    oc_args_add(out, "-Wl,--pop-state");
}

static void add_include(const struct oc_command *command, const struct oc_toolchain *toolchain,
                        struct oc_args *out) {
    if (command->checks) // in offload_lanes.h
        oc_args_add(out, "-D__OFFLOADCC_CHECK");
    oc_args_add(out, "-isystem");
    oc_args_add(out, toolchain->include);
}

void oc_compile_clang_words(const struct oc_command *command, const struct oc_toolchain *toolchain,
                            bool include, bool links, struct oc_args *out) {
    oc_args_add(out, toolchain->tools.clang);
    oc_command_clang_words(command, out);
    if (include)
        add_include(command, toolchain, out);
    if (links)
        add_link_libraries(toolchain, out);
}

// The command that clang is asked about. -save-temps would split its steps, and ours keep their own
// files. `mode` is one more option, or NULL.
static void add_query_words(const struct oc_plan *plan, const struct rewriting *how,
                            const char *mode, struct oc_args *out) {
    const struct oc_arguments *arguments = &plan->command->arguments;
    oc_args_add(out, plan->toolchain->tools.clang);
    if (mode)
        oc_args_add(out, mode);
    for (size_t i = 0; i < arguments->count; i++) {
        const struct oc_argument *argument = &arguments->items[i];
        bool kernels = mode && strcmp(mode, "-###") == 0;
        if (!oc_command_is_clangs(plan->command, argument, kernels) ||
            argument->meaning == OC_MEAN_DRY_RUN || argument->meaning == OC_MEAN_SAVE_TEMPS ||
            argument->meaning == OC_MEAN_PRINT_PHASES ||
            (how->device_only && !belongs_to_device(plan, argument)))
            continue;
        if (how->piped && how->piped->argument == argument)
            oc_args_add(out, how->piped_path);
        else
            oc_command_add(plan->command, argument, out);
    }
    if (how->device_only && strcmp(mode, "-###") == 0)
        oc_args_add(out, "-c");
    if (how->include)
        add_include(plan->command, plan->toolchain, out);
    if (how->piped && how->include) { // relative to the working directory, as for standard input
        oc_args_add(out, "-iquote");
        oc_args_add(out, ".");
    }
    if (how->link_libraries)
        add_link_libraries(plan->toolchain, out);
}

// ---- Questions ---------------------------------------------------------------------------------

static const char *unit_base(struct oc_plan *plan, const char *path) {
    const char *name = oc_base_name(path), *dot = strrchr(name, '.');
    const char *base = oc_arena_strndup(plan->arena, name,
                                        dot && dot != name ? (size_t)(dot - name) : strlen(name));
    if (strcmp(base, "-") == 0)
        base = "stdin";
    size_t same = 1;
    for (size_t i = 0; i < plan->unit_count; i++)
        same += strcmp(plan->units[i].base, base) == 0;
    return same > 1 ? oc_arena_printf(plan->arena, "%s-%zu", base, same) : base;
}

// What can be read only once becomes a file, which calls itself what clang calls it. What clang
// names after it is named as it names it: "-.o", "-.d".
static bool write_piped(struct oc_plan *plan, const struct oc_piped *piped, struct rewriting *how) {
    if (!piped)
        return true;
    if (plan->command->artifacts) {
        oc_error(plan->diag, "kernel artifacts are found by the name of their source, and standard "
                             "input has none; save it in a file, or leave out "
                             "'--offload-artifacts'");
        return false;
    }
    const char *path = piped->argument->value;
    bool is_stdin = strcmp(path, "-") == 0;
    struct oc_text named = {.arena = plan->arena};
    oc_text_printf(&named, "#line 1 \"%s\"\n", is_stdin ? "<stdin>" : path);
    oc_text_add_bytes(&named, piped->text.data, piped->text.length);
    how->piped = piped;
    how->piped_path = oc_arena_printf(plan->arena, "%s/%s", plan->temp.path,
                                      is_stdin ? "-.c" : oc_base_name(path));
    return oc_file_write_or_report(how->piped_path, "file", named.data, named.length, plan->diag);
}

static bool add_units(struct oc_plan *plan, const struct oc_input *const *candidates, size_t count,
                      const struct rewriting *how) {
    plan->units = OC_NEW_ARRAY(plan->arena, count, struct oc_unit_plan);
    for (size_t i = 0; i < count; i++) {
        struct oc_unit_plan *unit = &plan->units[plan->unit_count];
        unit->argument = candidates[i]->argument;
        unit->path = unit->name = candidates[i]->path;
        if (how->piped && how->piped->argument == unit->argument) {
            unit->name = strcmp(unit->path, "-") == 0 ? "<stdin>" : unit->path;
            unit->path = how->piped_path;
        } else if (unit->path[0] == '-') { // as oc_command_add has it
            unit->path = oc_arena_printf(plan->arena, "./%s", unit->path);
        }
        unit->language = candidates[i]->language;
        unit->base = unit_base(plan, unit->path);
        unit->messages.shown.arena = plan->arena;
        unit->directory = oc_arena_printf(plan->arena, "%s/%zu", plan->temp.path, i);
        if (plan->command->save_temps)
            unit->directory = oc_plan_temp(plan, unit, "offload", "tmp");
        if (mkdir(unit->directory, 0777) < 0 && errno != EEXIST) {
            oc_error(plan->diag, "cannot make the directory '%s': %s", unit->directory,
                     strerror(errno));
            return false;
        }
        plan->unit_count++;
    }
    return true;
}

static void add_questions(struct oc_plan *plan, const struct rewriting *how) {
    for (size_t i = 0; i < plan->unit_count; i++) {
        struct oc_unit_plan *unit = &plan->units[i];
        unit->scan =
            oc_graph_add(&plan->questions, oc_arena_printf(plan->arena, "scan (%s)", unit->name));
        unit->scan->messages = OC_MESSAGES_KEEP;
        unit->scan->may_fail = true;
        unit->scan->large_pages = plan->strategy.large_pages;
        oc_plan_scan_words(plan, unit, &unit->scan->argv);
    }
    oc_plan_guess_begin(plan);
    struct oc_job *query = plan->query_job = oc_graph_add(&plan->questions, "clang -###");
    query->messages = OC_MESSAGES_KEEP;
    query->may_fail = query->quiet = true;
    query->called = plan->toolchain->called;
    add_query_words(plan, how, "-###", &query->argv);
    oc_plan_link_begin(plan);
}

static void print_text(struct oc_plan *plan, const struct oc_text *text) {
    fwrite(text->data ? text->data : "", 1, text->length, plan->diag->stream);
}

// What the scans say.
struct findings {
    bool kernels; // some source has kernels
    bool broken;  // some source has errors
    int result;   // 0, or the exit code to stop with
};

static bool runs_jobs(const struct oc_plan *plan) {
    return !plan->command->dry_run && !plan->command->phases;
}

static struct findings read_scans(struct oc_plan *plan) {
    struct findings found = {0};
    for (size_t i = 0; i < plan->unit_count; i++) {
        struct oc_unit_plan *unit = &plan->units[i];
        struct oc_job *scan = unit->scan;
        bool known = scan->state == OC_JOB_DONE &&
                     (scan->exit_code == SCAN_KERNELS || scan->exit_code == SCAN_INCOMPLETE ||
                      scan->exit_code == SCAN_ERRORS || scan->exit_code == SCAN_NO_KERNELS ||
                      scan->exit_code == SCAN_UNPARSABLE);
        struct oc_text shown = {.arena = plan->arena};
        if (scan->exit_code != SCAN_UNPARSABLE) // clang speaks first
            oc_diagfilter_add(&unit->messages, scan->text.data ? scan->text.data : "",
                              scan->text.length, false, NULL, &shown);
        print_text(plan, &shown);
        if (scan->ended_by)
            oc_error(plan->diag, "%s was ended by signal %d (%s)", scan->label, scan->ended_by,
                     strsignal(scan->ended_by));
        else if (!known && scan->state == OC_JOB_DONE)
            oc_error(plan->diag, "%s failed with exit code %d", scan->label, scan->exit_code);
        if (!found.result && (!known || (scan->exit_code == SCAN_ERRORS && !runs_jobs(plan))))
            found.result = scan->exit_code ? scan->exit_code : 1;
        unit->is_broken = scan->exit_code == SCAN_ERRORS || scan->exit_code == SCAN_UNPARSABLE;
        unit->is_incomplete = known && scan->exit_code == SCAN_INCOMPLETE;
        unit->has_kernels = known && (scan->exit_code == SCAN_KERNELS || unit->is_incomplete);
        found.broken |= unit->is_broken;
        plan->links_device |= unit->is_incomplete;
        found.kernels |= unit->has_kernels;
    }
    return found;
}

// ---- The graph ---------------------------------------------------------------------------------

static struct oc_unit_plan *unit_of(struct oc_plan *plan, const struct oc_args *command) {
    for (size_t i = 0; i < plan->unit_count; i++)
        if ((plan->units[i].has_kernels || plan->units[i].is_broken) && !plan->units[i].cc1 &&
            oc_query_compiles(command, plan->units[i].path))
            return &plan->units[i];
    return NULL;
}

// With -save-temps the objects that a link reads are kept too, but where clang makes them of
// several files.
static void keep_objects(struct oc_plan *plan) {
    for (size_t i = 0; i < plan->query.count && plan->command->save_temps; i++) {
        struct oc_unit_plan *unit = unit_of(plan, &plan->query.commands[i]);
        const char *object = oc_query_value(&plan->query.commands[i], "-o");
        if (!unit || !object || !oc_starts_with(object, plan->temp.path) ||
            plan->command->openmp_targets)
            continue;
        const char *dot = strrchr(object, '.');
        const char *kept = oc_plan_temp(plan, unit, "host", dot ? dot + 1 : "o");
        for (size_t c = 0; c < plan->query.count; c++)
            for (size_t w = 0; w < plan->query.commands[c].count; w++)
                if (strcmp(plan->query.commands[c].items[w], object) == 0)
                    plan->query.commands[c].items[w] = kept;
    }
}

// A job of clang's own.
static struct oc_job *add_clang_job(struct oc_plan *plan, const struct oc_args *command,
                                    struct oc_job **previous) {
    bool compiles = command->count > 1 && oc_starts_with(command->items[1], "-cc1");
    const char *label =
        compiles ? oc_arena_printf(plan->arena, "compiler (%s)", command->items[command->count - 1])
        : oc_plan_is_link(command)
            ? "linker command"
            : oc_arena_printf(plan->arena, "'%s' command", oc_base_name(command->items[0]));
    struct oc_job *job = oc_graph_add(&plan->graph, label);
    job->argv = *command;
    job->explains = compiles;
    job->messages = compiles ? OC_MESSAGES_GROUP : OC_MESSAGES_INHERIT;
    if (compiles && plan->command->color)
        oc_args_add(&job->argv, "-fcolor-diagnostics");
    const char *output = oc_query_value(command, "-o");
    if (output && strcmp(output, "-") != 0)
        oc_args_add(&job->outputs, output);
    oc_graph_wait_for_inputs(&plan->graph, job);
    // Other tools change files in place (objcopy): they keep clang's order.
    if (!compiles)
        oc_graph_wait(&plan->graph, job, *previous);
    return *previous = job;
}

// A source with errors: nothing is made of it, and what there was of it goes, as with clang. Where
// it does not parse, clang says why.
static void add_broken(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job **previous) {
    bool parses = unit->scan->exit_code != SCAN_UNPARSABLE;
    struct oc_job *scan = NULL;
    if (parses) {
        scan = oc_graph_add(&plan->graph, unit->scan->label);
        scan->state = OC_JOB_FAILED;
        scan->exit_code = unit->scan->exit_code;
        scan->explains = true;
    }
    struct oc_job *job = add_clang_job(plan, unit->cc1, previous);
    oc_args_add(&job->argv, "-fsyntax-only");
    job->stale_without = true;
    if (plan->command->stage == OC_STAGE_DEVICE) // which makes no object
        job->outputs.count = 0;
    if (parses)
        oc_graph_wait(&plan->graph, job, scan);
    else
        unit->explains = job;
}

static bool check_host(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                       const struct oc_args *cc1) {
    const char *triple = oc_query_value(cc1, "-triple");
    if (triple && oc_starts_with(triple, "x86_64-") && strstr(triple, "linux") &&
        !strstr(triple, "x32"))
        return true;
    oc_error(plan->diag,
             "'%s' has kernels, which cannot be compiled for the host '%s'; "
             "the host must be 64-bit x86 Linux",
             unit->name, triple ? triple : "?");
    return false;
}

// With -o "" clang's compiler itself names its output: beside the source.
static void name_output(struct oc_plan *plan, struct oc_args *cc1) {
    const char *kind = "o", *input = cc1->items[cc1->count - 1];
    for (size_t i = 0; i < cc1->count; i++) {
        const char *word = cc1->items[i];
        kind = strcmp(word, "-S") == 0              ? "s"
               : strcmp(word, "-emit-llvm") == 0    ? "ll"
               : strcmp(word, "-emit-llvm-bc") == 0 ? "bc"
                                                    : kind;
    }
    const char *dot = strrchr(oc_base_name(input), '.');
    size_t length = dot ? (size_t)(dot - input) : strlen(input);
    for (size_t i = 1; i < cc1->count; i++)
        if (strcmp(cc1->items[i - 1], "-o") == 0 && !*cc1->items[i])
            cc1->items[i] = oc_arena_printf(plan->arena, "%.*s.%s", (int)length, input, kind);
}

static bool build_graph(struct oc_plan *plan) {
    if (oc_plan_guess_holds(plan))
        return true;
    keep_objects(plan);
    struct oc_job *previous = NULL;
    for (size_t i = 0; i < plan->query.count; i++) {
        struct oc_unit_plan *unit = unit_of(plan, &plan->query.commands[i]);
        if (unit)
            name_output(plan, &plan->query.commands[i]);
        if (unit && unit->is_broken) {
            unit->cc1 = &plan->query.commands[i];
            add_broken(plan, unit, &previous);
        } else if (unit) {
            if (!check_host(plan, unit, &plan->query.commands[i]))
                return false;
            oc_plan_guess_take_front(plan, unit, &plan->query.commands[i]);
            previous = oc_plan_unit(plan, unit, &plan->query.commands[i]);
        } else if (plan->links_device && oc_plan_is_link(&plan->query.commands[i])) {
            plan->link = &plan->query.commands[i];
        } else if (plan->command->stage != OC_STAGE_DEVICE) {
            add_clang_job(plan, &plan->query.commands[i], &previous);
        }
    }
    for (size_t i = 0; i < plan->unit_count; i++)
        if (plan->units[i].has_kernels && !plan->units[i].cc1) {
            oc_error(
                plan->diag,
                "'%s' has kernels, and with these options clang does not compile it to an object",
                plan->units[i].name);
            return false;
        }
    return true;
}

// ---- All together ------------------------------------------------------------------------------

static int write_trace(struct oc_plan *plan, int result) {
    if (!plan->command->time_trace)
        return result;
    const struct oc_graph *graphs[] = {&plan->questions, &plan->graph, &plan->places,
                                       &plan->linking};
    const char *text = oc_graph_trace(graphs, sizeof graphs / sizeof *graphs);
    bool ok = oc_file_write_or_report(plan->command->time_trace, "time trace", text, strlen(text),
                                      plan->diag);
    return result || ok ? result : 1;
}

static int finish_plan(struct oc_plan *plan, int result) {
    oc_run_abandon(&plan->runner);
    oc_temp_remove(&plan->temp);
    oc_run_end(&plan->runner);
    return result;
}

// No kernels after all: plain clang, as if we had known.
static int become_clang(struct oc_plan *plan, const struct rewriting *how) {
    bool nothing = how->device_only && !oc_command_stage_is_clangs(plan->command);
    struct rewriting all = *how;
    all.device_only = nothing;
    if (nothing || how->piped) {
        // There is nothing to make for devices, but errors to find; or clang reads what standard
        // input was.
        struct oc_job *job = oc_graph_add(&plan->graph, "clang");
        add_query_words(plan, &all, nothing ? "-fsyntax-only" : NULL, &job->argv);
        job->explains = true;
        job->called = plan->toolchain->called;
        int result = oc_run_graph(&plan->runner, &plan->graph);
        return finish_plan(plan, write_trace(plan, result));
    }
    struct oc_args words = {.arena = plan->arena};
    oc_compile_clang_words(plan->command, plan->toolchain, how->include, how->link_libraries,
                           &words);
    finish_plan(plan, write_trace(plan, 0));
    return oc_exec(words.items[0],
                   oc_called_words(plan->arena, plan->toolchain->called, words.items, words.count),
                   plan->diag);
}

static int run_graph(struct oc_plan *plan) {
    if (plan->command->phases) {
        oc_graph_print_phases(&plan->graph, plan->diag->stream);
        return 0;
    }
    if (plan->command->dry_run) {
        print_text(plan, &plan->query.banner);
        for (size_t i = 0; i < plan->unit_count; i++)
            oc_graph_print_command(&plan->units[i].scan->argv, plan->diag->stream);
        oc_graph_print(&plan->graph, plan->diag->stream);
        oc_plan_link_print(plan);
        return 0;
    }
    plan->runner.concludes = !plan->link;
    int result = oc_run_graph(&plan->runner, &plan->graph);
    oc_plan_place_messages(plan);
    if (plan->link && !result)
        result = oc_plan_link(plan);
    for (size_t i = 0; i < plan->unit_count; i++) {
        const struct oc_unit_plan *unit = &plan->units[i];
        if (unit->explains && unit->explains->state == OC_JOB_FAILED) {
            print_text(plan, &unit->scan->text); // notes about clang's errors
        } else if (unit->explains && unit->explains->state == OC_JOB_DONE) {
            // If clang has nothing to say, kernels would be lost without a word.
            oc_error(plan->diag, "cannot look for kernels in '%s': libclang cannot parse it",
                     unit->name);
            result = result ? result : 1;
        }
    }
    if (result == 0)
        oc_plan_guess_keep(plan);
    return write_trace(plan, result);
}

// -MJ: clang writes this file while it makes its jobs, if it is to run them, and it is asked to run
// none.
static bool write_compilation_database(struct oc_plan *plan, const struct rewriting *how) {
    const struct oc_command *command = plan->command;
    if (!command->compilation_database || command->dry_run)
        return true;
    static const char mode[] = "-fdriver-only", recorded[] = "\"-fdriver-only\", ";
    const char *path = oc_arena_printf(plan->arena, "%s/commands.json", plan->temp.path);
    struct rewriting asked = {.include = how->include};
    struct oc_graph graph = {.arena = plan->arena};
    struct oc_job *job = oc_graph_add(&graph, "clang -MJ");
    job->messages = OC_MESSAGES_KEEP;
    job->quiet = true;
    job->called = plan->toolchain->called;
    add_query_words(plan, &asked, mode, &job->argv);
    oc_args_add(&job->argv, "-MJ");
    oc_args_add(&job->argv, path);
    struct oc_bytes written;
    if (oc_run_graph(&plan->runner, &graph))
        return false;
    if (oc_file_read(plan->arena, path, &written) < 0) {
        oc_error(plan->diag,
                 "clang did not write the entry of the compilation database that '-MJ' asks for");
        return false;
    }
    struct oc_text text = {.arena = plan->arena};
    oc_text_add(&text, "");
    for (const char *at = written.data, *found; *at; at = found) {
        found = strstr(at, recorded);
        found = found ? found : at + strlen(at);
        oc_text_add_bytes(&text, at, (size_t)(found - at));
        found += *found ? sizeof recorded - 1 : 0;
    }
    return oc_file_write_or_report(command->compilation_database, "compilation database", text.data,
                                   text.length, plan->diag);
}

// OFFLOADCC_CLANG may name any program.
static bool check_clang(struct oc_plan *plan) {
    const char *banner = plan->query.banner.data;
    if (banner && strstr(banner, "clang version 22."))
        return true;
    oc_error(plan->diag,
             "'%s' is not clang 22: its output for '-###' is different; OFFLOADCC_CLANG, if it is "
             "set, must name clang 22 or a program that runs it",
             plan->toolchain->tools.clang);
    return false;
}

// Asks, and decides what is to be run. Returns true with the graph built, or false and the exit
// code.
static bool prepare_graph(struct oc_plan *plan, const struct rewriting *how, int *result) {
    add_questions(plan, how);
    *result = oc_plan_guess_ask(plan);
    if (*result)
        return false;
    const struct oc_job *query = plan->query_job;
    oc_query_parse(plan->arena, query->text.data ? query->text.data : "", query->text.length,
                   &plan->query);
    if (query->exit_code && query->text.length) { // clang refuses the command line
        print_text(plan, plan->query.diagnostics.length ? &plan->query.diagnostics : &query->text);
        *result = query->exit_code;
        return false;
    }
    if (!check_clang(plan)) {
        *result = 1;
        return false;
    }
    struct findings found = read_scans(plan);
    *result = found.result;
    if (*result || (!found.kernels && !(found.broken && runs_jobs(plan)) && !plan->links_device))
        return false;
    print_text(plan, &plan->query.diagnostics);
    if (plan->command->verbose && !plan->command->dry_run)
        print_text(plan, &plan->query.banner);
    if (found.kernels) {
        oc_plan_check_options(plan);
        if (plan->command->stage != OC_STAGE_HOST && plan->command->phase != OC_PHASE_SYNTAX) {
            oc_plan_check_images(plan);
            oc_mathlibs_check(plan->arena, plan->command, &plan->archs, plan->diag);
        }
    }
    bool has_code = found.kernels || plan->links_device;
    *result = plan->diag->errors || (has_code && !oc_plan_check_link(plan)) ||
              !write_compilation_database(plan, how) || !build_graph(plan);
    return *result == 0;
}

static int run_plan(struct oc_plan *plan, const struct rewriting *how) {
    int result;
    if (prepare_graph(plan, how, &result))
        return finish_plan(plan, run_graph(plan));
    return result ? finish_plan(plan, result) : become_clang(plan, how);
}

// What clang's own driver makes of the options, unseen by the scan.
static bool check_environment(struct oc_diag *diag) {
    const char *edits = getenv("CCC_OVERRIDE_OPTIONS");
    if (!edits || !*edits)
        return true;
    oc_error(diag, "the environment variable CCC_OVERRIDE_OPTIONS cannot be used for a source that "
                   "may have kernels; put the options on the command line");
    return false;
}

int oc_compile(struct oc_plan *plan, const struct oc_input *const *candidates, size_t count,
               const struct oc_piped *piped) {
    const struct oc_command *command = plan->command;
    plan->questions.arena = plan->graph.arena = plan->arena;
    plan->links_device |= count && command->phase == OC_PHASE_LINK &&
                          command->stage != OC_STAGE_DEVICE &&
                          oc_probe_link_units(plan->arena, command);
    oc_toolchain_find_tools(plan->arena, plan->toolchain);
    if (!check_environment(plan->diag) ||
        !oc_cachedir_find(plan->arena, command, plan->diag, &plan->cache) ||
        !oc_archs_resolve(plan->arena, command, &plan->toolchain->tools,
                          command->dry_run ? &(struct oc_cachedir){0} : &plan->cache, plan->diag,
                          &plan->archs) ||
        !oc_strategy_of_command(plan->arena, command, &plan->cache, plan->diag, &plan->strategy) ||
        !oc_run_begin(&plan->runner, plan->arena, plan->diag,
                      command->verbose && !command->dry_run))
        return 1;
    if (plan->strategy.fork_server && count)
        plan->runner.server.program = plan->toolchain->tools.clang;
    plan->runner.server.library = plan->toolchain->forkserver;
    plan->runner.server.variable = plan->strategy.large_pages ? oc_heap_variable() : NULL;
    struct rewriting how = {
        .device_only = command->stage == OC_STAGE_DEVICE && !command->gpu_sources,
    };
    for (size_t i = 0; i < count; i++)
        how.include |= candidates[i]->language != OC_LANGUAGE_PREPROCESSED;
    how.link_libraries = command->phase == OC_PHASE_LINK && !how.device_only &&
                         !command->relocatable && !command->no_libraries;
    if (!oc_temp_make(&plan->temp, plan->arena, command->phase == OC_PHASE_LINK, plan->diag) ||
        !write_piped(plan, piped, &how) || !add_units(plan, candidates, count, &how))
        return finish_plan(plan, 1);
    return run_plan(plan, &how);
}
