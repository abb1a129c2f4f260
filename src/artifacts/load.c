// Loading: everything in the directory is outside data, see artifacts.h.
#include "artifacts/loader.h"
#include "model/hash.h"
#include "model/narrow.h"
#include "model/usage.h"

#include <string.h>
#include <unistd.h>

// What differs between two option lists, between their common beginning and end.
static bool check_options(const struct oc_loader *loader) {
    const char *const *then = loader->manifest.options, *const *now = loader->request->options;
    size_t then_count = loader->manifest.option_count, now_count = loader->request->option_count;
    while (then_count && now_count && strcmp(*then, *now) == 0)
        then++, now++, then_count--, now_count--;
    while (then_count && now_count && strcmp(then[then_count - 1], now[now_count - 1]) == 0)
        then_count--, now_count--;
    if (then_count && now_count)
        return oc_loader_stale(loader, "the device stage was built with '%s', now '%s'", *then,
                               *now);
    if (then_count)
        return oc_loader_stale(loader, "the device stage was built with '%s', now without", *then);
    if (now_count)
        return oc_loader_stale(loader, "the device stage was built without '%s'", *now);
    if (strcmp(loader->manifest.language, loader->request->language) != 0)
        return oc_loader_stale(loader,
                               "the device stage compiled it as language '%s', now it is '%s'",
                               loader->manifest.language, loader->request->language);
    return true;
}

static bool same_bounds(const struct oc_bound *then, size_t then_count, const struct oc_bound *now,
                        size_t now_count) {
    if (then_count != now_count)
        return false;
    for (size_t i = 0; i < then_count; i++)
        if (!oc_expression_equal(then[i].expression, now[i].expression))
            return false;
    return true;
}

static bool same_members(const struct oc_member *then, size_t then_count,
                         const struct oc_member *now, size_t now_count) {
    if (then_count != now_count)
        return false;
    for (size_t i = 0; i < then_count; i++)
        if (strcmp(then[i].path, now[i].path) != 0 || then[i].direction != now[i].direction ||
            then[i].size != now[i].size ||
            !same_bounds(then[i].bounds, then[i].bound_count, now[i].bounds, now[i].bound_count) ||
            !same_members(then[i].members, then[i].member_count, now[i].members,
                          now[i].member_count))
            return false;
    return true;
}

static bool same_param(const struct oc_param *then, const struct oc_param *now) {
    return then->kind == now->kind && then->size == now->size &&
           then->direction == now->direction && then->or_null == now->or_null &&
           strcmp(then->type, now->type) == 0 &&
           same_bounds(then->bounds, then->bound_count, now->bounds, now->bound_count) &&
           same_members(then->members, then->member_count, now->members, now->member_count);
}

static bool check_kernel(const struct oc_loader *loader, const struct oc_kernel *then,
                         const struct oc_kernel *now) {
    if (then->param_count != now->param_count)
        return oc_loader_stale(loader, "kernel '%s' had %zu parameters, now %zu", then->name,
                               then->param_count, now->param_count);
    for (size_t i = 0; i < then->param_count; i++) {
        const struct oc_param *old = &then->params[i], *new = &now->params[i];
        if (strcmp(old->spelling, new->spelling) != 0)
            return oc_loader_stale(loader, "parameter %zu of kernel '%s' was '%s', now '%s'", i + 1,
                                   then->name, old->spelling, new->spelling);
        if (!same_param(old, new))
            return oc_loader_stale(
                loader,
                "parameter %zu of kernel '%s', '%s', now has another size, direction or bound",
                i + 1, then->name, old->spelling);
    }
    if (then->is_static != now->is_static)
        return oc_loader_stale(loader, "kernel '%s' is %s now", then->name,
                               now->is_static ? "static" : "not static");
    return true;
}

static const struct oc_kernel *find_kernel(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->kernel_count; i++)
        if (strcmp(unit->kernels[i].name, name) == 0)
            return &unit->kernels[i];
    return NULL;
}

static bool has_table(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->table_count; i++)
        if (strcmp(unit->tables[i], name) == 0)
            return true;
    return false;
}

static const struct oc_global *find_global(const struct oc_unit *unit, const char *name) {
    for (size_t i = 0; i < unit->global_count; i++)
        if (strcmp(unit->globals[i].name, name) == 0)
            return &unit->globals[i];
    return NULL;
}

