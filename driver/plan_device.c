#include "driver/plan_device.h"

#include "driver/mathlibs.h"
#include "driver/plan_frontend.h"
#include "driver/plan_host.h"
#include "driver/plan_jobs.h"

#include <string.h>

// ---- Files -------------------------------------------------------------------------------------

// The files that one architecture's jobs make.
struct device_files {
    const char *depfile, *front, *plugged, *bitcode, *code, *assembly, *image, *usage;
    const char *linked; // the image, if the device compiler makes it; or NULL
    const char *object; // that the host's object may share; or NULL
    const char *key;    // of what may be kept; NULL: nothing is
    bool has_image;
};

static bool wants_assembly(const struct oc_command *command) {
    return command->save_temps ||
           (command->stage == OC_STAGE_DEVICE && command->phase == OC_PHASE_ASSEMBLY);
}

// Whether the host's module has the kernels for `arch`.
static bool shares_front_end(const struct oc_unit_plan *unit, const char *arch) {
    return oc_target_of_arch(arch)->is_host_cpu && unit->strategy.shared_front_end;
}

static bool is_text_only(const struct oc_plan *plan, const char *arch) {
    for (size_t i = 0; i < plan->archs.text_only.count; i++)
        if (strcmp(plan->archs.text_only.items[i], arch) == 0)
            return true;
    return false;
}

// Adds the command that makes an image. Returns false if no image can be made, since the program is
// missing or does not know the architecture.
static bool add_image_command(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                              const char *arch, const char *input, const char *output,
                              struct oc_args *out) {
    const struct oc_target *target = oc_target_of_arch(arch);
    if (is_text_only(plan, arch))
        return false;
    if (target->add_image_command(out, &plan->toolchain->tools, arch, input, output))
        return false;
    if (target->assembler && unit->cc1 && oc_frontend_wants_debug(unit->cc1))
        target->assembler->add_debug_options(out, oc_frontend_wants_lines_alone(unit->cc1, target));
    return true;
}

// The device compiler may have lld, which is the same for all targets of ELF files.
static bool links_by_lld(const struct oc_plan *plan, const struct oc_args *command) {
    return plan->toolchain->tools.lld && strcmp(command->items[0], plan->toolchain->tools.lld) == 0;
}

static struct device_files device_files(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                        const char *arch) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct device_files files = {
        .depfile = oc_arena_printf(plan->arena, "%s/%s.d", unit->directory, arch),
        .front = oc_plan_temp(plan, unit, arch, "fe.bc"),
        .bitcode = oc_plan_temp(plan, unit, arch, "bc"),
        .code = oc_plan_temp(plan, unit, arch, target->assembler ? target->text_suffix : "o"),
        .image = oc_plan_temp(plan, unit, arch, target->image_suffix),
        .usage = oc_plan_temp(plan, unit, arch, "usage.json"),
    };
    struct oc_args image = {.arena = plan->arena};
    files.plugged = unit->cc1 && oc_frontend_has_plugins(unit->cc1)
                        ? oc_plan_temp(plan, unit, arch, "plugged.bc")
                        : files.front;
    files.has_image = add_image_command(plan, unit, arch, "", "", &image);
    if (plan->strategy.cache)
        files.key = oc_plan_temp(plan, unit, arch, "key");
    if (target->assembler)
        files.assembly = files.code;
    else if (wants_assembly(plan->command))
        files.assembly = oc_plan_temp(plan, unit, arch, target->text_suffix);
    if (target->is_host_cpu)
        files.object = files.code;
    if (files.has_image && unit->strategy.own_linker && links_by_lld(plan, &image))
        files.linked = oc_arena_printf(plan->arena, "%s/%s.linked", unit->directory, arch);
    return files;
}

