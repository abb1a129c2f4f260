#include "driver/plan_check.h"

#include "targets/target.h"

#include <string.h>

// -m[no-]wavefrontsize64 is for those processors that have such waves.
static void check_waves(const struct oc_plan *plan) {
    const char *waves = plan->command->waves;
    bool used = false;
    for (size_t i = 0; waves && i < plan->archs.names.count; i++) {
        const char *arch = plan->archs.names.items[i];
        const struct oc_target *target = oc_target_of_arch(arch);
        bool wide = !oc_starts_with(waves, "-mno-");
        used |= target->wave_feature != NULL;
        if (target->wave_feature && !target->wave_feature(arch, wide))
            oc_error(
                plan->diag,
                "'%s' has no wavefronts of %d threads; remove '%s', or '%s' from the architectures",
                arch, wide ? 64 : 32, waves, arch);
    }
    if (waves && !used)
        oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "unused-command-line-argument",
                  "argument unused during compilation: '%s'", waves);
}

// --cuda-feature= is for processors whose code is text of some version.
static void check_cuda_feature(const struct oc_plan *plan) {
    const char *feature = plan->command->cuda_feature;
    for (size_t i = 0; feature && i < plan->archs.names.count; i++) {
        const struct oc_target *target = oc_target_of_arch(plan->archs.names.items[i]);
        if (!target->assembler)
            continue;
        for (const char *const *version = target->assembler->versions; *version; version++)
            if (strcmp(*version, feature) == 0)
                return;
        oc_error(plan->diag,
                 "invalid value '%s' in '--cuda-feature=%s'; expected a version of PTX that LLVM "
                 "supports, such as '%s' for PTX 6.3, the oldest",
                 feature, feature, target->assembler->versions[0]);
        return;
    }
    if (feature)
        oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "unused-command-line-argument",
                  "argument unused during compilation: '--cuda-feature=%s'", feature);
}

static bool compiles_for(const struct oc_plan *plan, const char *arch) {
    for (size_t i = 0; i < plan->archs.names.count; i++)
        if (strcmp(plan->archs.names.items[i], arch) == 0)
            return true;
    return false;
}

// The names of the command's architectures whose drivers take text; NULL: there are none.
static const char *text_archs(const struct oc_plan *plan) {
    struct oc_text names = {.arena = plan->arena};
    for (size_t i = 0; i < plan->archs.names.count; i++)
        if (oc_target_driver_takes_text(oc_target_of_arch(plan->archs.names.items[i])))
            oc_text_printf(&names, "%s%s", names.length ? ", " : "", plan->archs.names.items[i]);
    return names.data;
}

// --cuda-include-ptx= is about architectures of this command. --no-cuda-include-ptx= ("-ARCH") of
// another changes nothing, and may be among the flags of a whole project.
static void check_texts(const struct oc_plan *plan) {
    const struct oc_args *texts = &plan->command->texts;
    const char *known = text_archs(plan);
    for (size_t i = 0; i < texts->count; i++) {
        const char *arch = texts->items[i];
        if (*arch == '-' || strcmp(arch, "all") == 0 || compiles_for(plan, arch))
            continue;
        if (known)
            oc_error(plan->diag,
                     "'--cuda-include-ptx=%s' names an architecture that this command does not "
                     "compile for (it compiles for %s); add %s to '--offload-arch'",
                     arch, known, arch);
        else
            oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "unused-command-line-argument",
                      "argument unused during compilation: '--cuda-include-ptx=%s'", arch);
    }
}

static void check_stage(const struct oc_plan *plan) {
    const struct oc_command *command = plan->command;
    if (command->stage != OC_STAGE_BOTH && !command->artifacts &&
        command->phase >= OC_PHASE_ASSEMBLY)
        oc_error(plan->diag,
                 "'%s' needs a directory for the kernel artifacts; give one with "
                 "'--offload-artifacts=DIR'",
                 command->stage_option);
    if (command->stage == OC_STAGE_DEVICE && command->gpu_sources)
        oc_error(plan->diag, "'--device-only' cannot be used for HIP or CUDA sources and C sources "
                             "with kernels together; compile them in separate commands");
}

// OpenMP's regions in other sources of the command: --offload-arch is the kernels' then.
static void check_regions(const struct oc_plan *plan) {
    if (plan->command->openmp_regions && !plan->command->openmp_targets)
        oc_report(
            plan->diag, OC_WARNING, (struct oc_place){0}, "offload-openmp-on-host",
            "'--offload-arch' applies only to the kernels of this command: its '#pragma omp "
            "target' regions run on the host; add '-fopenmp-targets=' to compile them for devices");
}

// Kernels are instrumented where the CPU runs them. MemorySanitizer wants all code to be, and
// libomp and our runtime are not.
static void check_sanitizers(const struct oc_plan *plan) {
    const struct oc_command *command = plan->command;
    if (command->sanitizes_memory)
        oc_error(plan->diag, "'-fsanitize=memory' cannot be used for a source with kernels: the "
                             "libraries that run kernels on the CPU are not instrumented; use "
                             "'-fsanitize=address', '-fsanitize=undefined' or '-fsanitize=thread'");
    for (size_t i = 0; command->sanitizer && i < plan->archs.names.count; i++)
        if (oc_target_of_arch(plan->archs.names.items[i])->is_host_cpu)
            oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "offload-sanitizer-image",
                      "'%s' does not instrument kernels in the image for %s; use "
                      "'--offload-arch=none' to run instrumented kernels on the CPU",
                      command->sanitizer, plan->archs.names.items[i]);
}

// What we cannot do for a source with kernels, and say so.
void oc_plan_check_options(const struct oc_plan *plan) {
    const struct oc_command *command = plan->command;
    check_stage(plan);
    check_regions(plan);
    check_waves(plan);
    check_sanitizers(plan);
    check_cuda_feature(plan);
    check_texts(plan);
    if (command->stage == OC_STAGE_DEVICE && command->output)
        oc_report(plan->diag, OC_WARNING, (struct oc_place){0}, "unused-command-line-argument",
                  "argument unused during compilation: '-o %s'", command->output);
}