static bool check_globals(const struct oc_loader *loader, const struct oc_unit *then,
                          const struct oc_unit *now) {
    for (size_t i = 0; i < then->global_count; i++)
        if (!find_global(now, then->globals[i].name))
            return oc_loader_stale(loader, "device variable '%s' is gone", then->globals[i].name);
    for (size_t i = 0; i < now->global_count; i++) {
        const struct oc_global *old = find_global(then, now->globals[i].name);
        if (!old)
            return oc_loader_stale(loader, "device variable '%s' is new", now->globals[i].name);
        if (old->size != now->globals[i].size)
            return oc_loader_stale(loader, "device variable '%s' has another size now", old->name);
    }
    return true;
}

// The source is the same, but a header that is found elsewhere now, or a macro, can change what it
// means.
static bool check_unit(const struct oc_loader *loader, const struct oc_unit *now) {
    const struct oc_unit *then = &loader->manifest.unit;
    for (size_t i = 0; i < then->kernel_count; i++) {
        const struct oc_kernel *kernel = find_kernel(now, then->kernels[i].name);
        if (!kernel)
            return oc_loader_stale(loader, "kernel '%s' is gone", then->kernels[i].name);
        if (!check_kernel(loader, &then->kernels[i], kernel))
            return false;
    }
    for (size_t i = 0; i < now->kernel_count; i++)
        if (!find_kernel(then, now->kernels[i].name))
            return oc_loader_stale(loader, "kernel '%s' is new", now->kernels[i].name);
    for (size_t i = 0; i < then->table_count; i++)
        if (!has_table(now, then->tables[i]))
            return oc_loader_stale(loader, "kernels no longer read '%s'", then->tables[i]);
    for (size_t i = 0; i < now->table_count; i++)
        if (!has_table(then, now->tables[i]))
            return oc_loader_stale(loader, "kernels read '%s' now", now->tables[i]);
    return check_globals(loader, then, now);
}

static bool demanded(const struct oc_artifact_request *request, const char *arch) {
    for (size_t i = 0; i < request->arch_count; i++)
        if (strcmp(request->archs[i], arch) == 0)
            return true;
    return request->arch_count == 0;
}

static bool check_archs(const struct oc_loader *loader) {
    struct oc_text there = {.arena = loader->arena};
    const struct oc_manifest *manifest = &loader->manifest;
    for (size_t i = 0; i < manifest->target_count; i++)
        oc_text_printf(&there, "%s'%s'", i ? ", " : "", manifest->targets[i].arch);
    for (size_t i = 0; i < loader->request->arch_count; i++) {
        bool found = false;
        for (size_t j = 0; j < manifest->target_count; j++)
            found |= strcmp(manifest->targets[j].arch, loader->request->archs[i]) == 0;
        if (!found && !manifest->target_count)
            return oc_loader_fail(
                loader,
                "kernel artifacts for '%s' contain no device code, but '%s' is asked for; "
                "run the device stage again: %s",
                loader->request->source, loader->request->archs[i], oc_loader_command(loader));
        if (!found)
            return oc_loader_fail(
                loader,
                "kernel artifacts for '%s' do not include '%s', but only %s; run the "
                "device stage again: %s",
                loader->request->source, loader->request->archs[i], there.data,
                oc_loader_command(loader));
    }
    return true;
}

// Sets `image`, if the artifacts have one, and `text`, if they have it and the target's driver
// takes text.
static bool read_target(struct oc_loader *loader, const struct oc_manifest_target *target,
                        struct oc_image *text, struct oc_image *image) {
    struct oc_arena scratch = {0};
    struct oc_bytes content;
    const struct oc_target *what = oc_target_of_arch(target->arch);
    bool takes_text = oc_target_driver_takes_text(what) && target->code.name;
    bool good =
        oc_loader_check_file(loader, &scratch, &target->bitcode, &content) &&
        (!target->code.name || oc_loader_check_file(loader, takes_text ? loader->arena : &scratch,
                                                    &target->code, &content));
    oc_arena_release(&scratch);
    if (good && takes_text) {
        *text = (struct oc_image){
            .arch = target->arch, .target = what, .is_text = true, .bytes = content};
        if (memchr(content.data, 0, content.length))
            return oc_loader_damaged(loader, target->code.name,
                                     "it is not text: it contains a null byte");
    }
    if (!good || !target->image.name)
        return good;
    *image = (struct oc_image){.arch = target->arch, .target = what};
    if (!oc_loader_check_file(loader, loader->arena, &target->image, &image->bytes))
        return false;
    const char *fault = oc_artifacts_image_fault(image->target, image->bytes);
    return !fault || oc_loader_damaged(loader, target->image.name, "%s", fault);
}

