// The jobs of one source with kernels; see docs/ARCHITECTURE.md for their order.
#include "driver/frontend.h"
#include "driver/plan.h"

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

// ---- The files of a device pass ----------------------------------------------------------------

// The files that one architecture's jobs make.
struct device_files {
    const char *depfile, *front, *bitcode, *code, *assembly, *image, *usage;
    const char *object; // that the host's object may share; or NULL
    const char *key;    // of what may be kept; NULL: nothing is
    bool has_image;
};

static bool wants_assembly(const struct oc_command *command) {
    return command->save_temps ||
           (command->stage == OC_STAGE_DEVICE && command->phase == OC_PHASE_ASSEMBLY);
}

static bool keeps_code(const struct oc_plan *plan) {
    return plan->cache.path && !plan->command->save_temps;
}

static struct device_files device_files(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                        const char *arch) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct device_files files = {
        .depfile = oc_arena_printf(plan->arena, "%s/%s.d", unit->directory, arch),
        .front = oc_plan_temp(plan, unit, arch, "fe.bc"),
        .bitcode = oc_plan_temp(plan, unit, arch, "bc"),
        .code = oc_plan_temp(plan, unit, arch, target->emits_text ? target->text_suffix : "o"),
        .image = oc_plan_temp(plan, unit, arch, target->image_suffix),
        .usage = oc_plan_temp(plan, unit, arch, "usage.json"),
    };
    struct oc_args unused = {.arena = plan->arena};
    files.has_image = !target->add_image_command(&unused, &plan->toolchain->tools, arch, "", "");
    // Kept files are to be all there.
    if (keeps_code(plan))
        files.key = oc_plan_temp(plan, unit, arch, "key");
    if (target->emits_text)
        files.assembly = files.code;
    else if (wants_assembly(plan->command))
        files.assembly = oc_plan_temp(plan, unit, arch, target->text_suffix);
    if (target->entry_runs_grid)
        files.object = files.code;
    return files;
}

// What `scan` and `collect` are told of them.
static void add_device_files(const struct device_files *files, const char *arch,
                             struct oc_args *out) {
    oc_args_printf(out, "--target=%s", arch);
    oc_args_printf(out, "--bc=%s", files->bitcode);
    oc_args_printf(out, "--usage=%s", files->usage);
    oc_args_printf(out, "--depfile=%s", files->depfile);
    if (files->assembly)
        oc_args_printf(out, "--code=%s", files->assembly);
    if (files->has_image)
        oc_args_printf(out, "--image=%s", files->image);
    if (files->object)
        oc_args_printf(out, "--object=%s", files->object);
    if (files->key)
        oc_args_printf(out, "--key=%s", files->key);
}

// Where the key of a source is (src/sourcekey.h), between the scan and `collect`.
static const char *source_key(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/source.key", unit->directory);
}

// The scan takes device code from the cache, where it finds that it knows it.
static void add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                       struct oc_args *out) {
    const struct oc_args *archs = &plan->archs.names;
    const struct oc_toolchain *toolchain = plan->toolchain;
    if (!keeps_code(plan) || plan->command->stage == OC_STAGE_HOST || !archs->count)
        return;
    oc_cachedir_add(&plan->cache, out);
    oc_args_printf(out, "--source-key=%s", source_key(plan, unit));
    oc_args_printf(out, "--tool=%s", toolchain->tools.clang);
    oc_args_printf(out, "--tool=%s", toolchain->compiler);
    if (toolchain->tools.ld)
        oc_args_printf(out, "--tool=%s", toolchain->tools.ld);
    if (toolchain->tools.lld)
        oc_args_printf(out, "--tool=%s", toolchain->tools.lld);
    if (toolchain->tools.ptxas)
        oc_args_printf(out, "--tool=%s", toolchain->tools.ptxas);
    for (size_t i = 0; i < archs->count; i++) {
        const struct oc_target *target = oc_target_of_arch(archs->items[i]);
        const char *libclc = oc_toolchain_libclc(plan->arena, toolchain, target);
        struct device_files files = device_files(plan, unit, archs->items[i]);
        oc_args_printf(out, "--tool=%s", oc_toolchain_builtins(plan->arena, toolchain, target));
        if (libclc)
            oc_args_printf(out, "--tool=%s", libclc);
        add_device_files(&files, archs->items[i], out);
    }
}