// What `scan` and `collect` are told of them.
static void add_device_files(const struct device_files *files, const char *arch,
                             struct oc_args *out) {
    oc_args_printf(out, "--target=%s", arch);
    oc_args_printf(out, "--bc=%s", files->bitcode);
    oc_args_printf(out, "--usage=%s", files->usage);
    if (files->depfile)
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

// Where the key of a source is (src/scan/key/sourcekey.h), between the scan and `collect`.
static const char *source_key(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/source.key", unit->directory);
}

static void add_tool(const char *path, struct oc_args *out) {
    if (path)
        oc_args_printf(out, "--tool=%s", path);
}

// The libraries that a target's code is linked with.
static void add_target_tools(const struct oc_plan *plan, const struct oc_target *target,
                             struct oc_args *out) {
    add_tool(oc_toolchain_builtins(plan->arena, plan->toolchain, target), out);
    add_tool(oc_toolchain_libclc(plan->arena, plan->toolchain, target), out);
    add_tool(oc_mathlibs_find(plan->arena, plan->command, target), out);
}

// The programs that make images.
static void add_image_tools(const struct oc_plan *plan, struct oc_args *out) {
    add_tool(plan->toolchain->tools.ld, out);
    add_tool(plan->toolchain->tools.lld, out);
    add_tool(plan->toolchain->tools.ptxas, out);
}

void oc_plan_add_link_tools(const struct oc_plan *plan, struct oc_args *out) {
    add_image_tools(plan, out);
    add_tool(plan->toolchain->tools.objcopy, out);
    for (size_t i = 0; oc_targets[i]; i++)
        add_target_tools(plan, oc_targets[i], out);
}

void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out) {
    const struct oc_args *archs = &plan->archs.names;
    const struct oc_toolchain *toolchain = plan->toolchain;
    if (!plan->strategy.cache || plan->command->stage == OC_STAGE_HOST || !archs->count)
        return;
    oc_cachedir_add(&plan->cache, out);
    oc_args_printf(out, "--source-key=%s", source_key(plan, unit));
    add_tool(toolchain->tools.clang, out);
    add_tool(toolchain->compiler, out);
    add_image_tools(plan, out);
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        add_target_tools(plan, oc_target_of_arch(archs->items[i]), out);
        add_device_files(&files, archs->items[i], out);
    }
}

// ---- Jobs --------------------------------------------------------------------------------------

// Code for the CPU takes longest.
static bool is_urgent(const char *arch) {
    return oc_target_of_arch(arch)->entry_runs_grid;
}

// What -m[no-]wavefrontsize64 chooses; NULL: nothing.
static const char *wave_feature(const struct oc_plan *plan, const char *arch) {
    const struct oc_target *target = oc_target_of_arch(arch);
    const char *waves = plan->command->waves, *feature = NULL;
    if (waves && target->wave_feature)
        feature = target->wave_feature(arch, !oc_starts_with(waves, "-mno-"));
    return feature && *feature ? feature : NULL;
}

// What code for `arch` is generated with beside what its name tells; NULL: nothing.
static const char *feature_of(const struct oc_plan *plan, const char *arch) {
    const struct oc_args *newer = &plan->archs.newer;
    if (oc_target_of_arch(arch)->assembler && plan->command->cuda_feature)
        return plan->command->cuda_feature;
    for (size_t i = 0; i < newer->count; i += 2)
        if (strcmp(newer->items[i], arch) == 0)
            return newer->items[i + 1];
    return wave_feature(plan, arch);
}

static struct oc_job *add_device_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                          const char *arch, const struct device_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = oc_plan_add_job(plan, unit, "device front end", arch);
    job->repeats = true;
    job->urgent = is_urgent(arch);
    const char *overlay = oc_arena_printf(plan->arena, "device-%s", target->name);
    struct oc_frontend what = oc_plan_frontend(plan, unit, overlay, files->front);
    what.flushes = plan->command->flushes;
    what.math = oc_mathlibs_find(plan->arena, plan->command, target);
    what.feature = feature_of(plan, arch);
    oc_frontend_device(&what, target, arch, files->depfile, &job->argv);
    oc_args_add(&job->outputs, files->front);
    oc_args_add(&job->outputs, files->depfile);
    job->unless = files->key ? files->bitcode : NULL;
    job->taints = source_key(plan, unit);
    oc_plan_wait_for_answer(plan, job);
    return job;
}

// Runs the user's plug-ins after the front end's job. Returns NULL where there are none.
static struct oc_job *add_plugins(struct oc_plan *plan, struct oc_unit_plan *unit, const char *arch,
                                  const struct device_files *files) {
    if (!oc_frontend_has_plugins(unit->cc1))
        return NULL;
    struct oc_job *job = oc_plan_add_job(plan, unit, "device plug-ins", arch);
    job->repeats = true;
    job->urgent = is_urgent(arch);
    struct oc_frontend what = {
        .cc1 = unit->cc1, .output = files->plugged, .color = plan->command->color};
    oc_frontend_plugins(&what, oc_target_of_arch(arch), arch, files->front, &job->argv);
    oc_args_add(&job->outputs, files->plugged);
    job->unless = files->key ? files->bitcode : NULL;
    return job;
}

