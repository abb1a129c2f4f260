// offloadcc - a C compiler that also compiles kernels for GPUs. See docs/ARCHITECTURE.md.
//
// Most of what a C compiler is called for has nothing to do with kernels: then this program becomes
// clang, with the user's own words.
#include "base/file.h"
#include "driver/cachedir.h"
#include "driver/command.h"
#include "driver/compile.h"
#include "driver/gpusources.h"
#include "driver/graph.h"
#include "driver/mathlibs.h"
#include "driver/offloading.h"
#include "driver/plan_link.h"
#include "driver/probe.h"
#include "driver/run.h"
#include "driver/spawn.h"
#include "driver/toolchain.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

struct driver {
    struct oc_arena arena;
    struct oc_diag diag;
    struct oc_command command;
    struct oc_toolchain toolchain;
    struct oc_piped piped;
};

// ---- Becoming clang ----------------------------------------------------------------------------

// --offload-time-trace where there is but one job to trace.
static int run_traced(struct driver *driver, const struct oc_args *words) {
    struct oc_runner runner;
    struct oc_graph graph = {.arena = &driver->arena};
    struct oc_job *job = oc_graph_add(&graph, "clang");
    const struct oc_graph *graphs[] = {&graph};
    job->argv = *words;
    job->explains = true;
    job->called = driver->toolchain.called;
    if (!oc_run_begin(&runner, &driver->arena, &driver->diag, false))
        return 1;
    int result = oc_run_graph(&runner, &graph);
    const char *text = oc_graph_trace(graphs, 1);
    if (!oc_file_write_or_report(driver->command.time_trace, "time trace", text, strlen(text),
                                 &driver->diag) &&
        !result)
        result = 1;
    oc_run_end(&runner);
    return result;
}

// Writes into a FIFO what was read from it, for whoever opens it next. Ends with this process,
// which becomes the one that reads.
static bool refill(struct driver *driver, const char *path) {
    pid_t parent = getpid(), pid = fork();
    if (pid < 0)
        oc_error(&driver->diag, "cannot keep what was read from '%s': %s", path, strerror(errno));
    if (pid != 0)
        return pid > 0;
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    int fd = getppid() == parent ? open(path, O_WRONLY | O_CLOEXEC) : -1;
    const struct oc_bytes *text = &driver->piped.text;
    for (size_t at = 0; fd >= 0 && at < text->length;) {
        ssize_t put = write(fd, text->data + at, text->length - at);
        if (put < 0 && errno != EINTR)
            break;
        at += put > 0 ? (size_t)put : 0;
    }
    _exit(0);
}

// What was read, for the next program to find in the same place.
static bool restore_piped(struct driver *driver) {
    if (!driver->piped.argument)
        return true;
    if (strcmp(driver->piped.argument->value, "-") != 0)
        return refill(driver, driver->piped.argument->value);
    int fd = memfd_create("stdin", MFD_CLOEXEC);
    size_t at = 0, length = driver->piped.text.length;
    while (fd >= 0 && at < length) {
        ssize_t put = write(fd, driver->piped.text.data + at, length - at);
        if (put < 0 && errno != EINTR)
            break;
        at += put > 0 ? (size_t)put : 0;
    }
    if (fd >= 0 && at == length && lseek(fd, 0, SEEK_SET) == 0 && dup2(fd, STDIN_FILENO) == 0)
        return true;
    oc_error(&driver->diag, "cannot keep what was read from standard input: %s", strerror(errno));
    return false;
}

static int exec_clang(struct driver *driver, const struct oc_args *words) {
    return oc_exec(
        words->items[0],
        oc_called_words(&driver->arena, driver->toolchain.called, words->items, words->count),
        &driver->diag);
}

// `include`: offload.h may be included; `links`: our runtime may be needed.
static int become_clang(struct driver *driver, bool include, bool links) {
    const struct oc_command *command = &driver->command;
    struct oc_args words = {.arena = &driver->arena};
    if (links && command->static_link) {
        oc_plan_report_static(&driver->diag);
        return 1;
    }
    if (include || links) {
        oc_compile_clang_words(command, &driver->toolchain, include, links, &words);
    } else {
        oc_args_add(&words, driver->toolchain.tools.clang);
        if (command->ours)
            oc_command_clang_words(command, &words);
        else
            oc_args_add_all(&words, command->original, command->original_count);
    }
    if (!restore_piped(driver))
        return 1;
    return command->time_trace ? run_traced(driver, &words) : exec_clang(driver, &words);
}

// ---- Information -------------------------------------------------------------------------------

