#include "driver/plan_link.h"

#include "base/file.h"
#include "base/response.h"
#include "driver/memo.h"
#include "driver/plan_jobs.h"
#include "driver/plan_join.h"
#include "driver/probe.h"

#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool oc_plan_is_link(const struct oc_args *command) {
    const char *program = oc_base_name(command->items[0]);
    return strcmp(program, "ld") == 0 || strstr(program, "lld") || strstr(program, "ld.") ||
           strcmp(program, "mold") == 0;
}

void oc_plan_report_static(struct oc_diag *diag) {
    oc_error(diag, "a program with kernels cannot be linked statically: it runs them by libomp and "
                   "libomptarget, which are shared libraries only; leave out '-static' or "
                   "'-static-pie'");
}

bool oc_plan_check_link(const struct oc_plan *plan) {
    const struct oc_command *command = plan->command;
    if (command->phase != OC_PHASE_LINK || command->stage == OC_STAGE_DEVICE ||
        !command->static_link)
        return true;
    oc_plan_report_static(plan->diag);
    return false;
}

// ---- The files that the linker reads -----------------------------------------------------------

struct files {
    struct oc_plan *plan;
    struct oc_args *out; // --file=PATH, --whole-file=PATH, --takes-first
    struct oc_args dirs;
    bool whole, is_static;
    bool outer[16]; // is_static, at each --push-state
    unsigned depth;
    unsigned opened; // response files and scripts
};

enum { MOST_OPENED = 1000, LARGEST_TEXT = 1 << 26 };

static void add_words(struct files *files, const struct oc_args *words, size_t first);

