#include "targets/target.h"

#include <string.h>

const struct oc_arch *oc_target_find_arch(const struct oc_target *target, const char *arch) {
    size_t length = strcspn(arch, ":");
    for (const struct oc_arch *known = target->archs; known->name; known++)
        if (strlen(known->name) == length && memcmp(known->name, arch, length) == 0)
            return known;
    return NULL;
}

// Whether `text`, from the first ':' on, has each of the features at most once, in their order.
static bool are_features(const char *features, const char *text) {
    while (features && *features) {
        size_t length = 1 + strcspn(features + 1, ":");
        if (strncmp(text, features, length) == 0 && (text[length] == '+' || text[length] == '-'))
            text += length + 1;
        features += length;
    }
    return *text == '\0';
}

const struct oc_target *oc_target_of_arch(const char *arch) {
    for (size_t i = 0; oc_targets[i]; i++) {
        const struct oc_arch *known = oc_target_find_arch(oc_targets[i], arch);
        if (known)
            return are_features(known->features, arch + strlen(known->name)) ? oc_targets[i] : NULL;
    }
    return NULL;
}

bool oc_target_driver_takes_text(const struct oc_target *target) {
    return target->assembler && target->assembler->driver_takes_text;
}

void oc_target_processor(struct oc_arena *arena, const char *arch, const char **cpu,
                         const char **features) {
    const struct oc_target *target = oc_target_of_arch(arch);
    struct oc_text text = {.arena = arena};
    size_t length = strcspn(arch, ":");
    oc_text_add(&text, target->assembler ? target->assembler->version(arch) : "");
    oc_text_add(&text, target->needed_feature ? target->needed_feature(arch) : "");
    for (const char *at = arch + length; *at == ':';) {
        size_t name = strcspn(++at, "+-");
        oc_text_printf(&text, "%s%c%.*s", text.length ? "," : "", at[name], (int)name, at);
        at += name + 1;
    }
    *cpu = oc_arena_strndup(arena, arch, length);
    *features = text.data;
}

void oc_target_add_cpu(struct oc_args *args, const char *arch) {
    const struct oc_target *target = oc_target_of_arch(arch);
    const char *cpu, *features;
    if (target->is_host_cpu)
        return;
    oc_target_processor(args->arena, arch, &cpu, &features);
    oc_args_add(args, "-target-cpu");
    oc_args_add(args, target->front_cpu ? target->front_cpu(args->arena, arch) : cpu);
    for (size_t length; *features; features += length + (features[length] == ',')) {
        length = strcspn(features, ",");
        oc_args_add(args, "-target-feature");
        oc_args_printf(args, "%.*s", (int)length, features);
    }
}

bool oc_target_precedes(const char *left, const char *right) {
    const struct oc_target *target = oc_target_of_arch(left), *other = oc_target_of_arch(right);
    if (target != other) {
        size_t first = 0;
        while (oc_targets[first] != target && oc_targets[first] != other)
            first++;
        return oc_targets[first] == target;
    }
    const struct oc_arch *arch = oc_target_find_arch(target, left),
                         *other_arch = oc_target_find_arch(target, right);
    // With features, it is for devices in that mode only.
    return arch == other_arch ? strlen(left) > strlen(right) : arch > other_arch;
}