// The device step's options about what is kept from one build to the next.
static void add_cache(struct oc_plan *plan, const struct device_files *files,
                      struct oc_args *argv) {
    if (!files->key)
        return;
    oc_cachedir_add(&plan->cache, argv);
    oc_args_printf(argv, "--out-key=%s", files->key);
    if (files->has_image)
        oc_args_printf(argv, "--out-image=%s", files->image);
}

static void add_image_words(struct oc_plan *plan, const struct oc_unit_plan *unit, const char *arch,
                            const struct device_files *files, struct oc_args *argv) {
    struct oc_args command = {.arena = plan->arena};
    if ((!files->key && !files->linked) ||
        !add_image_command(plan, unit, arch, "IN", "OUT", &command))
        return;
    if (files->linked)
        oc_args_printf(argv, "--out-linked=%s", files->linked);
    for (size_t i = 0; i < command.count; i++)
        oc_args_printf(argv, "--image-word=%s", command.items[i]);
}

static void add_math(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                     struct oc_args *argv) {
    if (plan->command->flushes)
        oc_args_add(argv, "--math=flush");
    if (plan->command->approximate != OC_APPROXIMATE_BY_CALL)
        oc_args_printf(argv, "--math=%s",
                       plan->command->approximate == OC_APPROXIMATE_YES ? "approximate" : "exact");
    oc_frontend_math(unit->cc1, argv);
}

// Of clang's warnings, the device step gives this one.
static void add_pass_failures(const struct oc_unit_plan *unit, struct oc_args *argv) {
    static const char *const options[] = {"-Wpass-failed", "-Wno-pass-failed",
                                          "-Werror=pass-failed", "-Wno-error=pass-failed"};
    for (size_t i = 0; i < unit->cc1->count; i++)
        for (size_t o = 0; o < sizeof options / sizeof *options; o++)
            if (strcmp(unit->cc1->items[i], options[o]) == 0)
                oc_args_printf(argv, "--warning=%s", options[o] + strlen("-W"));
}

// What the unit's code for an architecture is compiled with.
static void add_compiling(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                          const char *arch, struct oc_args *argv) {
    oc_args_printf(argv, "--opt=%c", oc_frontend_level(unit->cc1));
    if (feature_of(plan, arch))
        oc_args_printf(argv, "--feature=%s", feature_of(plan, arch));
    if (oc_frontend_wants_debug(unit->cc1))
        oc_args_add(argv, "--debug");
    if (oc_target_of_arch(arch)->is_gpu)
        add_math(plan, unit, argv);
}

// The libraries that an architecture's code is linked with.
static void add_libraries(const struct oc_plan *plan, const char *arch, struct oc_args *argv) {
    const struct oc_target *target = oc_target_of_arch(arch);
    const char *libclc = oc_toolchain_libclc(plan->arena, plan->toolchain, target);
    oc_args_printf(argv, "--builtins=%s",
                   oc_toolchain_builtins(plan->arena, plan->toolchain, target));
    if (libclc)
        oc_args_printf(argv, "--libclc=%s", libclc);
    const char *vendor =
        target->is_gpu ? oc_mathlibs_find(plan->arena, plan->command, target) : NULL;
    if (vendor)
        oc_args_printf(argv, "--vendor-math=%s", vendor);
}