static bool is_file(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

// A name in a linker script.
static bool add_named(void *context, enum oc_script_name kind, const char *name, size_t length) {
    struct files *files = context;
    struct oc_arena *arena = files->plan->arena;
    struct oc_args words = {.arena = arena};
    const char *word = oc_arena_strndup(arena, name, length), *found = word;
    if (kind == OC_SCRIPT_DIR) {
        oc_args_add(&files->dirs, word);
        return false;
    }
    for (size_t i = 0; i < files->dirs.count && word[0] != '-' && !is_file(found); i++)
        found = oc_arena_printf(arena, "%s/%s", files->dirs.items[i], word);
    oc_args_add(&words, found);
    add_words(files, &words, 0);
    return false;
}

// An object, an archive, a shared library; or a linker script, which names others.
static void add_file(struct files *files, const char *path) {
    struct oc_bytes text;
    unsigned char start[8] = {0};
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
    ssize_t length = fd < 0 ? 0 : read(fd, start, sizeof start);
    if (fd >= 0)
        close(fd);
    if (length < (ssize_t)sizeof start || start[0] == 0x7f || memcmp(start, "!<", 2) == 0 ||
        memcmp(start, "BC", 2) == 0) {
        oc_args_printf(files->out, files->whole ? "--whole-file=%s" : "--file=%s", path);
        return;
    }
    if (files->opened++ < MOST_OPENED &&
        oc_file_read_regular(files->plan->arena, AT_FDCWD, path, LARGEST_TEXT, &text) == 0)
        oc_probe_script(text.data, text.length, add_named, files);
}

// In the first directory that has the library: the shared one, unless -Bstatic came before.
static void add_library(struct files *files, const char *name) {
    struct oc_arena *arena = files->plan->arena;
    for (size_t i = 0; i < files->dirs.count; i++) {
        const char *dir = files->dirs.items[i];
        const char *shared = oc_arena_printf(arena, "%s/lib%s.so", dir, name);
        const char *archive = name[0] == ':' ? oc_arena_printf(arena, "%s/%s", dir, name + 1)
                                             : oc_arena_printf(arena, "%s/lib%s.a", dir, name);
        const char *found = name[0] != ':' && !files->is_static && is_file(shared) ? shared
                            : is_file(archive)                                     ? archive
                                                                                   : NULL;
        if (!found)
            continue;
        add_file(files, found);
        return;
    }
}

static void add_response(struct files *files, const char *path) {
    struct oc_bytes text;
    struct oc_args words = {.arena = files->plan->arena};
    if (files->opened++ >= MOST_OPENED ||
        oc_file_read_regular(files->plan->arena, AT_FDCWD, path, LARGEST_TEXT, &text) != 0)
        return;
    oc_response_split(files->plan->arena, text.data, text.length, &words);
    add_words(files, &words, 0);
}

// One dash or two.
static bool is_option(const char *word, const char *name) {
    return word[0] == '-' && strcmp(word + 1 + (word[1] == '-'), name) == 0;
}

static bool is_one_of(const char *word, const char *const *names) {
    while (*names && !is_option(word, *names))
        names++;
    return *names != NULL;
}

// An option that changes how later files are taken.
static bool change_state(struct files *files, const char *word) {
    static const char *const statics[] = {"Bstatic", "dn", "non_shared", "static", NULL};
    static const char *const dynamics[] = {"Bdynamic", "dy", "call_shared", NULL};
    if (is_option(word, "whole-archive"))
        files->whole = true;
    else if (is_option(word, "no-whole-archive"))
        files->whole = false;
    else if (is_option(word, "push-state") && files->depth < 16)
        files->outer[files->depth++] = files->is_static;
    else if (is_option(word, "pop-state") && files->depth)
        files->is_static = files->outer[--files->depth];
    else if (is_one_of(word, statics))
        files->is_static = true;
    else if (is_one_of(word, dynamics))
        files->is_static = false;
    else
        return false;
    return true;
}

static bool takes_first(const char *word, const char *next) {
    return is_option(word, "allow-multiple-definition") || strcmp(word, "-zmuldefs") == 0 ||
           (strcmp(word, "-z") == 0 && strcmp(next, "muldefs") == 0);
}

static void add_words(struct files *files, const struct oc_args *words, size_t first) {
    static const char *const with_value[] = {
        "o", "dynamic-linker", "plugin", "version-script", "Map", NULL};
    for (size_t i = first; i < words->count; i++)
        if (oc_starts_with(words->items[i], "-L"))
            oc_args_add(&files->dirs, words->items[i] + 2);
    for (size_t i = first; i < words->count; i++) {
        const char *word = words->items[i];
        const char *next = i + 1 < words->count ? words->items[i + 1] : "";
        if (change_state(files, word))
            continue;
        if (oc_starts_with(word, "-l"))
            add_library(files, word + 2);
        else if (oc_starts_with(word, "--library="))
            add_library(files, word + strlen("--library="));
        else if (word[0] == '@')
            add_response(files, word + 1);
        else if (takes_first(word, next))
            oc_args_add(files->out, "--takes-first");
        else if (is_one_of(word, with_value))
            i++;
        else if (word[0] != '-' && is_file(word))
            add_file(files, word);
    }
}

// Of clang's command for the linker.
static void find_files(struct oc_plan *plan, const struct oc_args *link, struct oc_args *out) {
    struct files files = {.plan = plan, .out = out, .dirs = {.arena = plan->arena}};
    add_words(&files, link, 1);
}

static struct oc_job *add_finding(struct oc_plan *plan, struct oc_graph *graph,
                                  const struct oc_args *link, const char *directory) {
    struct oc_job *job = oc_graph_add(graph, "device link (finding units)");
    mkdir(directory, 0777);
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, "link");
    oc_args_printf(&job->argv, "--out=%s", directory);
    find_files(plan, link, &job->argv);
    oc_cachedir_add(&plan->cache, &job->argv);
    if (plan->cache.path)
        oc_plan_add_link_tools(plan, &job->argv);
    oc_plan_add_embedding(plan, &job->argv);
    if (!plan->command->inlines_across)
        oc_args_add(&job->argv, "--apart");
    if (plan->command->own_offload_link && plan->command->artifacts)
        oc_args_printf(&job->argv, "--artifacts=%s", plan->command->artifacts);
    oc_plan_add_diagnostics(plan, &job->argv);
    for (size_t i = 0; i < plan->command->warnings.count; i++)
        oc_args_printf(&job->argv, "--warning=%s", plan->command->warnings.items[i]);
    job->explains = true;
    return job;
}

// ---- Components --------------------------------------------------------------------------------

struct component {
    struct oc_unit_plan *unit; // for the names of its files and messages
    struct oc_args members;
    struct oc_linked_arch *archs;
    size_t arch_count;
    const char *key;             // under which the cache keeps what is made of it, or NULL
    bool is_taken, cpu_is_taken; // it was taken from the cache; with code for the CPU
};

