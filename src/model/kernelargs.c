#include "model/kernelargs.h"

size_t oc_param_pointee_count(const struct oc_param *param) {
    return param->kind == OC_PARAM_AGGREGATE ? param->member_count : 0;
}

size_t oc_kernel_first_pointee(const struct oc_kernel *kernel, size_t param) {
    size_t first = kernel->param_count;
    for (size_t i = 0; i < param; i++)
        first += oc_param_pointee_count(&kernel->params[i]);
    return first;
}

size_t oc_kernel_argument_count(const struct oc_kernel *kernel) {
    return oc_kernel_first_pointee(kernel, kernel->param_count);
}

const struct oc_member *oc_kernel_pointee(const struct oc_kernel *kernel, size_t argument) {
    size_t first = kernel->param_count;
    for (size_t i = 0; i < kernel->param_count && argument >= first; i++) {
        size_t count = oc_param_pointee_count(&kernel->params[i]);
        if (argument - first < count)
            return &kernel->params[i].members[argument - first];
        first += count;
    }
    return NULL;
}

bool oc_kernel_argument_is_value(const struct oc_kernel *kernel, size_t argument) {
    return argument < kernel->param_count && kernel->params[argument].kind == OC_PARAM_VALUE;
}

size_t oc_kernel_count_members(const struct oc_member *members, size_t count) {
    size_t all = count;
    for (size_t i = 0; i < count; i++)
        all += oc_kernel_count_members(members[i].members, members[i].member_count);
    return all;
}

struct oc_roots oc_kernel_roots(struct oc_arena *arena, const struct oc_kernel *kernel) {
    size_t arguments = oc_kernel_argument_count(kernel);
    struct oc_roots roots = {.items = OC_NEW_ARRAY(arena, arguments, struct oc_root)};
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        if (param->kind == OC_PARAM_ARRAY && param->member_count)
            roots.items[roots.count++] = (struct oc_root){.argument = i,
                                                          .param = param,
                                                          .size = param->size,
                                                          .members = param->members,
                                                          .count = param->member_count};
        for (size_t m = 0; m < oc_param_pointee_count(param); m++) {
            const struct oc_member *member = &param->members[m];
            if (member->member_count)
                roots.items[roots.count++] =
                    (struct oc_root){.argument = oc_kernel_first_pointee(kernel, i) + m,
                                     .param = param,
                                     .member = member,
                                     .size = member->size,
                                     .members = member->members,
                                     .count = member->member_count};
        }
    }
    size_t described = arguments;
    for (size_t i = 0; i < roots.count; i++) {
        roots.items[i].described = described;
        described += oc_kernel_count_members(roots.items[i].members, roots.items[i].count);
    }
    return roots;
}

size_t oc_kernel_described_count(const struct oc_kernel *kernel) {
    size_t count = oc_kernel_argument_count(kernel);
    for (size_t i = 0; i < kernel->param_count; i++) {
        const struct oc_param *param = &kernel->params[i];
        if (param->kind == OC_PARAM_ARRAY)
            count += oc_kernel_count_members(param->members, param->member_count);
        for (size_t m = 0; m < oc_param_pointee_count(param); m++)
            count +=
                oc_kernel_count_members(param->members[m].members, param->members[m].member_count);
    }
    return count;
}
