#include "driver/plan_device.h"

#include "base/names.h"
#include "driver/mathlibs.h"
#include "driver/plan_arch.h"
#include "driver/plan_frontend.h"
#include "driver/plan_host.h"
#include "driver/plan_jobs.h"

#include <string.h>

// ---- Files -------------------------------------------------------------------------------------

// Whether the host's module has the kernels for `arch`.
static bool shares_front_end(const struct oc_unit_plan *unit, const char *arch) {
    return oc_target_of_arch(arch)->is_host_cpu && unit->strategy.shared_front_end;
}

// What the front end makes.
static const char *front_of(const struct oc_unit_plan *unit, const char *arch,
                            const struct oc_arch_files *files) {
    return shares_front_end(unit, arch) && !unit->front_is_early ? unit->front : files->plugged;
}

// Where the key of a source is (src/scan/key/sourcekey.h), between the scan and `collect`.
static const char *source_key(const struct oc_plan *plan, const struct oc_unit_plan *unit) {
    return oc_arena_printf(plan->arena, "%s/source.key", unit->directory);
}

void oc_plan_add_recall(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                        struct oc_args *out) {
    const struct oc_args *archs = &plan->archs.names;
    const struct oc_toolchain *toolchain = plan->toolchain;
    if (!plan->strategy.cache || plan->command->stage == OC_STAGE_HOST || !archs->count)
        return;
    oc_cachedir_add(&plan->cache, out);
    oc_args_printf(out, "--source-key=%s", source_key(plan, unit));
    oc_plan_add_tool(toolchain->tools.clang, out);
    oc_plan_add_tool(toolchain->compiler, out);
    oc_plan_add_image_tools(plan, out);
    for (size_t i = 0; i < archs->count; i++) {
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
        oc_plan_add_target_tools(plan, oc_target_of_arch(archs->items[i]), out);
        oc_plan_add_arch_files(&files, archs->items[i], out);
    }
}

// ---- Jobs --------------------------------------------------------------------------------------

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
                                          const char *arch, const struct oc_arch_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = oc_plan_add_job(plan, unit, "device front end", arch);
    job->repeats = true;
    job->urgent = oc_plan_is_urgent(arch);
    const char *overlay = oc_arena_printf(plan->arena, "device-%s", target->name);
    struct oc_frontend what = oc_plan_frontend(plan, unit, overlay, files->front);
    what.flushes = plan->command->flushes;
    what.math = oc_mathlibs_find(plan->arena, plan->command, target);
    what.feature = feature_of(plan, arch);
    oc_frontend_device(&what, target, arch, files->depfile, &job->argv);
    if (what.feature && strcmp(what.feature, "+wavefrontsize64") == 0)
        oc_args_add(&job->argv, "-D" OC_NAME_WAVE64); // clang 22 has no macro for it
    oc_args_add(&job->outputs, files->front);
    oc_args_add(&job->outputs, files->depfile);
    job->unless = files->key ? files->bitcode : NULL;
    job->taints = source_key(plan, unit);
    oc_plan_wait_for_answer(plan, job);
    return job;
}

// Runs the user's plug-ins after the front end's job. Returns NULL where there are none.
static struct oc_job *add_plugins(struct oc_plan *plan, struct oc_unit_plan *unit, const char *arch,
                                  const struct oc_arch_files *files) {
    if (!oc_frontend_has_plugins(unit->cc1))
        return NULL;
    struct oc_job *job = oc_plan_add_job(plan, unit, "device plug-ins", arch);
    job->repeats = true;
    job->urgent = oc_plan_is_urgent(arch);
    struct oc_frontend what = {
        .cc1 = unit->cc1, .output = files->plugged, .color = plan->command->color};
    oc_frontend_plugins(&what, oc_target_of_arch(arch), arch, files->front, &job->argv);
    oc_args_add(&job->outputs, files->plugged);
    job->unless = files->key ? files->bitcode : NULL;
    return job;
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

static struct oc_job *add_device_compiler(struct oc_plan *plan, struct oc_unit_plan *unit,
                                          const char *arch, const struct oc_arch_files *files) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_job *job = oc_plan_add_job(plan, unit, "device compiler", arch);
    job->repeats = true;
    job->form = oc_plan_messages_form(plan, unit);
    job->urgent = oc_plan_is_urgent(arch);
    oc_plan_add_step(plan, unit, job, "device");
    oc_args_printf(&job->argv, "--arch=%s", arch);
    add_compiling(plan, unit, arch, &job->argv);
    oc_plan_add_libraries(plan, arch, &job->argv);
    oc_args_printf(&job->argv, "--in=%s", front_of(unit, arch, files));
    if (shares_front_end(unit, arch))
        oc_args_add(&job->argv, "--extract");
    oc_args_printf(&job->argv, "--out-bc=%s", files->bitcode);
    oc_args_printf(&job->argv, "--out-code=%s", files->code);
    if (files->assembly && !target->assembler)
        oc_args_printf(&job->argv, "--out-asm=%s", files->assembly);
    oc_args_printf(&job->argv, "--out-usage=%s", files->usage);
    oc_plan_add_arch_cache(plan, files, &job->argv);
    oc_plan_add_image_words(plan, unit, arch, files, &job->argv);
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

static struct oc_job *add_frontend(struct oc_plan *plan, struct oc_unit_plan *unit,
                                   const char *arch, const struct oc_arch_files *files) {
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
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
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
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
        oc_args_printf(&job->argv, "--target=%s", archs->items[i]);
        oc_args_printf(&job->argv, "--bc=%s", front_of(unit, archs->items[i], &files));
        if (shares_front_end(unit, archs->items[i]))
            oc_args_add(&job->argv, "--extract");
        else
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
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
        struct oc_job *compiler = add_device_compiler(plan, unit, archs->items[i], &files);
        oc_graph_wait(&plan->graph, compiler, last[i]);
        struct oc_job *image = oc_plan_image(plan, unit, archs->items[i], &files);
        if (image)
            oc_graph_wait(&plan->graph, image, compiler);
        last[i] = image ? image : compiler;
    }
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
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
        oc_graph_wait(&plan->graph, job, unit->device_jobs[i]);
        if (shares_front_end(unit, archs->items[i]))
            files.depfile = NULL;
        oc_plan_add_arch_files(&files, archs->items[i], &job->argv);
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
        bool text_only = oc_plan_is_text_only(plan, arch);
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
        struct oc_arch_files files = oc_plan_arch_files(plan, unit, archs->items[i]);
        if (files.object && files.has_image)
            return files.object;
    }
    return NULL;
}