static bool has_option(const struct driver *driver, enum oc_meaning meaning) {
    for (size_t i = 0; i < driver->command.arguments.count; i++)
        if (driver->command.arguments.items[i].meaning == meaning)
            return true;
    return false;
}

// clang's own words come first: programs that look for a compiler's kind read the first line.
static int print_version(struct driver *driver) {
    struct oc_process process;
    struct oc_args words = {.arena = &driver->arena};
    struct oc_text none = {.arena = &driver->arena};
    sigset_t mask;
    sigprocmask(SIG_SETMASK, NULL, &mask);
    oc_args_add(&words, driver->toolchain.tools.clang);
    oc_command_clang_words(&driver->command, &words);
    struct oc_program program = {.path = words.items[0], .argv = words.items};
    int error = oc_spawn(NULL, &program, false, &mask, &process);
    if (error) {
        oc_error(&driver->diag, "cannot run '%s': %s", words.items[0], strerror(error));
        return 1;
    }
    int result = oc_process_wait(&process, &none);
    if (result == 0)
        puts("offloadcc " OC_VERSION);
    return result;
}

// The compiler does what is to be done to the cache.
static int visit_cache(struct driver *driver, const char *action) {
    struct oc_cachedir cachedir;
    struct oc_args words = {.arena = &driver->arena};
    if (!oc_cachedir_find(&driver->arena, &driver->command, &driver->diag, &cachedir))
        return 1;
    if (!cachedir.path) {
        oc_error(&driver->diag, "the cache of compiled device code is turned off");
        return 1;
    }
    oc_args_add(&words, driver->toolchain.compiler);
    oc_args_add(&words, "cache");
    oc_cachedir_add(&cachedir, &words);
    oc_args_printf(&words, "--format=%s", action);
    return exec_clang(driver, &words);
}

static int inform(struct driver *driver) {
    if (has_option(driver, OC_MEAN_CACHE_CLEAR))
        return visit_cache(driver, "clear");
    if (has_option(driver, OC_MEAN_CACHE_STATISTICS))
        return visit_cache(driver, "statistics");
    bool config = has_option(driver, OC_MEAN_CONFIG),
         targets = has_option(driver, OC_MEAN_PRINT_TARGETS);
    if (config || targets) {
        oc_toolchain_find_tools(&driver->arena, &driver->toolchain);
        if (config) {
            oc_toolchain_print_config(&driver->arena, &driver->toolchain, stdout);
            oc_mathlibs_print(&driver->arena, &driver->command, stdout);
        }
        if (targets)
            oc_toolchain_print_targets(&driver->arena, &driver->toolchain, stdout);
        return fflush(stdout) == 0 ? 0 : 1;
    }
    if (has_option(driver, OC_MEAN_VERSION) && !driver->command.dry_run)
        return print_version(driver);
    if (has_option(driver, OC_MEAN_HELP))
        oc_options_help(stdout);
    return become_clang(driver, false, false);
}

// ---- Compiling ---------------------------------------------------------------------------------

static bool may_hold_kernels(struct driver *driver, const struct oc_probe *probe,
                             const struct oc_input *input) {
    if (input->language != OC_LANGUAGE_C && input->language != OC_LANGUAGE_PREPROCESSED &&
        input->language != OC_LANGUAGE_CXX)
        return false;
    if (!oc_command_is_piped(input->path))
        return oc_probe_source(probe, input->path, input->language, NULL);
    if (input->language == OC_LANGUAGE_CXX)
        return false;
    struct oc_piped *piped = &driver->piped;
    const char *path = strcmp(input->path, "-") == 0 ? "/dev/stdin" : input->path;
    if (!piped->argument && oc_file_read(&driver->arena, path, &piped->text) == 0)
        piped->argument = input->argument;
    return piped->argument == input->argument &&
           oc_probe_source(probe, input->path, input->language, &piped->text);
}

// Headers to be precompiled; and C++ from a pipe, and other languages of clang's.
static bool may_include_header(const struct oc_input *input) {
    return (input->language == OC_LANGUAGE_HEADER || input->language == OC_LANGUAGE_OTHER ||
            input->language == OC_LANGUAGE_CXX || oc_language_is_gpu(input->language)) &&
           !oc_command_is_piped(input->path);
}

// --device-only and no kernels: there is nothing to do, unless clang has to say that a file is
// missing.
static int compile_nothing(struct driver *driver) {
    const struct oc_command *command = &driver->command;
    bool readable = command->input_count > 0;
    for (size_t i = 0; i < command->input_count; i++)
        readable &=
            strcmp(command->inputs[i].path, "-") == 0 || access(command->inputs[i].path, R_OK) == 0;
    return readable ? 0 : become_clang(driver, false, false);
}