static const char *language_name(enum oc_language language) {
    return language == OC_LANGUAGE_PREPROCESSED ? "cpp-output" : "c";
}

static void add_diagnostics(const struct oc_plan *plan, struct oc_args *argv) {
    if (plan->command->color)
        oc_args_add(argv, "--color");
    if (plan->command->warnings_as_errors)
        oc_args_add(argv, "--werror");
    if (plan->command->no_warnings)
        oc_args_add(argv, "--no-warnings");
}

// What the user said of our warnings.
static void add_warnings(const struct oc_plan *plan, struct oc_args *argv) {
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
    default:
        return !(argument->forward & (OC_FORWARD_OURS | OC_FORWARD_LINK | OC_FORWARD_DEPENDENCY));
    }
}

// -Wp,-MD,FILE is a dependency option in a preprocessor option's clothes.
static bool is_dependency(const struct oc_argument *argument) {
    return argument->meaning == OC_MEAN_PREPROCESSOR_ARGUMENTS && argument->value &&
           oc_starts_with(argument->value, "-M");
}

// The options of the scan's parse, behind all others.
static void add_parse_options(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                              struct oc_args *out) {
    const struct oc_arguments *arguments = &plan->command->arguments;
    oc_args_add(out, "--");
    for (size_t i = 0; i < arguments->count; i++)
        if (concerns_scan(&arguments->items[i]) && !is_dependency(&arguments->items[i]))
            oc_command_add(&arguments->items[i], out);
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
    add_diagnostics(plan, out);
    add_warnings(plan, out);
    add_recall(plan, unit, out);
    add_parse_options(plan, unit, out);
}

static struct oc_job *add_job(struct oc_plan *plan, struct oc_unit_plan *unit, const char *name,
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

static void add_step(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job,
                     const char *step) {
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, step);
    oc_args_printf(&job->argv, "--unit=%s/unit.json", unit->directory);
}

// What comes of clang's own command, or is seen outside, waits for clang's answer, where that is
// still to come (plan_guess.c), unless it is there already.
static void wait_for_answer(struct oc_plan *plan, struct oc_job *job) {
    if (!job->unless || access(job->unless, F_OK) != 0)
        oc_graph_wait(&plan->graph, job, plan->query_job);
}

// What identifies a unit's artifacts: both stages must agree on it.
static void add_identity(const struct oc_plan *plan, struct oc_job *job, const char *artifacts) {
    oc_args_printf(&job->argv, "--artifacts=%s", artifacts);
    const struct oc_arguments *arguments = &plan->command->arguments;
    for (size_t i = 0; i < arguments->count; i++) {
        const struct oc_argument *argument = &arguments->items[i];
        if (!(argument->forward & OC_FORWARD_DEVICE) || is_dependency(argument))
            continue;
        // `-I dir` and `-Idir` are the same.
        if (argument->option->kind == OC_KIND_EITHER && argument->value)
            oc_args_printf(&job->argv, "--option=%s%s", argument->option->name, argument->value);
        else
            for (size_t w = 0; w < argument->word_count; w++)
                oc_args_printf(&job->argv, "--option=%s", argument->words[w]);
    }
}

static void add_source(struct oc_unit_plan *unit, struct oc_job *job) {
    oc_args_printf(&job->argv, "--source=%s", unit->path);
    oc_args_printf(&job->argv, "--lang=%s", language_name(unit->language));
}

static struct oc_frontend frontend(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                   const char *overlay, const char *output) {
    return (struct oc_frontend){
        .cc1 = unit->cc1,
        .source = unit->path,
        .overlay = oc_arena_printf(plan->arena, "%s/%s.yaml", unit->directory, overlay),
        .output = output,
        .color = plan->command->color,
    };
}

// ---- The device pass ---------------------------------------------------------------------------