static struct oc_unit_plan *make_unit(struct oc_plan *plan, const char *directory,
                                      const char *number) {
    struct oc_unit_plan *unit = OC_NEW(plan->arena, struct oc_unit_plan);
    unit->directory = oc_arena_printf(plan->arena, "%s/%s", directory, number);
    const char *output = oc_query_value(plan->link, "-o");
    unit->base = oc_arena_printf(plan->arena, "%s-device-%s",
                                 output ? oc_base_name(output) : "a.out", number);
    unit->strategy = plan->strategy;
    unit->messages.shown.arena = plan->arena;
    mkdir(unit->directory, 0777);
    return unit;
}

static void add_arch(struct oc_plan *plan, struct component *component, const char *arch,
                     bool for_cpu) {
    struct oc_linked_arch *archs =
        OC_NEW_ARRAY(plan->arena, component->arch_count + 1, struct oc_linked_arch);
    if (component->arch_count)
        memcpy(archs, component->archs, component->arch_count * sizeof *archs);
    archs[component->arch_count++] = (struct oc_linked_arch){
        .arch = arch, .for_cpu = for_cpu, .options = {.arena = plan->arena}};
    component->archs = archs;
}

// Reads a line of the plan.
static void read_line(struct oc_plan *plan, const char *directory, const char *word,
                      const char *value, struct component **components, size_t *count) {
    if (strcmp(word, "component") == 0) {
        struct component *all = OC_NEW_ARRAY(plan->arena, *count + 1, struct component);
        if (*count)
            memcpy(all, *components, *count * sizeof *all);
        all[*count].unit = make_unit(plan, directory, value);
        all[(*count)++].members.arena = plan->arena;
        *components = all;
        return;
    }
    struct component *last = *count ? &(*components)[*count - 1] : NULL;
    if (!last)
        return;
    if (strcmp(word, "object") == 0 && !last->unit->name)
        last->unit->name = last->unit->path = value;
    else if (strcmp(word, "member") == 0)
        oc_args_add(&last->members, value);
    else if (strcmp(word, "arch") == 0 || strcmp(word, "cpu") == 0)
        add_arch(plan, last, value, word[0] == 'c');
    else if (strcmp(word, "key") == 0)
        last->key = value;
    else if (strcmp(word, "taken") == 0)
        last->is_taken = true;
    else if (strcmp(word, "taken-cpu") == 0)
        last->cpu_is_taken = true;
    else if (strcmp(word, "option") == 0 && last->arch_count)
        oc_args_add(&last->archs[last->arch_count - 1].options, value);
}

static bool read_plan(struct oc_plan *plan, const char *directory, struct component **components,
                      size_t *count) {
    struct oc_bytes text;
    const char *path = oc_arena_printf(plan->arena, "%s/plan", directory);
    *components = NULL;
    *count = 0;
    if (!oc_file_read_or_report(plan->arena, path, "plan", plan->diag, &text))
        return false;
    for (const char *line = text.data; *line;) {
        size_t length = strcspn(line, "\n"), word = strcspn(line, " \n");
        const char *value =
            word < length ? oc_arena_strndup(plan->arena, line + word + 1, length - word - 1) : "";
        read_line(plan, directory, oc_arena_strndup(plan->arena, line, word), value, components,
                  count);
        line += length + (line[length] != 0);
    }
    return true;
}

// The code for the CPU that is compiled for the host's objects; NULL: the component needs none.
static const struct oc_linked_arch *component_cpu(const struct component *component) {
    size_t i = 0;
    while (i < component->arch_count && !component->archs[i].for_cpu)
        i++;
    return i < component->arch_count ? &component->archs[i] : NULL;
}

// The path of the object that has the kernels' code for the CPU; NULL: the component has no such
// object.
static const char *cpu_object(const struct oc_plan *plan, const struct component *component,
                              const char *directory, size_t number) {
    if (component->cpu_is_taken)
        return oc_arena_printf(plan->arena, "%s/%zu.cpu.o", directory, number);
    return component_cpu(component) ? oc_plan_cpu_object(plan, component->unit) : NULL;
}

// An image for the host's architecture is compiled from the same code. Its object may serve the
// host too.
static void share_code(const struct component *component) {
    bool has_cpu = component_cpu(component) != NULL;
    for (size_t i = 0; i < component->arch_count && has_cpu; i++) {
        struct oc_linked_arch *arch = &component->archs[i];
        arch->shares_code = !arch->for_cpu && oc_target_of_arch(arch->arch)->is_host_cpu;
    }
}