static void add_image(struct oc_loaded *loaded, const struct oc_image *image) {
    struct oc_image *images = loaded->images;
    size_t at = loaded->image_count++;
    for (; at > 0 && oc_target_precedes(image->arch, images[at - 1].arch); at--)
        images[at] = images[at - 1];
    images[at] = *image;
}

// ---- Text --------------------------------------------------------------------------------------

// What is newest of what runs on later processors too.
static const char *newest_text(const struct oc_loaded *loaded) {
    for (size_t i = 0; i < loaded->image_count; i++) {
        const struct oc_image *image = &loaded->images[i];
        if (image->is_text &&
            oc_target_find_arch(image->target, image->arch)->kind != OC_ARCH_SPECIFIC)
            return image->arch;
    }
    return NULL;
}

static bool has_image(const struct oc_loaded *loaded, const char *arch) {
    for (size_t i = 0; i < loaded->image_count; i++)
        if (!loaded->images[i].is_text && strcmp(loaded->images[i].arch, arch) == 0)
            return true;
    return false;
}

static bool wants_text(const struct oc_loader *loader, const struct oc_loaded *loaded,
                       const char *arch) {
    const char *newest = newest_text(loaded);
    bool wanted = !has_image(loaded, arch) || (newest && strcmp(newest, arch) == 0);
    for (size_t i = 0; i < loader->request->text_count; i++) {
        const char *word = loader->request->texts[i];
        bool is_no = word[0] == '-';
        if (strcmp(word + is_no, "all") == 0 || strcmp(word + is_no, arch) == 0)
            wanted = !is_no;
    }
    return wanted;
}

static void drop_texts(const struct oc_loader *loader, struct oc_loaded *loaded) {
    struct oc_image *kept = OC_NEW_ARRAY(loader->arena, loaded->image_count + 1, struct oc_image);
    size_t count = 0;
    for (size_t i = 0; i < loaded->image_count; i++)
        if (!loaded->images[i].is_text || wants_text(loader, loaded, loaded->images[i].arch))
            kept[count++] = loaded->images[i];
    loaded->images = kept;
    loaded->image_count = count;
}

// ---- All targets -------------------------------------------------------------------------------

// The manifest's unit and the scanned one have the same kernels, but maybe in another order.
static struct oc_usage reordered(const struct oc_loader *loader, const struct oc_usage *usage,
                                 const struct oc_unit *scanned) {
    const struct oc_unit *then = &loader->manifest.unit;
    struct oc_usage result = {
        OC_NEW_ARRAY(loader->arena, scanned->kernel_count, struct oc_kernel_usage)};
    for (size_t i = 0; i < scanned->kernel_count; i++)
        result.kernels[i] =
            usage->kernels[find_kernel(then, scanned->kernels[i].name) - then->kernels];
    return result;
}

static void add_usage(const struct oc_loader *loader, struct oc_loaded *loaded,
                      const struct oc_usage *usage, const struct oc_unit *scanned) {
    struct oc_usage of_target = reordered(loader, usage, scanned);
    if (loaded->usage.kernels)
        oc_narrow_join(loader->arena, scanned, &loaded->usage, &of_target);
    else
        loaded->usage = of_target;
}

// Of an incomplete unit: its code, for the object to carry.
static bool read_codes(struct oc_loader *loader, struct oc_loaded *loaded) {
    size_t count = loader->manifest.target_count;
    loaded->id = loader->manifest.unit.id;
    loaded->codes = OC_NEW_ARRAY(loader->arena, count, struct oc_loaded_code);
    for (size_t i = 0; i < count; i++) {
        const struct oc_manifest_target *target = &loader->manifest.targets[i];
        struct oc_loaded_code code = {.arch = target->arch, .words = target->words};
        if (!target->words)
            return oc_loader_stale(loader, "its device code shares functions with other files now");
        if (!oc_loader_check_file(loader, loader->arena, &target->bitcode, &code.bitcode))
            return false;
        bool is_for_cpu = strstr(target->words, "--cpu\n") != NULL;
        if (is_for_cpu || demanded(loader->request, target->arch))
            loaded->codes[loaded->code_count++] = code;
    }
    return true;
}