// Code for the CPU takes longest, and most of the host's steps come after it.
static bool is_urgent(const char *arch) {
    return oc_target_of_arch(arch)->entry_runs_grid;
}

static struct oc_job *add_device_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                          const char *arch, const struct device_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = add_job(plan, unit, "device front end", arch);
    job->repeats = true;
    job->urgent = is_urgent(arch);
    const char *overlay = oc_arena_printf(plan->arena, "device-%s", target->name);
    struct oc_frontend what = frontend(plan, unit, overlay, files->front);
    oc_frontend_device(&what, target, arch, files->depfile, &job->argv);
    oc_args_add(&job->outputs, files->front);
    oc_args_add(&job->outputs, files->depfile);
    job->unless = files->key ? files->bitcode : NULL;
    job->taints = source_key(plan, unit);
    wait_for_answer(plan, job);
    return job;
}

// The device step's options about what is kept from one build to the next.
static void add_cache(struct oc_plan *plan, const char *arch, const struct device_files *files,
                      struct oc_args *argv) {
    struct oc_args command = {.arena = plan->arena};
    if (!files->key)
        return;
    oc_cachedir_add(&plan->cache, argv);
    oc_args_printf(argv, "--out-key=%s", files->key);
    if (oc_target_of_arch(arch)->add_image_command(&command, &plan->toolchain->tools, arch, "IN",
                                                   "OUT"))
        return;
    oc_args_printf(argv, "--out-image=%s", files->image);
    for (size_t i = 0; i < command.count; i++)
        oc_args_printf(argv, "--image-word=%s", command.items[i]);
}

static struct oc_job *add_device_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                          const char *arch, const struct device_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = add_job(plan, unit, "device compiler", arch);
    job->repeats = true;
    job->urgent = is_urgent(arch);
    add_step(plan, unit, job, "device");
    oc_args_printf(&job->argv, "--arch=%s", arch);
    oc_args_printf(&job->argv, "--opt=%c", oc_frontend_level(unit->cc1));
    if (oc_frontend_wants_debug(unit->cc1))
        oc_args_add(&job->argv, "--debug");
    oc_args_printf(&job->argv, "--builtins=%s",
                   oc_toolchain_builtins(plan->arena, plan->toolchain, target));
    const char *libclc = oc_toolchain_libclc(plan->arena, plan->toolchain, target);
    if (libclc)
        oc_args_printf(&job->argv, "--libclc=%s", libclc);
    oc_args_printf(&job->argv, "--in=%s", files->front);
    oc_args_printf(&job->argv, "--out-bc=%s", files->bitcode);
    oc_args_printf(&job->argv, "--out-code=%s", files->code);
    if (files->assembly && !target->emits_text)
        oc_args_printf(&job->argv, "--out-asm=%s", files->assembly);
    oc_args_printf(&job->argv, "--out-usage=%s", files->usage);
    add_cache(plan, arch, files, &job->argv);
    add_diagnostics(plan, &job->argv);
    add_warnings(plan, &job->argv);
    oc_args_add(&job->outputs, files->bitcode);
    oc_args_add(&job->outputs, files->usage);
    oc_args_add(&job->outputs, files->code);
    job->unless = files->key ? files->bitcode : NULL;
    return job;
}

// Returns the job that makes the image, or NULL when its program is missing: the compiler's own is
// the last one then.
static struct oc_job *add_image(struct oc_plan *plan, struct oc_unit_plan *unit, const char *arch,
                                const struct device_files *files) {
    struct oc_args argv = {.arena = plan->arena};
    if (oc_target_of_arch(arch)->add_image_command(&argv, &plan->toolchain->tools, arch,
                                                   files->code, files->image))
        return NULL;
    struct oc_job *job = add_job(
        plan, unit, oc_arena_printf(plan->arena, "'%s'", oc_base_name(argv.items[0])), arch);
    job->argv = argv;
    job->explains = false;
    job->unless = files->key ? files->image : NULL;
    oc_args_add(&job->outputs, files->image);
    return job;
}