static struct oc_job *add_device_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                          const char *arch, const struct device_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = oc_plan_add_job(plan, unit, "device compiler", arch);
    job->repeats = true;
    job->form = oc_plan_messages_form(plan, unit);
    job->urgent = is_urgent(arch);
    oc_plan_add_step(plan, unit, job, "device");
    oc_args_printf(&job->argv, "--arch=%s", arch);
    add_compiling(plan, unit, arch, &job->argv);
    add_libraries(plan, arch, &job->argv);
    bool shared = shares_front_end(unit, arch);
    oc_args_printf(&job->argv, "--in=%s",
                   shared && !unit->front_is_early ? unit->front : files->plugged);
    if (shared)
        oc_args_add(&job->argv, "--extract");
    oc_args_printf(&job->argv, "--out-bc=%s", files->bitcode);
    oc_args_printf(&job->argv, "--out-code=%s", files->code);
    if (files->assembly && !target->assembler)
        oc_args_printf(&job->argv, "--out-asm=%s", files->assembly);
    oc_args_printf(&job->argv, "--out-usage=%s", files->usage);
    add_cache(plan, files, &job->argv);
    add_image_words(plan, unit, arch, files, &job->argv);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_plan_add_warnings(plan, &job->argv);
    for (size_t i = 0; i < plan->command->remarks.count; i++)
        oc_args_printf(&job->argv, "--remark=%s", plan->command->remarks.items[i]);
    add_pass_failures(unit, &job->argv);
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
    if (!add_image_command(plan, unit, arch, files->code, files->image, &argv))
        return NULL;
    struct oc_job *job = oc_plan_add_job(
        plan, unit, oc_arena_printf(plan->arena, "'%s'", oc_base_name(argv.items[0])), arch);
    job->argv = argv;
    job->explains = false;
    if (oc_target_of_arch(arch)->assembler && !plan->command->save_temps)
        job->hint = "use -save-temps to keep the file that it read; inline assembly of the source "
                    "is there between 'begin inline asm' and 'end inline asm'";
    if (oc_target_of_arch(arch)->assembler) {
        job->assembles = files->code;
        job->large_pages = plan->strategy.large_pages;
    }
    job->quick = !oc_target_of_arch(arch)->assembler; // no more than a link
    job->unless = files->key ? files->image : NULL;
    job->made = files->linked;
    oc_args_add(&job->outputs, files->image);
    return job;
}

static struct oc_job *add_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *arch, const struct device_files *files) {
    if (!shares_front_end(unit, arch))
        return add_device_frontend(plan, unit, arch, files);
    if (!unit->front_is_early)
        return unit->front_job;
    struct oc_job *job = oc_plan_host_frontend_again(plan, unit, arch, files->front);
    job->unless = files->key ? files->bitcode : NULL;
    return job;
}

static const char *host_arch(void) {
    size_t i = 0;
    while (!oc_targets[i]->is_host_cpu)
        i++;
    return oc_targets[i]->archs[0].name;
}

// The architectures that an incomplete unit's code is carried for: the CPU too, since its code may
// have to be linked with other units'. For a complete one, those of the command.
static struct oc_args archs_of(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    struct oc_args archs = {.arena = plan->arena};
    bool has_cpu = !unit->is_incomplete;
    oc_args_add_all(&archs, plan->archs.names.items, plan->archs.names.count);
    for (size_t i = 0; i < archs.count; i++)
        has_cpu |= oc_target_of_arch(archs.items[i])->is_host_cpu;
    if (!has_cpu)
        oc_args_add(&archs, host_arch());
    return archs;
}

void oc_plan_device_frontends(struct oc_plan *plan, struct oc_unit_plan *unit) {
    struct oc_args all = archs_of(plan, unit);
    const struct oc_args *archs = &all;
    struct oc_job **last = OC_NEW_ARRAY(plan->arena, archs->count, struct oc_job *);
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        last[i] = add_frontend(plan, unit, archs->items[i], &files);
        struct oc_job *plugins = add_plugins(plan, unit, archs->items[i], &files);
        if (!plugins)
            continue;
        oc_graph_wait(&plan->graph, plugins, last[i]);
        last[i] = plugins;
    }
    unit->device_jobs = last;
}

// What the link is to compile the unit's code with: each word, and a newline.
static const char *words_with(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                              const char *arch) {
    struct oc_args words = {.arena = plan->arena};
    struct oc_text text = {.arena = plan->arena};
    add_compiling(plan, unit, arch, &words);
    for (size_t i = 0; i < words.count; i++)
        oc_text_printf(&text, "%s\n", words.items[i]);
    return text.data;
}

void oc_plan_add_unlinked(struct oc_plan *plan, struct oc_unit_plan *unit, struct oc_job *job) {
    struct oc_args all = archs_of(plan, unit);
    const struct oc_args *archs = &all;
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        oc_args_printf(&job->argv, "--target=%s", archs->items[i]);
        oc_args_printf(&job->argv, "--bc=%s", files.plugged);
        oc_args_printf(&job->argv, "--depfile=%s", files.depfile);
        oc_args_printf(&job->argv, "--compiled-with=%s%s", words_with(plan, unit, archs->items[i]),
                       i >= plan->archs.names.count ? "--cpu\n" : "");
        oc_graph_wait(&plan->graph, job, unit->device_jobs[i]);
    }
}