// Adds a component's jobs. Returns the last one, which makes `object`.
static struct oc_job *add_component(struct oc_plan *plan, const struct component *component,
                                    const char *object) {
    struct oc_job **last = OC_NEW_ARRAY(plan->arena, component->arch_count + 1, struct oc_job *);
    share_code(component);
    for (size_t i = 0; i < component->arch_count; i++) {
        struct oc_linked_arch *arch = &component->archs[i];
        for (size_t j = 0; j < i && arch->for_cpu; j++)
            if (component->archs[j].shares_code)
                arch->image = last[j];
        last[i] = oc_plan_join(plan, component->unit, &component->members, arch);
    }
    struct oc_job *job = oc_plan_add_job(plan, component->unit, "images", NULL);
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, "linked");
    for (size_t i = 0; i < component->members.count; i++)
        oc_args_printf(&job->argv, "--member=%s", component->members.items[i]);
    for (size_t i = 0; i < component->arch_count; i++) {
        if (!component->archs[i].for_cpu)
            oc_plan_add_joined(plan, component->unit, component->archs[i].arch, job);
        oc_graph_wait(&plan->graph, job, last[i]);
    }
    oc_plan_add_embedding(plan, &job->argv);
    oc_cachedir_add(&plan->cache, &job->argv);
    oc_plan_add_link_key(plan, component->unit, component->key, component_cpu(component) != NULL,
                         &job->argv);
    oc_args_add(&job->argv, "--triple=x86_64-unknown-linux-gnu");
    oc_args_add(&job->argv, "--opt=2");
    oc_args_add(&job->argv, "--relocation=pic");
    oc_args_add(&job->argv, "--cpu=x86-64");
    oc_args_printf(&job->argv, "--out-object=%s", object);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_args_add(&job->outputs, object);
    return job;
}

// An object that -r made is complete: a later link is not to link its device code again.
static void add_completion(struct oc_plan *plan, const char *object, const struct oc_job *linker) {
    struct oc_job *job = oc_graph_add(&plan->graph, "'objcopy'");
    oc_args_add(&job->argv,
                plan->toolchain->tools.objcopy ? plan->toolchain->tools.objcopy : "objcopy");
    oc_args_add(&job->argv, "--remove-section=.offloadcc.device");
    oc_args_add(&job->argv, object);
    oc_args_add(&job->outputs, object);
    oc_graph_wait(&plan->graph, job, linker);
}

// --offload-link: the last job makes one object of all components' objects. Without components,
// that object is empty.
static void add_joining(struct oc_plan *plan, const struct oc_args *objects,
                        struct oc_job *const *makers, size_t count) {
    static const char *const nothing[] = {"-c", "-x", "c", "/dev/null"};
    const struct oc_tools *tools = &plan->toolchain->tools;
    struct oc_job *job = oc_graph_add(&plan->graph, "linker command");
    const char *output = plan->command->output;
    oc_args_add(&job->argv, !objects->count ? tools->clang : tools->ld ? tools->ld : "ld");
    if (objects->count)
        oc_args_add(&job->argv, "-r");
    else
        oc_args_add_all(&job->argv, nothing, sizeof nothing / sizeof *nothing);
    oc_args_add_all(&job->argv, objects->items, objects->count);
    oc_args_add(&job->argv, "-o");
    oc_args_add(&job->argv, output);
    oc_args_add(&job->outputs, output);
    for (size_t i = 0; i < count; i++)
        if (makers[i])
            oc_graph_wait(&plan->graph, job, makers[i]);
}

// Before the first input, so that it can ask for archives' members: after the words "-o FILE".
static void add_link(struct oc_plan *plan, const struct oc_args *objects,
                     struct oc_job *const *makers, size_t count) {
    struct oc_job *job = oc_graph_add(&plan->graph, "linker command");
    job->argv.arena = plan->arena;
    for (size_t i = 0; i < plan->link->count; i++) {
        oc_args_add(&job->argv, plan->link->items[i]);
        if (i > 0 && strcmp(plan->link->items[i - 1], "-o") == 0)
            oc_args_add_all(&job->argv, objects->items, objects->count);
    }
    const char *output = oc_query_value(plan->link, "-o");
    if (output && strcmp(output, "-") != 0)
        oc_args_add(&job->outputs, output);
    for (size_t i = 0; i < count; i++)
        if (makers[i])
            oc_graph_wait(&plan->graph, job, makers[i]);
    if (plan->command->relocatable)
        add_completion(plan, output, job);
}

// ---- The last link -----------------------------------------------------------------------------

// Where the job that is begun early writes the units.
static const char *early_directory(const struct oc_plan *plan) {
    return oc_arena_printf(plan->arena, "%s/link", plan->temp.path);
}

