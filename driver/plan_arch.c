#include "driver/plan_arch.h"

#include "driver/frontend.h"
#include "driver/mathlibs.h"
#include "driver/plan_jobs.h"

#include <string.h>

// ---- Files -------------------------------------------------------------------------------------

static bool wants_assembly(const struct oc_command *command) {
    return command->save_temps ||
           (command->stage == OC_STAGE_DEVICE && command->phase == OC_PHASE_ASSEMBLY);
}

bool oc_plan_is_text_only(const struct oc_plan *plan, const char *arch) {
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
    if (oc_plan_is_text_only(plan, arch))
        return false;
    if (target->add_image_command(out, &plan->toolchain->tools, arch, input, output))
        return false;
    if (!target->assembler)
        return true;
    if (unit->cc1 && oc_frontend_wants_debug(unit->cc1))
        target->assembler->add_debug_options(out, oc_frontend_wants_lines_alone(unit->cc1, target));
    oc_args_add_all(out, (const char *const *)plan->command->ptxas_arguments.items,
                    plan->command->ptxas_arguments.count);
    return true;
}

// The device compiler may have lld, which is the same for all targets of ELF files.
static bool links_by_lld(const struct oc_plan *plan, const struct oc_args *command) {
    return plan->toolchain->tools.lld && strcmp(command->items[0], plan->toolchain->tools.lld) == 0;
}

struct oc_arch_files oc_plan_arch_files(const struct oc_plan *plan, const struct oc_unit_plan *unit,
                                        const char *arch) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_arch_files files = {
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
void oc_plan_add_arch_files(const struct oc_arch_files *files, const char *arch,
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

// ---- Options and jobs --------------------------------------------------------------------------

// Code for the CPU takes longest.
bool oc_plan_is_urgent(const char *arch) {
    return oc_target_of_arch(arch)->entry_runs_grid;
}

// The device step's options about what is kept from one build to the next.
void oc_plan_add_arch_cache(struct oc_plan *plan, const struct oc_arch_files *files,
                            struct oc_args *argv) {
    if (!files->key)
        return;
    oc_cachedir_add(&plan->cache, argv);
    oc_args_printf(argv, "--out-key=%s", files->key);
    if (files->has_image)
        oc_args_printf(argv, "--out-image=%s", files->image);
}

void oc_plan_add_image_words(struct oc_plan *plan, const struct oc_unit_plan *unit,
                             const char *arch, const struct oc_arch_files *files,
                             struct oc_args *argv) {
    struct oc_args command = {.arena = plan->arena};
    if ((!files->key && !files->linked) ||
        !add_image_command(plan, unit, arch, "IN", "OUT", &command))
        return;
    if (files->linked)
        oc_args_printf(argv, "--out-linked=%s", files->linked);
    for (size_t i = 0; i < command.count; i++)
        oc_args_printf(argv, "--image-word=%s", command.items[i]);
}

// The libraries that an architecture's code is linked with.
void oc_plan_add_libraries(const struct oc_plan *plan, const char *arch, struct oc_args *argv) {
    const struct oc_target *target = oc_target_of_arch(arch);
    const char *libclc = oc_toolchain_libclc(plan->arena, plan->toolchain, target);
    const char *libc = oc_toolchain_libc(plan->arena, plan->toolchain, target);
    oc_args_printf(argv, "--builtins=%s",
                   oc_toolchain_builtins(plan->arena, plan->toolchain, target));
    if (libclc)
        oc_args_printf(argv, "--libclc=%s", libclc);
    if (libc)
        oc_args_printf(argv, "--libc=%s", libc);
    const char *vendor =
        target->is_gpu ? oc_mathlibs_find(plan->arena, plan->command, target) : NULL;
    if (vendor)
        oc_args_printf(argv, "--vendor-math=%s", vendor);
}

// Returns the job that makes the image, or NULL when its program is missing: the compiler's own is
// the last one then.
struct oc_job *oc_plan_image(struct oc_plan *plan, struct oc_unit_plan *unit, const char *arch,
                             const struct oc_arch_files *files) {
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

// ---- Programs and libraries --------------------------------------------------------------------

void oc_plan_add_tool(const char *path, struct oc_args *out) {
    if (path)
        oc_args_printf(out, "--tool=%s", path);
}

// The libraries that a target's code is linked with.
void oc_plan_add_target_tools(const struct oc_plan *plan, const struct oc_target *target,
                              struct oc_args *out) {
    oc_plan_add_tool(oc_toolchain_builtins(plan->arena, plan->toolchain, target), out);
    oc_plan_add_tool(oc_toolchain_libclc(plan->arena, plan->toolchain, target), out);
    oc_plan_add_tool(oc_toolchain_libc(plan->arena, plan->toolchain, target), out);
    oc_plan_add_tool(oc_mathlibs_find(plan->arena, plan->command, target), out);
}

// The programs that make images.
void oc_plan_add_image_tools(const struct oc_plan *plan, struct oc_args *out) {
    oc_plan_add_tool(plan->toolchain->tools.ld, out);
    oc_plan_add_tool(plan->toolchain->tools.lld, out);
    oc_plan_add_tool(plan->toolchain->tools.ptxas, out);
}