void oc_plan_device_pass(struct oc_plan *plan, struct oc_unit_plan *unit) {
    const struct oc_args *archs = &plan->archs.names;
    oc_plan_device_frontends(plan, unit);
    struct oc_job **last = unit->device_jobs;
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        struct oc_job *compiler = add_device_compiler(plan, unit, archs->items[i], &files);
        oc_graph_wait(&plan->graph, compiler, last[i]);
        struct oc_job *image = add_image(plan, unit, archs->items[i], &files);
        if (image)
            oc_graph_wait(&plan->graph, image, compiler);
        last[i] = image ? image : compiler;
    }
}

static void add_joining(struct oc_plan *plan, const struct oc_args *members,
                        const struct oc_linked_arch *what, struct oc_job *job) {
    job->urgent = is_urgent(what->arch);
    job->large_pages = plan->strategy.large_pages;
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, "join");
    for (size_t i = 0; i < members->count; i++)
        oc_args_printf(&job->argv, "--member=%s", members->items[i]);
    oc_args_printf(&job->argv, "--arch=%s", what->arch);
    oc_args_add_all(&job->argv, what->options.items, what->options.count);
    add_libraries(plan, what->arch, &job->argv);
    if (!plan->command->inlines_across)
        oc_args_add(&job->argv, "--apart");
}

const char *oc_plan_cpu_object(const struct oc_plan *plan, const struct oc_unit_plan *component) {
    return oc_plan_temp(plan, component, "cpu", "o");
}

static const char *cpu_key(const struct oc_plan *plan, const struct oc_unit_plan *component) {
    return oc_plan_temp(plan, component, "cpu", "key");
}

void oc_plan_add_link_key(const struct oc_plan *plan, const struct oc_unit_plan *component,
                          const char *key, bool has_cpu, struct oc_args *out) {
    if (!key)
        return;
    oc_args_printf(out, "--link-key=%s", key);
    if (!has_cpu)
        return;
    oc_args_printf(out, "--cpu-object=%s", oc_plan_cpu_object(plan, component));
    oc_args_printf(out, "--cpu-key=%s", cpu_key(plan, component));
}

// The same with symbols that only this object has to know.
static const char *cpu_code(const struct oc_plan *plan, const struct oc_unit_plan *component) {
    return oc_plan_temp(plan, component, "cpu-all", "o");
}

static void share_code(const struct oc_plan *plan, const struct oc_unit_plan *component,
                       struct oc_job *image) {
    oc_args_printf(&image->argv, "--out-cpu=%s", cpu_code(plan, component));
    if (plan->strategy.cache)
        oc_args_printf(&image->argv, "--out-cpu-key=%s", cpu_key(plan, component));
}

static struct oc_job *join_for_cpu(struct oc_plan *plan, struct oc_unit_plan *component,
                                   const struct oc_args *members, const struct oc_linked_arch *what,
                                   struct oc_job *job) {
    const char *bitcode = oc_plan_temp(plan, component, "cpu", "bc");
    const char *object = cpu_code(plan, component);
    add_joining(plan, members, what, job);
    oc_args_add(&job->argv, "--cpu");
    if (plan->strategy.cache) {
        oc_cachedir_add(&plan->cache, &job->argv);
        oc_args_printf(&job->argv, "--out-key=%s", cpu_key(plan, component));
    }
    oc_args_printf(&job->argv, "--out-bc=%s", bitcode);
    oc_args_printf(&job->argv, "--out-code=%s", object);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_args_add(&job->outputs, bitcode);
    oc_args_add(&job->outputs, object);
    if (what->image) {
        oc_graph_wait(&plan->graph, job, what->image);
        job->unless = object;
    }
    return oc_plan_hide(plan, component, object, oc_plan_cpu_object(plan, component),
                        "__offloadcc_*.link_with_offloadcc", job);
}

struct oc_job *oc_plan_join(struct oc_plan *plan, struct oc_unit_plan *component,
                            const struct oc_args *members, const struct oc_linked_arch *what) {
    struct device_files files = device_files(plan, component, what->arch);
    struct oc_job *job = oc_plan_add_job(plan, component, "device link", what->arch);
    if (what->for_cpu)
        return join_for_cpu(plan, component, members, what, job);
    add_joining(plan, members, what, job);
    oc_args_printf(&job->argv, "--out-bc=%s", files.bitcode);
    oc_args_printf(&job->argv, "--out-code=%s", files.code);
    if (files.assembly && files.assembly != files.code)
        oc_args_printf(&job->argv, "--out-asm=%s", files.assembly);
    oc_args_printf(&job->argv, "--out-usage=%s", files.usage);
    if (what->shares_code)
        share_code(plan, component, job);
    add_cache(plan, &files, &job->argv);
    add_image_words(plan, component, what->arch, &files, &job->argv);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_plan_add_warnings(plan, &job->argv);
    oc_args_add(&job->outputs, files.bitcode);
    oc_args_add(&job->outputs, files.usage);
    oc_args_add(&job->outputs, files.code);
    struct oc_job *image = add_image(plan, component, what->arch, &files);
    if (image)
        oc_graph_wait(&plan->graph, image, job);
    return image ? image : job;
}