static bool owns_offload_link(struct driver *driver) {
    const struct oc_command *command = &driver->command;
    return command->offload_link && command->phase == OC_PHASE_LINK && !command->gpu_sources &&
           !command->openmp_targets && !command->openmp_regions &&
           (command->artifacts || oc_probe_link_units(&driver->arena, command));
}

// --offload-link without -r makes an object of device code alone.
static bool check_offload_link(struct driver *driver) {
    const struct oc_command *command = &driver->command;
    for (size_t i = 0; i < command->input_count; i++)
        if (command->inputs[i].language != OC_LANGUAGE_OBJECT) {
            oc_error(&driver->diag,
                     "'--offload-link' links the device code of objects and libraries; compile "
                     "'%s' first, with '-c', and name its object",
                     command->inputs[i].path);
            return false;
        }
    if (!command->output)
        oc_error(&driver->diag,
                 "'--offload-link' needs '-o': the object to make, which is to be linked together "
                 "with the objects that it is made of");
    return command->output != NULL;
}

static int compile_inputs(struct driver *driver) {
    const struct oc_command *command = &driver->command;
    if (command->mode == OC_MODE_OTHER ||
        command->incomplete) // what we add at the end would be taken for its value
        return become_clang(driver, false, false);
    struct oc_probe probe;
    oc_probe_init(&probe, &driver->arena, command, driver->toolchain.clang_headers);
    const struct oc_input **candidates =
        OC_NEW_ARRAY(&driver->arena, command->input_count, const struct oc_input *);
    size_t count = 0;
    bool piped = false;
    for (size_t i = 0; i < command->input_count; i++)
        if (may_hold_kernels(driver, &probe, &command->inputs[i])) {
            candidates[count++] = &command->inputs[i];
            piped |= command->inputs[i].argument == driver->piped.argument;
        }
    if (!oc_gpusources_check(&driver->arena, command, &probe, &driver->diag))
        return 1;
    driver->command.openmp_regions =
        oc_offloading_regions(&driver->arena, command, &probe, &driver->piped);
    bool reports = command->phase == OC_PHASE_SYNTAX && command->report;
    bool links = !count && command->phase == OC_PHASE_LINK && !command->relocatable &&
                 !command->no_libraries && oc_probe_link(&driver->arena, command);
    bool links_device = !count && command->phase == OC_PHASE_LINK &&
                        (links || command->relocatable || command->no_libraries) &&
                        oc_probe_link_units(&driver->arena, command);
    driver->command.own_offload_link = owns_offload_link(driver);
    if (command->own_offload_link && !command->relocatable && !check_offload_link(driver))
        return 1;
    links_device |= !count && command->own_offload_link && command->artifacts;
    if ((count && (command->phase >= OC_PHASE_ASSEMBLY || reports)) || links_device) {
        struct oc_plan plan = {
            .arena = &driver->arena,
            .diag = &driver->diag,
            .command = command,
            .toolchain = &driver->toolchain,
            .links_device = links_device,
        };
        return oc_compile(&plan, candidates, count, piped ? &driver->piped : NULL);
    }
    if (command->stage == OC_STAGE_DEVICE && command->phase >= OC_PHASE_ASSEMBLY &&
        !oc_command_stage_is_clangs(command))
        return compile_nothing(driver);
    bool include = false;
    for (size_t i = 0; i < count; i++)
        include |= candidates[i]->language != OC_LANGUAGE_PREPROCESSED;
    for (size_t i = 0; i < command->input_count && !include; i++)
        include = may_include_header(&command->inputs[i]) &&
                  oc_probe_source(&probe, command->inputs[i].path, OC_LANGUAGE_C, NULL);
    return become_clang(driver, include, links);
}

int main(int argc, char **argv) {
    struct driver driver = {.diag = {.stream = stderr, .tool = "offloadcc"}};
    const char *name = argc > 0 ? argv[0] : "offloadcc";
    size_t count = argc > 1 ? (size_t)argc - 1 : 0;
    int result = 1;
    signal(SIGCHLD, SIG_DFL); // ignored by who started us, no child would tell how it ended
    if (oc_command_read(&driver.arena, name, (const char *const *)argv + (argc > 0), count,
                        &driver.diag, &driver.command)) {
        oc_toolchain_init(&driver.arena, &driver.toolchain);
        driver.toolchain.called = oc_called_name(name, &driver.command.arguments);
        result = driver.command.phase == OC_PHASE_INFORMATION ? inform(&driver)
                                                              : compile_inputs(&driver);
    }
    oc_arena_release(&driver.arena);
    return result;
}