// The memo's question: which link it is. The memo's answer is a guess, which is compared with
// clang's answer.
static struct oc_args question(const struct oc_plan *plan) {
    struct oc_args words = {.arena = plan->arena};
    oc_args_add(&words, "link");
    oc_args_add_all(&words, plan->query_job->argv.items, plan->query_job->argv.count);
    return words;
}

void oc_plan_link_begin(struct oc_plan *plan) {
    const struct oc_command *command = plan->command;
    if (!plan->links_device || plan->unit_count || command->verbose || command->dry_run ||
        command->phases || !plan->cache.path)
        return;
    struct oc_args words = question(plan);
    plan->last_link = oc_memo_read(plan->arena, &plan->cache, &words);
    if (!plan->last_link.count)
        return;
    plan->finding = add_finding(plan, &plan->questions, &plan->last_link, early_directory(plan));
    plan->finding->messages = OC_MESSAGES_KEEP;
    plan->finding->may_fail = plan->finding->quiet = true;
}

static bool is_last_link(const struct oc_plan *plan) {
    const struct oc_args *last = &plan->last_link, *now = plan->link;
    size_t i = 0;
    while (i < last->count && i < now->count && strcmp(last->items[i], now->items[i]) == 0)
        i++;
    return i == last->count && i == now->count;
}

// Whether the job that was begun early has found this link's units, and has nothing to say.
static bool units_are_found(const struct oc_plan *plan) {
    const struct oc_job *job = plan->finding;
    return job && job->state == OC_JOB_DONE && job->exit_code == 0 && !job->text.length &&
           is_last_link(plan);
}

static void remember_link(struct oc_plan *plan) {
    if (plan->unit_count || is_last_link(plan))
        return;
    struct oc_args words = question(plan);
    oc_memo_write(plan->arena, &plan->cache, &words, plan->link);
}

// ---- All together ------------------------------------------------------------------------------

// Sets *directory to where the units are.
static int find_units(struct oc_plan *plan, const char **directory) {
    struct oc_graph finding = {.arena = plan->arena};
    *directory = early_directory(plan);
    if (units_are_found(plan))
        return 0;
    if (plan->finding)
        *directory = oc_arena_printf(plan->arena, "%s-again", *directory);
    add_finding(plan, &finding, plan->link, *directory);
    return oc_run_graph(&plan->runner, &finding);
}

// Finds the units, and plans the rest. Returns 0, or the exit code.
static int plan_jobs(struct oc_plan *plan) {
    const char *directory;
    struct component *components;
    struct oc_args objects = {.arena = plan->arena};
    size_t count;
    int result = find_units(plan, &directory);
    if (result)
        return result;
    if (!read_plan(plan, directory, &components, &count))
        return 1;
    struct oc_job **makers = OC_NEW_ARRAY(plan->arena, count, struct oc_job *);
    for (size_t i = 0; i < count; i++) {
        oc_args_printf(&objects, "%s/%zu.o", directory, i);
        if (!components[i].is_taken)
            makers[i] = add_component(plan, &components[i], objects.items[i]);
    }
    for (size_t i = 0; i < count; i++) {
        const char *cpu = cpu_object(plan, &components[i], directory, i);
        if (cpu)
            oc_args_add(&objects, cpu);
    }
    if (plan->command->own_offload_link && !plan->command->relocatable)
        add_joining(plan, &objects, makers, count);
    else
        add_link(plan, &objects, makers, count);
    return 0;
}

int oc_plan_link(struct oc_plan *plan) {
    struct oc_graph done = plan->graph;
    plan->graph = (struct oc_graph){.arena = plan->arena};
    oc_jobserver_ignore_closed(&plan->runner.jobserver);
    int result = plan_jobs(plan);
    if (!result)
        result = oc_run_graph(&plan->runner, &plan->graph);
    if (!result)
        remember_link(plan);
    plan->linking = plan->graph;
    plan->graph = done;
    return result;
}

void oc_plan_link_print(struct oc_plan *plan) {
    if (!plan->link)
        return;
    struct oc_graph done = plan->graph;
    plan->graph = (struct oc_graph){.arena = plan->arena};
    if (!done.count && plan_jobs(plan) == 0)
        oc_graph_print(&plan->graph, plan->diag->stream);
    else
        oc_graph_print_command(plan->link, plan->diag->stream);
    plan->linking = plan->graph;
    plan->graph = done;
}