// All architectures' jobs, and the one that collects their results in `artifacts`.
static struct oc_job *add_device_pass(struct oc_plan *plan, struct oc_unit_plan *unit,
                                      const char *artifacts) {
    const struct oc_args *archs = &plan->archs.names;
    struct device_files *files = OC_NEW_ARRAY(plan->arena, archs->count, struct device_files);
    struct oc_job **last = OC_NEW_ARRAY(plan->arena, archs->count, struct oc_job *);
    for (size_t i = 0; i < archs->count; i++) {
        files[i] = device_files(plan, unit, archs->items[i]);
        last[i] = add_device_frontend(plan, unit, archs->items[i], &files[i]);
    }
    for (size_t i = 0; i < archs->count; i++) {
        struct oc_job *compiler = add_device_compiler(plan, unit, archs->items[i], &files[i]);
        oc_graph_wait(&plan->graph, compiler, last[i]);
        struct oc_job *image = add_image(plan, unit, archs->items[i], &files[i]);
        if (image)
            oc_graph_wait(&plan->graph, image, compiler);
        last[i] = image ? image : compiler;
    }
    struct oc_job *job = add_job(plan, unit, "kernel artifacts", NULL);
    add_step(plan, unit, job, "collect");
    add_source(unit, job);
    add_identity(plan, job, artifacts);
    for (size_t i = 0; i < archs->count; i++) {
        oc_graph_wait(&plan->graph, job, last[i]);
        add_device_files(&files[i], archs->items[i], &job->argv);
    }
    if (keeps_code(plan))
        oc_args_printf(&job->argv, "--source-key=%s", source_key(plan, unit));
    oc_cachedir_add(&plan->cache, &job->argv);
    add_diagnostics(plan, &job->argv);
    if (plan->command->artifacts)
        wait_for_answer(plan, job);
    return job;
}

void oc_plan_check_images(const struct oc_plan *plan) {
    for (size_t i = 0; i < plan->archs.names.count; i++) {
        const char *arch = plan->archs.names.items[i];
        const struct oc_target *target = oc_target_of_arch(arch);
        struct oc_args unused = {.arena = plan->arena};
        const char *missing =
            target->add_image_command(&unused, &plan->toolchain->tools, arch, "", "");
        if (!missing)
            continue;
        oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "offload-no-image",
                  "no '%s' on PATH: no image is made for %s, only %s; its kernels run on the CPU "
                  "there",
                  missing, arch, target->emits_text ? "PTX" : "bitcode");
        if (oc_diag_shows(plan->diag, "offload-no-image"))
            oc_note(plan->diag, "%s", target->missing_hint);
    }
}

// ---- The host pass -----------------------------------------------------------------------------

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

static struct oc_job *add_host_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                        const char *output) {
    struct oc_job *job = add_job(plan, unit, "host front end", NULL);
    struct oc_frontend what = frontend(plan, unit, "host", output);
    oc_frontend_host(&what, &job->argv);
    write_dependencies_whole(plan, unit, job);
    oc_args_add(&job->outputs, output);
    return job;
}

// The object of an image that the host's is to have in it, so that kernels are compiled for the CPU
// once; NULL: there is none, or more is asked of the host's code than of a device's, such as debug
// information.
static const char *shared_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    const struct oc_tools *tools = &plan->toolchain->tools;
    const struct oc_args *archs = &plan->archs.names;
    if (plan->command->stage != OC_STAGE_BOTH || plan->command->save_temps || !tools->ld ||
        !tools->objcopy || !oc_frontend_is_plain(unit->cc1))
        return NULL;
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        if (files.object && files.has_image)
            return files.object;
    }
    return NULL;
}

// The host's own code: the whole object, or the part of it that kernels' code is joined with.
static const char *host_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return shared_object(plan, unit) ? oc_plan_temp(plan, unit, "host", "o")
                                     : oc_query_value(unit->cc1, "-o");
}

// A file that is there when the host compiler made the object itself; NULL: that is clang's to do.
static const char *object_marker(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    if (plan->command->save_temps || !oc_frontend_is_plain(unit->cc1))
        return NULL;
    return oc_arena_printf(plan->arena, "%s/host.made", unit->directory);
}

