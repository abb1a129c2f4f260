#include "model/narrow.h"

#include "base/text.h"
#include "model/kernelargs.h"

#include <inttypes.h>
#include <string.h>

// ---- All targets -------------------------------------------------------------------------------

static bool same_sum(const struct oc_need *left, const struct oc_need *right) {
    return left->product_count == right->product_count &&
           memcmp(left->products, right->products, left->product_count * sizeof *left->products) ==
               0;
}

static bool has_need(const struct oc_param_usage *usage, const struct oc_need *need) {
    for (size_t i = 0; i < usage->need_count; i++)
        if (usage->needs[i].kind == need->kind && usage->needs[i].dimension == need->dimension &&
            same_sum(&usage->needs[i], need))
            return true;
    return false;
}

static void join_needs(struct oc_arena *arena, struct oc_param_usage *usage,
                       const struct oc_param_usage *other) {
    struct oc_need *needs =
        OC_NEW_ARRAY(arena, usage->need_count + other->need_count, struct oc_need);
    struct oc_param_usage joined = {.needs = needs, .need_count = usage->need_count};
    if (usage->need_count)
        memcpy(needs, usage->needs, usage->need_count * sizeof *needs);
    for (size_t i = 0; i < other->need_count; i++)
        if (!has_need(&joined, &other->needs[i]))
            needs[joined.need_count++] = other->needs[i];
    usage->needs = needs;
    usage->need_count = joined.need_count;
}

void oc_narrow_join(struct oc_arena *arena, const struct oc_unit *unit, struct oc_usage *usage,
                    const struct oc_usage *other) {
    for (size_t k = 0; k < unit->kernel_count; k++)
        for (size_t i = 0; i < oc_kernel_argument_count(&unit->kernels[k]); i++) {
            struct oc_param_usage *param = &usage->kernels[k].params[i];
            const struct oc_param_usage *with = &other->kernels[k].params[i];
            param->reads |= with->reads;
            param->writes |= with->writes;
            if (param->need_count && with->need_count)
                join_needs(arena, param, with);
            else
                param->need_count = 0;
        }
    for (size_t k = 0; k < unit->kernel_count; k++) {
        struct oc_kernel_usage *kernel = &usage->kernels[k];
        for (size_t i = 0; kernel->unused && i < oc_kernel_described_count(&unit->kernels[k]); i++)
            kernel->unused[i] &= oc_narrow_is_unused(&other->kernels[k], i);
    }
}

// ---- One parameter -----------------------------------------------------------------------------

bool oc_narrow_is_unused(const struct oc_kernel_usage *usage, size_t described) {
    return usage && usage->unused && usage->unused[described];
}

struct oc_mapping oc_narrow_mapping(const struct oc_kernel *kernel, size_t argument,
                                    const struct oc_kernel_usage *of_kernel) {
    const struct oc_param_usage *usage = of_kernel ? &of_kernel->params[argument] : NULL;
    const struct oc_member *member = oc_kernel_pointee(kernel, argument);
    const struct oc_param *param = member ? NULL : &kernel->params[argument];
    unsigned rule = member ? member->direction : param->direction;
    struct oc_mapping mapping = {.rule = rule, .always = rule, .whole = rule};
    if (oc_narrow_is_unused(of_kernel, argument))
        return (struct oc_mapping){
            .rule = rule,
            .unused = true,
        };
    // Structs with pointers go as they are: the runtime puts the device's pointers into them.
    bool is_array = member || param->kind == OC_PARAM_ARRAY;
    if (!usage || !is_array || (member ? member->member_count : param->member_count))
        return mapping;
    if (!usage->writes) {
        mapping.always &= ~(unsigned)OC_MAP_FROM;
        mapping.reason = "never written (device code, all targets)";
        if (!usage->reads) {
            mapping.always = OC_MAP_ALLOC;
            mapping.reason = "neither read nor written (device code, all targets)";
        }
    }
    mapping.whole = mapping.always;
    if (usage->writes && usage->need_count && (rule & OC_MAP_TO)) {
        mapping.whole &= ~(unsigned)OC_MAP_TO;
        mapping.reason = "written whole before it is read (device code, all targets)";
    }
    if (mapping.always == rule && mapping.whole == rule)
        mapping.reason = NULL;
    return mapping;
}