void oc_plan_add_joined(struct oc_plan *plan, struct oc_unit_plan *component, const char *arch,
                        struct oc_job *job) {
    struct device_files files = device_files(plan, component, arch);
    files.depfile = NULL;
    add_device_files(&files, arch, &job->argv);
}

struct oc_job *oc_plan_collect(struct oc_plan *plan, struct oc_unit_plan *unit,
                               const char *artifacts) {
    const struct oc_args *archs = &plan->archs.names;
    struct oc_job *job = oc_plan_add_job(plan, unit, "kernel artifacts", NULL);
    oc_plan_add_step(plan, unit, job, "collect");
    oc_plan_add_source(unit, job);
    oc_plan_add_identity(plan, job, artifacts);
    if (unit->is_incomplete)
        oc_plan_add_unlinked(plan, unit, job);
    for (size_t i = 0; i < archs->count && !unit->is_incomplete; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        oc_graph_wait(&plan->graph, job, unit->device_jobs[i]);
        if (shares_front_end(unit, archs->items[i]))
            files.depfile = NULL;
        add_device_files(&files, archs->items[i], &job->argv);
    }
    if (plan->strategy.cache && !unit->is_incomplete)
        oc_args_printf(&job->argv, "--source-key=%s", source_key(plan, unit));
    oc_cachedir_add(&plan->cache, &job->argv);
    if (unit->strategy.pieces) {
        oc_plan_add_images(plan, job);
        oc_args_printf(&job->argv, "--out-object=%s", oc_plan_images_object(plan, unit));
        oc_args_add(&job->outputs, oc_plan_images_object(plan, unit));
        oc_frontend_machine(unit->cc1, &job->argv);
    }
    oc_plan_add_diagnostics(plan, &job->argv);
    if (plan->command->artifacts)
        oc_plan_wait_for_answer(plan, job);
    return job;
}

// Whether the command line keeps an architecture's text out of objects. The last word counts.
static bool leaves_text_out(const struct oc_command *command, const char *arch) {
    bool out = false;
    for (size_t i = 0; i < command->texts.count; i++) {
        const char *word = command->texts.items[i];
        bool is_left_out = *word == '-';
        if (strcmp(word + is_left_out, "all") == 0 || strcmp(word + is_left_out, arch) == 0)
            out = is_left_out;
    }
    return out;
}

void oc_plan_check_images(const struct oc_plan *plan) {
    for (size_t i = 0; i < plan->archs.names.count; i++) {
        const char *arch = plan->archs.names.items[i], *hint = NULL;
        const struct oc_target *target = oc_target_of_arch(arch);
        struct oc_args unused = {.arena = plan->arena};
        const char *missing =
            target->add_image_command(&unused, &plan->toolchain->tools, arch, "", "");
        bool text_only = is_text_only(plan, arch);
        if (!missing && !text_only)
            continue;
        const char *why = missing ? oc_arena_printf(plan->arena, "no '%s' on PATH", missing)
                                  : "this machine's assembler does not support the architecture";
        if (!oc_target_driver_takes_text(target)) {
            oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "offload-no-image",
                      "%s: no image is made for %s, only bitcode; kernels run on the CPU instead",
                      why, arch);
            hint = target->missing_hint;
        } else if (leaves_text_out(plan->command, arch)) {
            oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "offload-no-image",
                      "%s: no image is made for %s, and its PTX is left out; objects carry no code "
                      "for it",
                      why, arch);
            hint = oc_arena_printf(
                plan->arena, "add '--cuda-include-ptx=%s', or remove '%s' from the architectures",
                arch, arch);
        }
        if (hint && oc_diag_shows(plan->diag, "offload-no-image"))
            oc_note(plan->diag, "%s", hint);
    }
}

const char *oc_plan_device_object(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    const struct oc_args *archs = &plan->archs.names;
    for (size_t i = 0; i < archs->count; i++) {
        struct device_files files = device_files(plan, unit, archs->items[i]);
        if (files.object && files.has_image)
            return files.object;
    }
    return NULL;
}