static void add_object(struct oc_plan *plan, const struct oc_unit_plan *unit, struct oc_job *job) {
    const char *marker = object_marker(plan, unit), *output = host_object(plan, unit);
    if (!marker)
        return;
    oc_args_printf(&job->argv, "--out-object=%s", output);
    oc_args_printf(&job->argv, "--out-marker=%s", marker);
    oc_frontend_machine(unit->cc1, &job->argv);
    oc_args_add(&job->outputs, output);
    unlink(marker); // of a graph that was made with a wrong guess
    if (!shared_object(plan, unit))
        wait_for_answer(plan, job);
}

static struct oc_job *add_host_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                        const char *input, const char *output,
                                        const char *artifacts) {
    struct oc_job *job = add_job(plan, unit, "host compiler", NULL);
    job->repeats = true;
    add_step(plan, unit, job, "host");
    add_source(unit, job);
    if (artifacts)
        add_identity(plan, job, artifacts);
    for (size_t i = 0; i < plan->archs.names.count && plan->archs.demanded && artifacts; i++)
        oc_args_printf(&job->argv, "--arch=%s", plan->archs.names.items[i]);
    if (shared_object(plan, unit))
        oc_args_add(&job->argv, "--shared");
    oc_args_printf(&job->argv, "--in=%s", input);
    oc_args_printf(&job->argv, "--out=%s", output);
    add_diagnostics(plan, &job->argv);
    oc_args_add(&job->outputs, output);
    add_object(plan, unit, job);
    return job;
}

static struct oc_job *add_host_backend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                       const char *input, const char *output) {
    struct oc_job *job = add_job(plan, unit, "host back end", NULL);
    job->repeats = true;
    job->stale_without = true;
    job->unless = object_marker(plan, unit);
    struct oc_frontend what = frontend(plan, unit, "host", output ? output : "-");
    oc_frontend_backend(&what, input, &job->argv);
    if (output && strcmp(output, "-") != 0)
        oc_args_add(&job->outputs, output);
    wait_for_answer(plan, job);
    return job;
}

// Of an image's object, the host's may see what runs blocks, not the entries, which are called like
// the kernels.
static struct oc_job *add_hiding(struct oc_plan *plan, struct oc_unit_plan *unit,
                                 const char *object, const char *output) {
    struct oc_job *job = add_job(plan, unit, "'objcopy'", NULL);
    oc_args_add(&job->argv, plan->toolchain->tools.objcopy);
    oc_args_add(&job->argv, "--wildcard");
    oc_args_add(&job->argv, "--keep-global-symbol=__offloadcc_k_*.*");
    oc_args_add(&job->argv, object);
    oc_args_add(&job->argv, output);
    oc_args_add(&job->outputs, output);
    job->explains = false;
    return job;
}

static struct oc_job *add_joining(struct oc_plan *plan, struct oc_unit_plan *unit, const char *host,
                                  const char *device, const char *output) {
    struct oc_job *job = add_job(plan, unit, "'ld'", NULL);
    oc_args_add(&job->argv, plan->toolchain->tools.ld);
    oc_args_add(&job->argv, "-r");
    oc_args_add(&job->argv, "-X"); // without the names of labels
    oc_args_add(&job->argv, host);
    oc_args_add(&job->argv, device);
    if (!plan->command->dry_run) // who runs the printed line gets what it says
        job->result = oc_plan_temp(plan, unit, "joined", "o");
    oc_args_add(&job->argv, "-o");
    oc_args_add(&job->argv, job->result ? job->result : output);
    oc_args_add(&job->outputs, output);
    job->explains = false;
    job->stale_without = true;
    return job;
}