// All files are checked, also those of architectures that are not demanded.
static bool read_targets(struct oc_loader *loader, const struct oc_unit *scanned,
                         struct oc_loaded *loaded) {
    for (size_t i = 0; i < loader->manifest.target_count; i++) {
        const struct oc_manifest_target *target = &loader->manifest.targets[i];
        struct oc_image text = {0}, image = {0};
        if (!read_target(loader, target, &text, &image))
            return false;
        if (!demanded(loader->request, target->arch))
            continue;
        add_usage(loader, loaded, &target->usage, scanned);
        if (image.target)
            add_image(loaded, &image);
        if (text.target)
            add_image(loaded, &text);
    }
    drop_texts(loader, loaded);
    return true;
}

static bool load_once(struct oc_loader *loader, const struct oc_unit *scanned,
                      struct oc_loaded *out) {
    loader->replaced = false;
    loader->fd = -1;
    struct oc_loaded loaded = {0};
    bool good = oc_loader_open(loader) && oc_loader_read_manifest(loader) &&
                check_options(loader) && oc_loader_check_dependencies(loader) &&
                check_unit(loader, scanned) && check_archs(loader);
    if (good) {
        loaded.images =
            OC_NEW_ARRAY(loader->arena, 2 * loader->manifest.target_count, struct oc_image);
        good = oc_unit_is_incomplete(scanned) ? read_codes(loader, &loaded)
                                              : read_targets(loader, scanned, &loaded);
    }
    if (loader->fd >= 0)
        close(loader->fd);
    if (good)
        *out = loaded;
    return good;
}

bool oc_artifacts_load(struct oc_arena *arena, const struct oc_artifact_request *request,
                       const struct oc_unit *scanned, struct oc_diag *diag, struct oc_loaded *out) {
    struct oc_loader loader = {.arena = arena, .request = request, .diag = diag};
    loader.path = oc_artifacts_path(arena, request, diag);
    if (!loader.path)
        return false;
    for (int tries = 0; tries < 100; tries++) {
        if (load_once(&loader, scanned, out))
            return true;
        if (!loader.replaced)
            return false;
    }
    return oc_loader_fail(
        &loader,
        "cannot read kernel artifacts for '%s' in '%s': another process keeps replacing them",
        request->source, request->directory);
}

// ---- Files of a link ---------------------------------------------------------------------------

static bool read_usage(const struct oc_loader *loader, const struct oc_unit *unit, const char *path,
                       struct oc_loaded *out) {
    struct oc_bytes json;
    struct oc_usage usage;
    if (!oc_file_read_or_report(loader->arena, path, "usage of arrays", loader->diag, &json) ||
        !oc_usage_from_json(loader->arena, json.data, json.length, path, unit, loader->diag,
                            &usage))
        return false;
    if (out->usage.kernels)
        oc_narrow_join(loader->arena, unit, &out->usage, &usage);
    else
        out->usage = usage;
    return true;
}

static bool load_files(const struct oc_loader *loader, const struct oc_unit *unit,
                       const struct oc_artifact *artifact, struct oc_loaded *out) {
    struct oc_image image = {.arch = artifact->arch, .target = oc_target_of_arch(artifact->arch)};
    struct oc_image text = image;
    bool takes_text = artifact->code && oc_target_driver_takes_text(image.target);
    text.is_text = true;
    if ((artifact->image && !oc_file_read_or_report(loader->arena, artifact->image, "image",
                                                    loader->diag, &image.bytes)) ||
        (takes_text && !oc_file_read_or_report(loader->arena, artifact->code, "text", loader->diag,
                                               &text.bytes)) ||
        (artifact->usage && !read_usage(loader, unit, artifact->usage, out)))
        return false;
    if (artifact->image)
        add_image(out, &image);
    if (takes_text)
        add_image(out, &text);
    return true;
}

bool oc_artifacts_load_files(struct oc_arena *arena, const struct oc_artifact_request *request,
                             const struct oc_unit *unit, const struct oc_artifact *artifacts,
                             size_t count, struct oc_diag *diag, struct oc_loaded *out) {
    struct oc_loader loader = {.arena = arena, .request = request, .diag = diag};
    *out = (struct oc_loaded){.images = OC_NEW_ARRAY(arena, 2 * count, struct oc_image)};
    for (size_t i = 0; i < count; i++)
        if (!load_files(&loader, unit, &artifacts[i], out))
            return false;
    drop_texts(&loader, out);
    return true;
}
