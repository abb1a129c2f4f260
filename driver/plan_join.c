#include "driver/plan_join.h"

#include "driver/plan_arch.h"
#include "driver/plan_host.h"
#include "driver/plan_jobs.h"

static void add_joining(struct oc_plan *plan, const struct oc_args *members,
                        const struct oc_linked_arch *what, struct oc_job *job) {
    job->urgent = oc_plan_is_urgent(what->arch);
    job->large_pages = plan->strategy.large_pages;
    oc_args_add(&job->argv, plan->toolchain->compiler);
    oc_args_add(&job->argv, "join");
    for (size_t i = 0; i < members->count; i++)
        oc_args_printf(&job->argv, "--member=%s", members->items[i]);
    oc_args_printf(&job->argv, "--arch=%s", what->arch);
    oc_args_add_all(&job->argv, what->options.items, what->options.count);
    oc_plan_add_libraries(plan, what->arch, &job->argv);
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
    struct oc_arch_files files = oc_plan_arch_files(plan, component, what->arch);
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
    oc_plan_add_arch_cache(plan, &files, &job->argv);
    oc_plan_add_image_words(plan, component, what->arch, &files, &job->argv);
    oc_plan_add_diagnostics(plan, &job->argv);
    oc_plan_add_warnings(plan, &job->argv);
    oc_args_add(&job->outputs, files.bitcode);
    oc_args_add(&job->outputs, files.usage);
    oc_args_add(&job->outputs, files.code);
    struct oc_job *image = oc_plan_image(plan, component, what->arch, &files);
    if (image)
        oc_graph_wait(&plan->graph, image, job);
    return image ? image : job;
}

void oc_plan_add_joined(struct oc_plan *plan, struct oc_unit_plan *component, const char *arch,
                        struct oc_job *job) {
    struct oc_arch_files files = oc_plan_arch_files(plan, component, arch);
    files.depfile = NULL;
    oc_plan_add_arch_files(&files, arch, &job->argv);
}

void oc_plan_add_link_tools(const struct oc_plan *plan, struct oc_args *out) {
    oc_plan_add_image_tools(plan, out);
    oc_plan_add_tool(plan->toolchain->tools.objcopy, out);
    for (size_t i = 0; oc_targets[i]; i++)
        oc_plan_add_target_tools(plan, oc_targets[i], out);
}