// From the host's bitcode to what was asked for.
static struct oc_job *add_host_output(struct oc_plan *plan, struct oc_unit_plan *unit,
                                      const char *bitcode, const struct oc_job *compiler) {
    const char *output = oc_query_value(unit->cc1, "-o"), *object = shared_object(plan, unit);
    const char *alone = host_object(plan, unit);
    struct oc_job *backend = add_host_backend(plan, unit, bitcode, alone);
    oc_graph_wait(&plan->graph, backend, compiler);
    if (!object)
        return backend;
    const char *hidden = oc_plan_temp(plan, unit, "shared", "o");
    struct oc_job *hiding = add_hiding(plan, unit, object, hidden);
    oc_graph_wait(&plan->graph, hiding, compiler);
    struct oc_job *joining = add_joining(plan, unit, alone, hidden, output);
    oc_graph_wait(&plan->graph, joining, backend);
    oc_graph_wait(&plan->graph, joining, hiding);
    return joining;
}

// Prints what the unit's kernels and launches move, once that is known.
static void add_report(struct oc_plan *plan, struct oc_unit_plan *unit, const char *artifacts,
                       const struct oc_job *known) {
    if (!plan->command->report)
        return;
    struct oc_job *job = add_job(plan, unit, "report", NULL);
    job->explains = false;
    oc_args_add(&job->argv, plan->toolchain->scanner);
    oc_args_add(&job->argv, "report");
    add_source(unit, job);
    oc_args_printf(&job->argv, "--format=%s", plan->command->report);
    if (artifacts)
        add_identity(plan, job, artifacts);
    add_parse_options(plan, unit, &job->argv);
    oc_graph_wait(&plan->graph, job, known);
    wait_for_answer(plan, job);
}

// --device-only writes the user's dependency file too, though no host front end runs.
static void add_dependencies(struct oc_plan *plan, struct oc_unit_plan *unit) {
    if (!oc_frontend_wants_dependencies(unit->cc1))
        return;
    struct oc_job *job = add_job(plan, unit, "dependency file", NULL);
    job->repeats = true;
    struct oc_frontend what = frontend(plan, unit, "host", NULL);
    oc_frontend_dependencies(&what, &job->argv);
    oc_args_add(&job->outputs, oc_query_value(unit->cc1, "-dependency-file"));
}

// -fsyntax-only: the report goes by types, as there is no code to know more of.
static struct oc_job *add_syntax_check(struct oc_plan *plan, struct oc_unit_plan *unit) {
    struct oc_job *job = add_job(plan, unit, "syntax check", NULL);
    job->argv = *unit->cc1;
    add_report(plan, unit, NULL, job);
    return job;
}

struct oc_job *oc_plan_unit(struct oc_plan *plan, struct oc_unit_plan *unit) {
    const struct oc_command *command = plan->command;
    const char *artifacts = command->artifacts;
    if (command->phase == OC_PHASE_SYNTAX)
        return add_syntax_check(plan, unit);
    if (command->stage == OC_STAGE_DEVICE) {
        add_report(plan, unit, artifacts, add_device_pass(plan, unit, artifacts));
        add_dependencies(plan, unit);
        return NULL;
    }
    const char *begun = oc_plan_guess_front(plan, unit);
    const char *front = begun ? begun : oc_plan_temp(plan, unit, "host", "fe.bc");
    const char *bitcode = oc_plan_temp(plan, unit, "host", "bc");
    struct oc_job *frontend_job = add_host_frontend(plan, unit, front), *collect = NULL;
    frontend_job->unless = begun;
    if (command->stage == OC_STAGE_BOTH) {
        // Without targets and without a place for artifacts there is nothing to collect.
        if (!artifacts && plan->archs.names.count)
            artifacts = oc_arena_printf(plan->arena, "%s/artifacts", plan->temp.path);
        if (artifacts)
            collect = add_device_pass(plan, unit, artifacts);
    } else if (plan->archs.demanded && !plan->archs.names.count) {
        artifacts = NULL; // --offload-arch=none: whatever there is, it is not wanted
    }
    struct oc_job *compiler = add_host_compiler(plan, unit, front, bitcode, artifacts);
    oc_graph_wait(&plan->graph, compiler, frontend_job);
    oc_graph_wait(&plan->graph, compiler, collect);
    add_report(plan, unit, artifacts, compiler);
    return add_host_output(plan, unit, bitcode, compiler);
}
